package org.sealflow.serve.openenv;

import java.util.HashMap;
import java.util.Map;

/** The sessions that a socket is attached to by name, one socket each. Thread-safe. */
final class AttachedSockets {
  /** Session to whether it is to end with its socket. */
  private final Map<String, Boolean> attached = new HashMap<>();

  /** Attaches a socket; whether none was attached. */
  synchronized boolean attach(String session) {
    return attached.putIfAbsent(session, false) == null;
  }

  /** Lets a session end with its socket; whether it has one. */
  synchronized boolean closeLater(String session) {
    return attached.computeIfPresent(session, (id, any) -> true) != null;
  }

  /** Detaches a session's socket; whether the session is to end now. */
  synchronized boolean detach(String session) {
    return Boolean.TRUE.equals(attached.remove(session));
  }
}
