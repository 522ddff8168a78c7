package org.sealflow.jobs.report.summary;

/** A number that grows. */
final class Count {
  private long value;

  void increment() {
    value++;
  }

  long value() {
    return value;
  }
}
