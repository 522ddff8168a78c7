package org.sealflow.model.template;

/** What {@code value|name(arguments)} does. */
interface Filter {
  Object apply(Object value, Arguments arguments);
}
