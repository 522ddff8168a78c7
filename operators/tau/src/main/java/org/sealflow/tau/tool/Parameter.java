package org.sealflow.tau.tool;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of a tool.
 *
 * @param schema the JSON schema of its values, without description and default
 * @param required whether a call must name it
 * @param absent the value of an absent argument
 */
public record Parameter(
    String name,
    String description,
    Map<String, Object> schema,
    boolean required,
    @Nullable Object absent) {
  public static Parameter text(String name, String description) {
    return of(name, description, Map.of("type", "string"));
  }

  public static Parameter integer(String name, String description) {
    return of(name, description, Map.of("type", "integer"));
  }

  public static Parameter number(String name, String description) {
    return of(name, description, Map.of("type", "number"));
  }

  /** A text out of a few. */
  public static Parameter choice(String name, String description, String... values) {
    return of(name, description, Map.of("type", "string", "enum", List.of(values)));
  }

  public static Parameter texts(String name, String description) {
    return of(name, description, Map.of("type", "array", "items", Map.of("type", "string")));
  }

  /** A list of objects. */
  public static Parameter objects(String name, String description) {
    return of(name, description, Map.of("type", "array", "items", Map.of("type", "object")));
  }

  public static Parameter object(String name, String description) {
    return of(name, description, Map.of("type", "object"));
  }

  /** Any value; for functions that only task files call. */
  public static Parameter any(String name) {
    return of(name, "", Map.of());
  }

  /** The same parameter with a value for its absence. */
  public Parameter orElse(@Nullable Object value) {
    return new Parameter(name, description, schema, false, value);
  }

  private static Parameter of(String name, String description, Map<String, Object> schema) {
    return new Parameter(name, description, schema, true, null);
  }
}
