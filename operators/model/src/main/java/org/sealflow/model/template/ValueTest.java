package org.sealflow.model.template;

/** What {@code value is name(arguments)} asks. */
interface ValueTest {
  boolean holds(Object value, Arguments arguments);
}
