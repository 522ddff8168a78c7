package org.sealflow.learn.template;

import java.util.List;

/** A Python tuple. */
record Tuple(List<Object> items) {
  Tuple {
    items = List.copyOf(items);
  }
}
