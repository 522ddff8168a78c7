package org.sealflow.jobs.cli.doctor;

import java.util.Locale;

/**
 * One thing the doctor looked at.
 *
 * @param name what
 * @param status how it is
 * @param found what was found
 * @param advice what to do; empty if nothing is to be done
 */
record MachineCheck(String name, Status status, String found, String advice) {
  /** How a thing is. */
  enum Status {
    /** As it should be. */
    OK,
    /** Commands work, but not all, or not well. */
    WARN,
    /** Commands fail. */
    FAIL;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static MachineCheck ok(String name, String found) {
    return new MachineCheck(name, Status.OK, found, "");
  }

  static MachineCheck warn(String name, String found, String advice) {
    return new MachineCheck(name, Status.WARN, found, advice);
  }

  static MachineCheck fail(String name, String found, String advice) {
    return new MachineCheck(name, Status.FAIL, found, advice);
  }

  /** A failure with the line of an error, which names the remedy after its first semicolon. */
  static MachineCheck fail(String name, String line) {
    int end = line.indexOf(';');
    return end < 0
        ? fail(name, line, "")
        : fail(name, line.substring(0, end), line.substring(end + 1).strip());
  }
}
