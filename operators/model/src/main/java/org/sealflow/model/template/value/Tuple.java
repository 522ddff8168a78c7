package org.sealflow.model.template.value;

import java.util.List;

/** A Python tuple. */
public record Tuple(List<Object> items) {
  public Tuple {
    items = List.copyOf(items);
  }
}
