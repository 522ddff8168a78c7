package org.sealflow.bfcl.simulator;

/** A call depends on today's date, and the verification was given none. */
public final class AsOfDateMissingException extends RuntimeException {
  AsOfDateMissingException() {
    super(
        "a call depends on today's date, but the record carries no as-of date and none was given;"
            + " give one with --as-of YYYY-MM-DD",
        null,
        false,
        false);
  }
}
