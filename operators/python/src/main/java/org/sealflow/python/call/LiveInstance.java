package org.sealflow.python.call;

/** An instance with its class, so that a method of the one is only ever run on the other. */
public record LiveInstance<S>(CallableClass<S> type, S instance) {
  /** A method the class has. */
  Method<S> method(String name) {
    Method<S> method = type.method(name);
    if (method == null) {
      throw new IllegalArgumentException(type.name() + " has no method " + name);
    }
    return method;
  }

  /** The arguments as the method takes them; TypeError where they do not fit. */
  Object[] bind(String methodName, CallArguments arguments) {
    return ArgumentBinder.bind(type.name(), method(methodName), arguments);
  }

  Object run(String methodName, Object[] bound) {
    return method(methodName).body().call(instance, bound);
  }
}
