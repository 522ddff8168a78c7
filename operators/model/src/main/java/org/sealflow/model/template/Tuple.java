package org.sealflow.model.template;

import java.util.List;

/** A Python tuple. */
record Tuple(List<Object> items) {
  Tuple {
    items = List.copyOf(items);
  }
}
