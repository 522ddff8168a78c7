package org.sealflow.model.template;

/** A value that can be called. */
interface Callable {
  /** The name error texts give it. */
  String name();

  Object call(Arguments arguments, Run run);
}
