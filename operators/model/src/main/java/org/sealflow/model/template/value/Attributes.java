package org.sealflow.model.template.value;

import org.jspecify.annotations.Nullable;

/** A value known by its attributes, such as {@code loop}. */
public interface Attributes {
  /** The type name error texts give it. */
  String typeName();

  /** The value of an attribute, or null if there is none of that name. */
  @Nullable Object attribute(String name);
}
