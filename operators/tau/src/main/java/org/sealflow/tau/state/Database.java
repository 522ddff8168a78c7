package org.sealflow.tau.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.SameText;

/** The tables that one party's tools work on. Copies share what neither side changed. */
public final class Database {
  private final DatabaseModel model;
  private final Map<String, Table> tables;
  private final DatabaseText text;
  private long numbers;

  Database(DatabaseModel model, Map<String, Table> tables) {
    this(model, tables, new DatabaseText(tables), 0);
  }

  private Database(
      DatabaseModel model, Map<String, Table> tables, DatabaseText text, long numbers) {
    this.model = model;
    this.tables = tables;
    this.text = text;
    this.numbers = numbers;
  }

  /** A database that sees no later change of this one, nor this one of it. */
  public Database copy() {
    return copy(numbers);
  }

  /** A number for a new id, where the benchmark draws one by chance: 1, 2, and so on. */
  public long drawNumber() {
    numbers++;
    return numbers;
  }

  /** A copy that draws its numbers from another point on. */
  public Database copy(long afterNumber) {
    Map<String, Table> copies = new LinkedHashMap<>(tables.size() * 2);
    for (Map.Entry<String, Table> table : tables.entrySet()) {
      copies.put(table.getKey(), table.getValue().copy());
    }
    return new Database(model, copies, text, afterNumber);
  }

  /**
   * A table by name.
   *
   * @throws CallException if this is another party's database
   */
  public Table table(String name) {
    Table table = tables.get(name);
    if (table == null) {
      throw CallException.noAttribute(model.name(), name);
    }
    return table;
  }

  /** SHA-256 of the JSON text with sorted keys, in hexadecimal digits. */
  public String digest() {
    return text.digest(tables);
  }

  /** Whether both have the same digest, at the cost of comparing what was changed. */
  public boolean sameAs(Database other) {
    if (text != other.text) {
      return digest().equals(other.digest());
    }
    for (Map.Entry<String, Table> entry : tables.entrySet()) {
      if (!same(entry.getValue(), other.table(entry.getKey()))) {
        return false;
      }
    }
    return true;
  }

  private static boolean same(Table left, Table right) {
    if (left.form() == Table.Form.HIDDEN) {
      return true;
    }
    if (left.added().size() != right.added().size()) {
      return false;
    }
    if (left.form() == Table.Form.LIST) {
      for (int i = 0; i < left.added().size(); i++) {
        if (!SameText.of(left.find(left.added().get(i)), right.find(right.added().get(i)))) {
          return false;
        }
      }
    }
    return sameRows(left, right) && sameRows(right, left);
  }

  private static boolean sameRows(Table left, Table right) {
    boolean list = left.form() == Table.Form.LIST;
    for (Map.Entry<String, Entity> row : left.changed().entrySet()) {
      boolean compared = list && !left.loaded().containsKey(row.getKey());
      if (!compared && !SameText.of(row.getValue(), right.find(row.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Takes over values of an object, merged key by key into records that exist, and checks what
   * comes of it.
   */
  public void update(Map<?, ?> data) {
    for (Map.Entry<?, ?> content : data.entrySet()) {
      String name = (String) content.getKey();
      Table table = table(name);
      Model rowModel = model.table(name).model();
      if (table.form() == Table.Form.LIST || !(content.getValue() instanceof Map<?, ?> rows)) {
        throw CallException.tool("initialization data of '" + name + "' must be an object");
      }
      if (table.form() == Table.Form.MAP) {
        for (Map.Entry<?, ?> row : rows.entrySet()) {
          String key = (String) row.getKey();
          table.put(key, merged(rowModel, table.find(key), (Map<?, ?>) row.getValue()));
        }
      } else {
        table.put("", merged(rowModel, table.only(), rows));
      }
    }
  }

  private static Entity merged(Model model, @Nullable Entity entity, Map<?, ?> update) {
    Map<Object, @Nullable Object> values = new LinkedHashMap<>();
    if (entity != null) {
      values.putAll(fields(entity));
    }
    merge(values, update);
    return model.read(values);
  }

  private static void merge(Map<Object, @Nullable Object> values, Map<?, ?> update) {
    for (Map.Entry<?, ?> entry : update.entrySet()) {
      Object old = values.get(entry.getKey());
      if (old instanceof Map<?, ?> map && entry.getValue() instanceof Map<?, ?> nested) {
        Map<Object, @Nullable Object> merged = new LinkedHashMap<>(map);
        merge(merged, nested);
        values.put(entry.getKey(), merged);
      } else {
        values.put(entry.getKey(), entry.getValue());
      }
    }
  }

  private static Map<String, @Nullable Object> fields(Entity entity) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (String name : entity.shape().fieldNames()) {
      fields.put(name, plain(entity.get(name)));
    }
    return fields;
  }

  private static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof Entity entity) {
      return fields(entity);
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> items = new ArrayList<>();
      for (Object item : list) {
        items.add(plain(item));
      }
      return items;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> items = new LinkedHashMap<>();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        items.put(entry.getKey(), plain(entry.getValue()));
      }
      return items;
    }
    return value;
  }
}
