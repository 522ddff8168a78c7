package org.sealflow.python.call;

/** An instance with its class, so that a method of the one is only ever run on the other. */
public record LiveInstance<S>(CallableClass<S> type, S instance) {
  /** The method of this instance that a target of the class names. */
  LiveMethod<S> method(MethodTable.Target target) {
    return new LiveMethod<>(this, type.methods().get(target.index()));
  }
}
