package org.sealflow.model.template;

import org.sealflow.model.template.value.Arguments;

/** A test of a value: {@code value is name(arguments)}. */
interface ValueTest {
  boolean holds(Object value, Arguments arguments);
}
