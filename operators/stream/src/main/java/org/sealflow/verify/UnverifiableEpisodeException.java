package org.sealflow.verify;

/** An episode that cannot be verified: its task is broken, or something it needs is not given. */
public final class UnverifiableEpisodeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnverifiableEpisodeException(Throwable cause) {
    super(
        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage(), cause);
  }
}
