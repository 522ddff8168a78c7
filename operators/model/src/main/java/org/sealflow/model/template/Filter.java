package org.sealflow.model.template;

import org.sealflow.model.template.value.Arguments;

/** A filter: {@code value|name(arguments)}. */
interface Filter {
  Object apply(Object value, Arguments arguments);
}
