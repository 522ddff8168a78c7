package org.sealflow.model.template.value;

/** A value that can be called. */
public interface Callable {
  /** The name error texts give it. */
  String name();

  Object call(Arguments arguments, Run run);
}
