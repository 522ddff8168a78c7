package org.sealflow.serve.session;

/** There is no session of an id, or no more. The message is one line. */
public final class UnknownSessionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnknownSessionException(String id) {
    super("no session '" + shown(id) + "': it was never opened, was ended, or expired");
  }

  private static String shown(String id) {
    int most = 80;
    String line = id.replaceAll("\\p{Cntrl}", " ");
    return line.length() <= most ? line : line.substring(0, most) + "…";
  }
}
