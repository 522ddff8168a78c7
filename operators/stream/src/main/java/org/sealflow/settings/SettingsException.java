package org.sealflow.settings;

import java.util.List;

/** Settings that cannot be used: every problem at once, each with key, value found and allowed. */
public final class SettingsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  public SettingsException(List<String> problems) {
    super("settings are wrong: " + String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** The problems, a line each. */
  public List<String> problems() {
    return problems;
  }
}
