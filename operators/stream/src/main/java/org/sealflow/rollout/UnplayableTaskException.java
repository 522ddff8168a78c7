package org.sealflow.rollout;

/** The records of a task make no task that can be played. */
final class UnplayableTaskException extends Exception {
  private static final long serialVersionUID = 1L;

  UnplayableTaskException(String taskId, Exception cause) {
    super(
        "task " + taskId + " cannot be played: " + Episode.line(cause) + "; publish it mended",
        cause);
  }
}
