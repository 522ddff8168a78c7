package org.sealflow.tau.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Shape;

/** A kind of record with the types of its fields; turns dictionaries into records of it. */
public final class Model {
  /**
   * @param absent the value of an absent field; null if the field is required
   */
  private record Field(String name, FieldType type, @Nullable Supplier<?> absent) {}

  private final Shape shape;
  private final List<Field> fields;
  private final boolean closed;

  private Model(String name, List<Field> fields, boolean closed) {
    this.shape = new Shape(name, fields.stream().map(Field::name).toList());
    this.fields = List.copyOf(fields);
    this.closed = closed;
  }

  /** Starts a model that drops fields it does not know. */
  public static Builder named(String name) {
    return new Builder(name, false);
  }

  /** Starts a model that refuses fields it does not know. */
  public static Builder closed(String name) {
    return new Builder(name, true);
  }

  public Shape shape() {
    return shape;
  }

  /**
   * The record that a dictionary describes.
   *
   * @throws org.sealflow.tau.python.CallException with every problem, if a value does not fit
   */
  public Entity read(Map<?, ?> values) {
    ValidationProblems problems = new ValidationProblems();
    Entity entity = read(values, "", problems);
    if (!problems.isEmpty()) {
      throw problems.of(shape.name());
    }
    return entity;
  }

  /** A record of these values in field order, checked. */
  public Entity of(@Nullable Object... values) {
    ValidationProblems problems = new ValidationProblems();
    @Nullable Object[] checked = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      Field field = fields.get(i);
      checked[i] = field.type().check(values[i], field.name(), problems);
    }
    if (!problems.isEmpty()) {
      throw problems.of(shape.name());
    }
    return new Entity(shape, checked);
  }

  Entity read(Map<?, ?> values, String path, ValidationProblems problems) {
    String prefix = path.isEmpty() ? "" : path + ".";
    @Nullable Object[] checked = new Object[fields.size()];
    for (int i = 0; i < checked.length; i++) {
      Field field = fields.get(i);
      if (values.containsKey(field.name())) {
        checked[i] = field.type().check(values.get(field.name()), prefix + field.name(), problems);
      } else if (field.absent() != null) {
        checked[i] = field.absent().get();
      } else {
        problems.add(prefix + field.name(), "Field required", "missing", values);
      }
    }
    if (closed) {
      for (Map.Entry<?, ?> entry : values.entrySet()) {
        String key = (String) entry.getKey();
        if (!shape.has(key)) {
          problems.add(
              prefix + key, "Extra inputs are not permitted", "extra_forbidden", entry.getValue());
        }
      }
    }
    return new Entity(shape, checked);
  }

  /** Collects the fields in printing order. */
  public static final class Builder {
    private final String name;
    private final boolean closed;
    private final List<Field> fields = new ArrayList<>();

    private Builder(String name, boolean closed) {
      this.name = name;
      this.closed = closed;
    }

    /** Adds required fields of one type. */
    public Builder with(FieldType type, String... names) {
      for (String field : names) {
        fields.add(new Field(field, type, null));
      }
      return this;
    }

    /** Adds fields that may be null and are null if absent. */
    public Builder nullable(FieldType type, String... names) {
      for (String field : names) {
        fields.add(new Field(field, Types.optional(type), () -> null));
      }
      return this;
    }

    /** Adds a field with a value for its absence, which must be immutable. */
    public Builder withDefault(FieldType type, String field, Object absent) {
      fields.add(new Field(field, type, () -> absent));
      return this;
    }

    /** Adds a field with a fresh value for each absence. */
    public Builder withDefault(FieldType type, String field, Supplier<?> absent) {
      fields.add(new Field(field, type, absent));
      return this;
    }

    public Model build() {
      return new Model(name, fields, closed);
    }
  }
}
