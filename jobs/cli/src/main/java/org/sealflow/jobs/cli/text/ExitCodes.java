package org.sealflow.jobs.cli.text;

/** Exit codes of commands that fail; 0 means that all is done. */
public final class ExitCodes {
  /** Something failed. */
  public static final int FAILED = 1;

  /** The command line is wrong. */
  public static final int USAGE = 2;

  private ExitCodes() {}
}
