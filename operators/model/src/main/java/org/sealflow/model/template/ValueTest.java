package org.sealflow.model.template;

import org.sealflow.model.template.value.Arguments;

/** What {@code value is name(arguments)} asks. */
interface ValueTest {
  boolean holds(Object value, Arguments arguments);
}
