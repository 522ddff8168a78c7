package org.sealflow.tau.tool;

import java.util.Locale;

/** What a tool does to the data. Only {@link #WRITE} changes it. */
public enum ToolType {
  READ,
  WRITE,
  THINK,
  GENERIC;

  /** The name in the benchmark's files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
