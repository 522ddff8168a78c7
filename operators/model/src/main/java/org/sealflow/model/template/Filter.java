package org.sealflow.model.template;

import org.sealflow.model.template.value.Arguments;

/** What {@code value|name(arguments)} does. */
interface Filter {
  Object apply(Object value, Arguments arguments);
}
