package org.sealflow.serve.session;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The sessions of one protocol, by id. Requests of one session run one after another, those of
 * different sessions side by side. Thread-safe.
 */
public final class PlaySessions {
  private static final String ENDED = "the client ended its session";
  private static final String REPLACED = "the client opened another session of the same name";
  private static final String CLOSED = "the server was stopped";

  private final Map<String, PlaySession> sessions = new ConcurrentHashMap<>();
  private final SessionLimit limit;
  private final long idleMillis;
  private final Clock clock;
  private final Supplier<String> ids;

  /**
   * No sessions yet.
   *
   * @param limit shared with other protocols
   * @param ids makes names that cannot be guessed, no two alike
   */
  public PlaySessions(
      SessionLimit limit, SessionSettings settings, Clock clock, Supplier<String> ids) {
    this.limit = limit;
    this.idleMillis = settings.idle().toMillis();
    this.clock = clock;
    this.ids = ids;
  }

  /** The limit that its sessions count against. */
  public SessionLimit limit() {
    return limit;
  }

  /**
   * Opens a session under a name of its own.
   *
   * @return the name
   * @throws SessionLimitException if there are as many as there may be
   */
  public String open() {
    String id = ids.get();
    open(id);
    return id;
  }

  /**
   * Opens a session under a name that the caller chose, in the place of one that has it.
   *
   * @throws SessionLimitException if there are as many as there may be
   */
  public void open(String id) {
    boolean unused = end(id, REPLACED);
    limit.take();
    PlaySession raced = sessions.put(id, new PlaySession(id, clock.millis()));
    if (raced != null) {
      free(raced, REPLACED);
    }
  }

  /**
   * Does something with a session while no other request does; its time of idleness begins anew.
   *
   * @throws UnknownSessionException if there is none of that id
   */
  public <T> T use(String id, Function<PlaySession, T> work) {
    PlaySession session = sessions.get(id);
    if (session == null) {
      throw new UnknownSessionException(id);
    }
    session.used(clock.millis());
    session.lock().lock();
    try {
      if (session.isClosed()) {
        throw new UnknownSessionException(id);
      }
      return work.apply(session);
    } finally {
      session.used(clock.millis());
      session.lock().unlock();
    }
  }

  /** Whether there is a session of that id. */
  public boolean has(String id) {
    return sessions.containsKey(id);
  }

  /**
   * Ends a session and frees its world, after the request that runs in it.
   *
   * @return whether there was one
   */
  public boolean end(String id) {
    return end(id, ENDED);
  }

  private boolean end(String id, String why) {
    PlaySession session = sessions.remove(id);
    if (session == null) {
      return false;
    }
    free(session, why);
    return true;
  }

  private void free(PlaySession session, String why) {
    session.lock().lock();
    try {
      session.end(why);
    } finally {
      session.lock().unlock();
      limit.giveBack();
    }
  }

  /**
   * Ends the sessions that have been idle for too long; those with a request under way are not.
   *
   * @return how many
   */
  public int expire() {
    long oldest = clock.millis() - idleMillis;
    int expired = 0;
    for (PlaySession session : List.copyOf(sessions.values())) {
      boolean idle = session.lastUsed() < oldest && !session.lock().isLocked();
      if (idle && sessions.remove(session.id(), session)) {
        free(session, "the session expired");
        expired++;
      }
    }
    return expired;
  }

  /** Ends all sessions. */
  public void close() {
    sessions.keySet().forEach(id -> end(id, CLOSED));
  }
}
