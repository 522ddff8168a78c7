package org.sealflow.model.template.value;

import java.time.ZonedDateTime;

/** One rendering: what it has used of its limits, and the time it is for. */
public final class Run {
  private final TemplateLimits limits;
  private final ZonedDateTime now;
  private long steps;
  private long characters;
  private int depth;

  public Run(TemplateLimits limits, ZonedDateTime now) {
    this.limits = limits;
    this.now = now;
  }

  public ZonedDateTime now() {
    return now;
  }

  /** Counts a statement, a turn of a loop or a call. */
  public void step() {
    steps++;
    if (steps > limits.steps()) {
      throw beyond("steps", limits.steps());
    }
  }

  public void written(int count) {
    characters += count;
    if (characters > limits.characters()) {
      throw beyond("characters of output", limits.characters());
    }
  }

  public void enterMacro() {
    depth++;
    if (depth > limits.depth()) {
      throw beyond("macros inside one another", limits.depth());
    }
  }

  public void leaveMacro() {
    depth--;
  }

  private static TemplateFault beyond(String unit, long limit) {
    return new TemplateFault(
        "the template runs away: more than " + limit + " " + unit + ", look for an endless loop");
  }
}
