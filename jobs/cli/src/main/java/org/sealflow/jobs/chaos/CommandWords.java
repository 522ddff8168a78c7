package org.sealflow.jobs.chaos;

import java.io.PrintWriter;

/** Runs a command line of this program, in this process. */
@FunctionalInterface
public interface CommandWords {
  /** Runs it and returns its exit code. */
  int execute(String[] words, PrintWriter out, PrintWriter err);
}
