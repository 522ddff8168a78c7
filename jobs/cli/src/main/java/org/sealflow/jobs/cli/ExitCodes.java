package org.sealflow.jobs.cli;

/** How commands that fail end; 0 means that all is done. */
final class ExitCodes {
  /** Something failed. */
  static final int FAILED = 1;

  /** The command line is wrong. */
  static final int USAGE = 2;

  private ExitCodes() {}
}
