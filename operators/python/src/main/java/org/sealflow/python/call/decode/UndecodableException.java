package org.sealflow.python.call.decode;

/** A step of a model's reply that does not decode to calls; the benchmark drops such a step. */
public final class UndecodableException extends RuntimeException {
  private final String exceptionType;

  /**
   * @param exceptionType the name of the Python exception the reference's decoder raises
   * @param reason what is wrong with the step
   */
  public UndecodableException(String exceptionType, String reason) {
    super(exceptionType + ": " + reason, null, false, false);
    this.exceptionType = exceptionType;
  }

  /** The name of the Python exception the reference's decoder raises. */
  public String exceptionType() {
    return exceptionType;
  }
}
