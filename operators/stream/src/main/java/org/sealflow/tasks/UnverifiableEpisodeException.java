package org.sealflow.tasks;

/** An episode that cannot be verified: its task is broken, or something it needs is not given. */
public final class UnverifiableEpisodeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Because of what was thrown. */
  public UnverifiableEpisodeException(Throwable cause) {
    super(
        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage(), cause);
  }
}
