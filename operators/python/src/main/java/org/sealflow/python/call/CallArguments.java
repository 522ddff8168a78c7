package org.sealflow.python.call;

import java.util.List;

/**
 * The evaluated arguments of a call, unpacked and not yet bound: positional values, and names with
 * their values in the order written. Names are all different.
 */
final class CallArguments {
  private final Object[] positional;
  private final String[] names;
  private final Object[] named;

  CallArguments(Object[] positional, String[] names, Object[] named) {
    this.positional = positional;
    this.names = names;
    this.named = named;
  }

  int positionalCount() {
    return positional.length;
  }

  Object positional(int index) {
    return positional[index];
  }

  int namedCount() {
    return names.length;
  }

  List<String> names() {
    return List.of(names);
  }

  String name(int index) {
    return names[index];
  }

  Object named(int index) {
    return named[index];
  }
}
