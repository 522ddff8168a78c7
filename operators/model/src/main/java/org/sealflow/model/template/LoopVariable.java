package org.sealflow.model.template;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.value.Arguments;
import org.sealflow.model.template.value.Attributes;
import org.sealflow.model.template.value.TemplateFault;
import org.sealflow.model.template.value.Undefined;
import org.sealflow.model.template.value.ValueMethod;
import org.sealflow.model.template.value.Values;

/** {@code loop}: where a loop is. */
final class LoopVariable implements Attributes {
  private final List<Object> items;
  private int index;
  private @Nullable List<Object> lastChecked;

  LoopVariable(List<Object> items) {
    this.items = items;
  }

  void moveTo(int place) {
    index = place;
  }

  @Override
  public String typeName() {
    return "LoopContext";
  }

  @Override
  public @Nullable Object attribute(String name) {
    int size = items.size();
    return switch (name) {
      case "index" -> index + 1L;
      case "index0" -> (long) index;
      case "revindex" -> (long) (size - index);
      case "revindex0" -> (long) (size - index - 1);
      case "first" -> index == 0;
      case "last" -> index == size - 1;
      case "length" -> (long) size;
      case "previtem" -> neighbour(index - 1, "there is no previous item");
      case "nextitem" -> neighbour(index + 1, "there is no next item");
      case "cycle" -> new ValueMethod<>(name, this, LoopVariable::cycle);
      case "changed" -> new ValueMethod<>(name, this, LoopVariable::changed);
      default -> null;
    };
  }

  private Object neighbour(int place, String absent) {
    return place < 0 || place >= items.size() ? new Undefined(absent) : items.get(place);
  }

  private Object cycle(Arguments arguments) {
    List<Object> values = arguments.positional();
    if (values.isEmpty()) {
      throw new TemplateFault("loop.cycle needs at least one value");
    }
    return values.get(index % values.size());
  }

  private Object changed(Arguments arguments) {
    List<Object> checked = arguments.positional();
    boolean changed = lastChecked == null || !Values.equal(lastChecked, checked);
    lastChecked = checked;
    return changed;
  }

  @Override
  public String toString() {
    return "<LoopContext " + (index + 1) + "/" + items.size() + ">";
  }
}
