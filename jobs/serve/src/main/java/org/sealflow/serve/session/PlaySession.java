package org.sealflow.serve.session;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A caller's session: at most one episode at a time, in a world of its own. Its requests run one
 * after another; to be used within {@link PlaySessions#use} alone, whose lock it holds.
 */
public final class PlaySession {
  private final String id;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile long lastUsed;
  private @Nullable SessionEpisode episode;
  private String label = "";
  private String request = "";
  private String answer = "";
  private boolean closed;

  PlaySession(String id, long now) {
    this.id = id;
    this.lastUsed = now;
  }

  /** The name under which it is resumed. */
  public String id() {
    return id;
  }

  /** The episode that is or was played last; null if none has begun. */
  public @Nullable SessionEpisode episode() {
    return episode;
  }

  /** Puts an episode in the place of the one before, which nobody plays on. */
  public void begin(SessionEpisode next) {
    leave("the client began another episode");
    episode = next;
  }

  /** The caller's name of the episode; empty if there is none. */
  public String label() {
    return label;
  }

  /** Calls the episode so. */
  public void label(String name) {
    label = name;
  }

  /** Keeps the answer to a request, which may come again; the one before is forgotten. */
  public void remember(String requestName, String itsAnswer) {
    request = requestName;
    answer = itsAnswer;
  }

  /**
   * The answer to a request that came before; null if it is another one than the last.
   *
   * @param requestName empty for a request without a name, which is never known
   */
  public @Nullable String remembered(String requestName) {
    return requestName.isEmpty() || !requestName.equals(request) ? null : answer;
  }

  private void leave(String why) {
    if (episode != null) {
      episode.leave(why);
      episode = null;
    }
  }

  ReentrantLock lock() {
    return lock;
  }

  boolean isClosed() {
    return closed;
  }

  long lastUsed() {
    return lastUsed;
  }

  void used(long now) {
    lastUsed = now;
  }

  /** Frees the world; the lock is held. */
  void end(String why) {
    closed = true;
    leave(why);
  }
}
