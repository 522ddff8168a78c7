package org.sealflow.python.call;

import java.util.List;

/** The names of live instances, in the order of their table's classes. Immutable. */
public final class InstanceNames {
  private final List<String> names;
  private final boolean identifiers;

  /** Some names, one for each class. */
  public InstanceNames(List<String> names) {
    this.names = List.copyOf(names);
    this.identifiers = names.stream().allMatch(InstanceNames::isIdentifier);
  }

  List<String> names() {
    return names;
  }

  /**
   * Whether they can stand before a dot in an expression. Where they cannot, every recognised call
   * is malformed in the reference, and so it is here.
   */
  public boolean areIdentifiers() {
    return identifiers;
  }

  private static boolean isIdentifier(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      boolean digit = c >= '0' && c <= '9';
      if (!letter && !(digit && i > 0)) {
        return false;
      }
    }
    return true;
  }
}
