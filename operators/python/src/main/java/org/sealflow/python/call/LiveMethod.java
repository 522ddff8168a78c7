package org.sealflow.python.call;

/** A method of a live instance. */
record LiveMethod<S>(LiveInstance<S> of, Method<S> method) {
  /** The arguments as the method takes them; TypeError where they do not fit. */
  Object[] bind(CallArguments arguments) {
    return ArgumentBinder.bind(of.type().name(), method, arguments);
  }

  Object run(Object[] bound) {
    return method.body().call(of.instance(), bound);
  }
}
