package org.sealflow.model.template.value;

/**
 * A name, attribute or item that is not there. It prints as nothing, is false, empty and equal only
 * to its like; any other use of it is a fault.
 *
 * @param reason what was not there, such as {@code 'tools' is undefined}
 */
public record Undefined(String reason) {
  /** A variable nobody set. */
  public static Undefined variable(String name) {
    return new Undefined("'" + name + "' is undefined");
  }

  /** An attribute or key the value does not have. */
  static Undefined attribute(Object value, String name) {
    String owner = value == None.NONE ? "'None'" : "'" + Values.typeName(value) + " object'";
    return new Undefined(owner + " has no attribute '" + name + "'");
  }

  TemplateFault fault() {
    return new TemplateFault(reason);
  }
}
