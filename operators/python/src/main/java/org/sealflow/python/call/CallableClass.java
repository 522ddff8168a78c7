package org.sealflow.python.call;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A class whose methods calls can reach: its name and its methods. Immutable. */
public interface CallableClass<S> {
  String name();

  /** The method of that name, or null. */
  @Nullable Method<S> method(String methodName);

  /** All methods, always in the same order. */
  List<Method<S>> methods();

  /** The method's full name as Python writes it into the errors of unpacking. */
  String qualifiedName(String methodName);
}
