package org.sealflow.python.call;

/** An instance with its class, so that a method of the one is only ever run on the other. */
public record LiveInstance<S>(CallableClass<S> type, S instance) {
  /**
   * A method of the class, of this instance.
   *
   * @throws IllegalArgumentException if the class has none of that name
   */
  LiveMethod<S> method(String name) {
    Method<S> method = type.method(name);
    if (method == null) {
      throw new IllegalArgumentException(type.name() + " has no method " + name);
    }
    return new LiveMethod<>(this, method);
  }
}
