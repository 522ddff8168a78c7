package org.sealflow.tau.tool;

import java.util.Locale;

/** The effect of a tool on the data. Only {@link #WRITE} changes it. */
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
