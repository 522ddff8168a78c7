package org.sealflow.tau.python;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record of the benchmark's data: the fields of its shape, each with a Python value. Fields are
 * assigned without a check, as the benchmark does it.
 */
public final class Entity {
  private final Shape shape;
  private final @Nullable Object[] values;
  private @Nullable Object owner;

  /** Takes the values in the order of the shape's fields. */
  public Entity(Shape shape, @Nullable Object... values) {
    if (values.length != shape.fieldNames().size()) {
      throw new IllegalArgumentException(
          shape.name() + " has " + shape.fieldNames().size() + " fields, not " + values.length);
    }
    this.shape = shape;
    this.values = values;
  }

  public Shape shape() {
    return shape;
  }

  public @Nullable Object get(String field) {
    return values[shape.position(field)];
  }

  /** The field at a position of the shape. */
  @Nullable Object at(int position) {
    return values[position];
  }

  public void set(String field, @Nullable Object value) {
    values[shape.position(field)] = value;
  }

  /** A field that is never null. */
  public Object present(String field) {
    return Objects.requireNonNull(get(field), field);
  }

  /** A field that always holds text. */
  public String text(String field) {
    return (String) present(field);
  }

  /** A field that always holds a truth value. */
  public boolean flag(String field) {
    return (Boolean) present(field);
  }

  /** A field that always holds a record. */
  public Entity entity(String field) {
    return (Entity) present(field);
  }

  /** A field that always holds a list. */
  @SuppressWarnings("unchecked")
  public List<Object> list(String field) {
    return (List<Object>) present(field);
  }

  /** A field that always holds a map. */
  @SuppressWarnings("unchecked")
  public Map<String, Object> map(String field) {
    return (Map<String, Object>) present(field);
  }

  /** Whether the holder of this token may change the record in place. */
  public boolean ownedBy(Object token) {
    return owner == token;
  }

  /** Leaves changes in place to the holder of a token. */
  public Entity ownedFor(Object token) {
    owner = token;
    return this;
  }

  /** A copy that shares nothing that can change. */
  public Entity copy() {
    @Nullable Object[] copies = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      copies[i] = copyOf(values[i]);
    }
    return new Entity(shape, copies);
  }

  private static @Nullable Object copyOf(@Nullable Object value) {
    if (value instanceof Entity entity) {
      return entity.copy();
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> copy = new ArrayList<>(list.size() + 2);
      for (Object item : list) {
        copy.add(copyOf(item));
      }
      return copy;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> copy = new LinkedHashMap<>(map.size() * 2);
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        copy.put(entry.getKey(), copyOf(entry.getValue()));
      }
      return copy;
    }
    return value;
  }

  /** Records are equal if their shapes are and all fields are, numbers by value. */
  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof Entity that) || that.shape != shape) {
      return false;
    }
    for (int i = 0; i < values.length; i++) {
      if (!Python.equal(values[i], that.values[i])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    return Objects.hash(shape.name(), Arrays.asList(shape.fieldNames()));
  }

  @Override
  public String toString() {
    return Python.repr(this);
  }
}
