package org.sealflow.rollout.scripted;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A way in which a scripted policy errs.
 *
 * @param kind what it does wrong
 * @param tool the only tool concerned; null for any, or, where a call is added, for one that fits
 * @param argument the only argument concerned; null for any that fits
 * @param category the only category of tasks concerned; null for all
 * @param turn the only turn concerned, from 0; null for all
 * @param rate how often it happens where it can, 0 to 1
 * @param curedBy the text that keeps it from happening: beside the argument, in the hint behind an
 *     error, or else in the system prompt; null for the kind's own
 */
public record Fault(
    FaultKind kind,
    @Nullable String tool,
    @Nullable String argument,
    @Nullable String category,
    @Nullable Integer turn,
    double rate,
    @Nullable String curedBy)
    implements Serializable {
  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if the rate or the turn is out of range, or an empty text is
   *     to cure
   */
  public Fault {
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException("rate of " + kind + " is " + rate + ", expected 0 to 1");
    }
    if (turn != null && turn < 0) {
      throw new IllegalArgumentException(
          "turn of " + kind + " is " + turn + ", expected 0 or more");
    }
    if (curedBy != null && curedBy.isEmpty()) {
      throw new IllegalArgumentException(
          "curedBy of " + kind + " is empty, which every text contains; leave it out or name one");
    }
  }

  /** A fault of any tool, everywhere. */
  public static Fault of(FaultKind kind, double rate) {
    return new Fault(kind, null, null, null, null, rate, null);
  }

  /** The same, of a tool only. */
  public Fault ofTool(String name) {
    return new Fault(kind, name, argument, category, turn, rate, curedBy);
  }

  /** The same, of an argument only. */
  public Fault ofArgument(String name) {
    return new Fault(kind, tool, name, category, turn, rate, curedBy);
  }

  /** The same, in a category only. */
  public Fault inCategory(String name) {
    return new Fault(kind, tool, argument, name, turn, rate, curedBy);
  }

  /** The same, in a turn only. */
  public Fault inTurn(int index) {
    return new Fault(kind, tool, argument, category, index, rate, curedBy);
  }

  /** The same, cured by a text. */
  public Fault curedBy(String text) {
    return new Fault(kind, tool, argument, category, turn, rate, text);
  }

  /** The text that keeps it from happening; null if none does. */
  @Nullable String cure() {
    return curedBy == null ? kind.marker() : curedBy;
  }

  boolean concerns(String taskCategory, int taskTurn) {
    return (category == null || category.equals(taskCategory))
        && (turn == null || turn == taskTurn);
  }

  boolean concernsTool(String name) {
    return tool == null || tool.equals(name);
  }
}
