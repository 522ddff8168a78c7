package org.sealflow.serve.session;

/** The environment failed in an episode, which cannot be played on. The message is one line. */
public final class BrokenEpisodeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BrokenEpisodeException(String taskId, Throwable cause) {
    super("the environment failed in task " + taskId + ": " + line(cause), cause);
  }

  private static String line(Throwable cause) {
    String name = cause.getClass().getSimpleName();
    String message = cause.getMessage();
    return message == null ? name : message.lines().findFirst().orElse(name);
  }
}
