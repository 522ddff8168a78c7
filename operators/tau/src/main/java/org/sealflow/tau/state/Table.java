package org.sealflow.tau.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;

/**
 * The records of one kind. The rows as loaded are shared by all copies and never change; a copy
 * keeps what it changed itself. A record that {@link #find} gives may be read only; {@link #edit}
 * gives one to write to.
 */
public final class Table {
  /** How a table stands in its database. */
  public enum Form {
    /** An object of records by id. */
    MAP,
    /** A list of records in the order of insertion. */
    LIST,
    /** One record. */
    SINGLE,
    /** One record that steers tools and is no part of the data: neither digested nor compared. */
    HIDDEN
  }

  private final Form form;
  private final Map<String, Entity> loaded;
  private final Map<String, Entity> changed;
  private final List<String> added;
  private Object token = new Object();

  Table(Form form, Map<String, Entity> loaded) {
    this(form, loaded, new LinkedHashMap<>(), new ArrayList<>());
  }

  private Table(
      Form form, Map<String, Entity> loaded, Map<String, Entity> changed, List<String> added) {
    this.form = form;
    this.loaded = loaded;
    this.changed = changed;
    this.added = added;
  }

  /** A table that sees no later change of this one, nor this one of it. */
  Table copy() {
    // Neither side owns the changed records any more: the next edit copies them first.
    token = new Object();
    return new Table(form, loaded, new LinkedHashMap<>(changed), new ArrayList<>(added));
  }

  Form form() {
    return form;
  }

  /** The changed and added records by key. */
  Map<String, Entity> changed() {
    return changed;
  }

  /** The keys of the added records in order. */
  List<String> added() {
    return added;
  }

  Map<String, Entity> loaded() {
    return loaded;
  }

  /**
   * The record of a key of any type, or null.
   *
   * @throws org.sealflow.tau.python.CallException if the key is a list or an object
   */
  public @Nullable Entity find(@Nullable Object key) {
    if (!(Python.hashable(key) instanceof String id)) {
      return null;
    }
    Entity entity = changed.isEmpty() ? null : changed.get(id);
    return entity == null ? loaded.get(id) : entity;
  }

  /** The only record of a table of one. */
  public Entity only() {
    return require("");
  }

  /** The only record of a table of one, to write to. */
  public Entity editOnly() {
    return edit("");
  }

  /** A record that exists, to write to. */
  public Entity edit(String key) {
    Entity entity = require(key);
    if (entity.ownedBy(token)) {
      return entity;
    }
    Entity copy = entity.copy().ownedFor(token);
    changed.put(key, copy);
    return copy;
  }

  /** Adds a record at the end, or replaces the one of a map that has the key. */
  public void put(String key, Entity entity) {
    String free = key;
    // A list may hold an id twice: look-ups then see the first.
    for (int i = 2; form == Form.LIST && find(free) != null; i++) {
      free = key + " " + i;
    }
    if (find(free) == null) {
      added.add(free);
    }
    changed.put(free, entity.ownedFor(token));
  }

  /** All records in order. */
  public Collection<Entity> rows() {
    if (changed.isEmpty()) {
      return loaded.values();
    }
    List<Entity> rows = new ArrayList<>(loaded.size() + added.size());
    for (Map.Entry<String, Entity> row : loaded.entrySet()) {
      rows.add(changed.getOrDefault(row.getKey(), row.getValue()));
    }
    for (String key : added) {
      rows.add(require(key));
    }
    return rows;
  }

  public int size() {
    return loaded.size() + added.size();
  }

  private Entity require(String key) {
    Entity entity = find(key);
    if (entity == null) {
      throw new IllegalArgumentException("no record " + key);
    }
    return entity;
  }
}
