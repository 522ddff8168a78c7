package org.sealflow.model.template.value;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code namespace(...)}: the one value whose attributes a template may set. */
public final class Namespace implements Attributes {
  private final Map<String, Object> attributes;

  public Namespace(Map<String, Object> attributes) {
    this.attributes = new LinkedHashMap<>(attributes);
  }

  @Override
  public String typeName() {
    return "Namespace";
  }

  @Override
  public @Nullable Object attribute(String name) {
    return attributes.get(name);
  }

  public void set(String name, Object value) {
    attributes.put(name, value);
  }

  @Override
  public String toString() {
    return "<Namespace " + PythonText.repr(attributes) + ">";
  }
}
