package org.sealflow.serve.openenv;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.serve.session.BrokenEpisodeException;
import org.sealflow.serve.session.EpisodeStart;
import org.sealflow.serve.session.PlaySession;
import org.sealflow.serve.session.PlaySessions;
import org.sealflow.serve.session.ServedTasks;
import org.sealflow.serve.session.SessionEpisode;
import org.sealflow.serve.session.SessionLimitException;
import org.sealflow.serve.session.UnknownSessionException;

/** Plays the sessions of one base path: an environment by a contract. Thread-safe. */
final class OpenEnvPlay {
  private final ServedTasks tasks;
  private final Contract contract;
  private final PlaySessions sessions;
  private final Rules rules;

  OpenEnvPlay(ServedTasks tasks, Contract contract, PlaySessions sessions, Rules rules) {
    this.tasks = tasks;
    this.contract = contract;
    this.sessions = sessions;
    this.rules = rules;
  }

  ServedTasks tasks() {
    return tasks;
  }

  Contract contract() {
    return contract;
  }

  /** The base path, such as {@code /bfcl/turns}. */
  String path() {
    return "/" + tasks.environment() + "/" + contract.name();
  }

  /**
   * Opens a session without an episode.
   *
   * @return its id
   * @throws OpenEnvError if there are as many as there may be
   */
  String open() {
    try {
      return sessions.open();
    } catch (SessionLimitException full) {
      throw OpenEnvError.full(sessions.limit());
    }
  }

  boolean has(String session) {
    return sessions.has(session);
  }

  /** Ends a session; whether there was one. */
  boolean close(String session) {
    return sessions.end(session);
  }

  /** Begins an episode in a session. */
  Observed reset(String session, ObjectNode data) {
    return in(
        session,
        open -> {
          begin(open, data);
          SessionEpisode episode = open.episode();
          if (episode == null) {
            throw OpenEnvErrors.noEpisode();
          }
          return Observed.of(episode, contract.opening(episode));
        });
  }

  private void begin(PlaySession session, ObjectNode data) {
    String task = ChosenTask.of(tasks, data);
    String label = ChosenTask.episodeId(data, session.id());
    try {
      session.begin(tasks.begin(EpisodeStart.plain(task, ChosenTask.purpose(data), rules)));
      session.label(label);
    } catch (BrokenEpisodeException | IllegalArgumentException unplayable) {
      throw OpenEnvError.of(
          OpenEnvError.Code.EXECUTION_ERROR, String.valueOf(unplayable.getMessage()));
    }
  }

  /** An episode that is shown and thrown away, as HTTP has it in the reference. */
  Observed glance(ObjectNode data) {
    String unused = ChosenTask.episodeId(data, "");
    SessionEpisode episode =
        tasks.beginUnheard(
            EpisodeStart.plain(ChosenTask.of(tasks, data), EpisodeStart.Purpose.EVALUATION, rules));
    return Observed.of(episode, contract.opening(episode));
  }

  /** An episode of the first task for one call, which nobody else sees. */
  SessionEpisode alone() {
    String task = ChosenTask.split(tasks, null).get(0);
    return tasks.beginUnheard(EpisodeStart.plain(task, EpisodeStart.Purpose.EVALUATION, rules));
  }

  /**
   * Acts in a session.
   *
   * @param session null for one that has no episode
   */
  Observed step(@Nullable String session, ObjectNode action) {
    return session == null
        ? contract.step(null, action)
        : in(session, open -> scored(open.episode(), action));
  }

  private Observed scored(@Nullable SessionEpisode episode, ObjectNode action) {
    try {
      return contract.step(episode, action);
    } catch (BrokenEpisodeException unscorable) {
      throw OpenEnvError.of(
          OpenEnvError.Code.EXECUTION_ERROR, String.valueOf(unscorable.getMessage()));
    }
  }

  /**
   * The state of a session's episode.
   *
   * @param session null for one that has no episode
   */
  ObjectNode state(@Nullable String session) {
    return session == null
        ? state("", null)
        : in(session, open -> state(open.label(), open.episode()));
  }

  private static ObjectNode state(String label, @Nullable SessionEpisode episode) {
    ObjectNode state = JsonNodeFactory.instance.objectNode();
    if (episode == null) {
      return state.putNull("episode_id").put("step_count", 0);
    }
    return state
        .put("episode_id", label)
        .put("step_count", episode.steps())
        .put("task_id", episode.task().id())
        .put("turn", episode.turn())
        .put("done", episode.end() != null);
  }

  /**
   * Does something in a session.
   *
   * @throws OpenEnvError if there is none of that id
   */
  <T> T in(String session, Function<PlaySession, T> work) {
    try {
      return sessions.use(session, work);
    } catch (UnknownSessionException unknown) {
      throw OpenEnvError.of(OpenEnvError.Code.SESSION_ERROR, String.valueOf(unknown.getMessage()));
    }
  }
}
