package org.sealflow.serve.nemo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.EnvironmentMessage;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.DetailError;
import org.sealflow.serve.http.HttpCall;
import org.sealflow.serve.http.HttpHandler;
import org.sealflow.serve.http.HttpRefusal;
import org.sealflow.serve.http.JsonBody;
import org.sealflow.serve.session.BrokenEpisodeException;
import org.sealflow.serve.session.CallText;
import org.sealflow.serve.session.EpisodeOverException;
import org.sealflow.serve.session.EpisodeStart;
import org.sealflow.serve.session.PlaySession;
import org.sealflow.serve.session.PlaySessions;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.SessionEpisode;
import org.sealflow.serve.session.SessionLimitException;
import org.sealflow.serve.session.UnknownSessionException;

/**
 * Answers NeMo Gym's agents. Prompt and tools are those of the row, so that patches could not be
 * shown: all episodes are strict.
 */
public final class NemoServer implements HttpHandler {
  private static final Pattern ROLLOUT =
      Pattern.compile("/ng-rollout/[A-Za-z0-9][A-Za-z0-9._-]*(/.*)?");
  private static final Pattern TOOL = Pattern.compile("/([A-Za-z0-9_.-]{1,128})");
  private static final String NOT_SEEDED =
      "Session not initialized. Please call seed_session first.";

  /** Answers a request of one path. */
  private interface Route {
    Reply answer(HttpCall call, @Nullable String session) throws IOException;
  }

  /**
   * An answer and the session whose cookie goes with it.
   *
   * @param session null for none
   */
  private record Reply(Answer answer, @Nullable String session) {}

  private final Map<String, Route> posts = new TreeMap<>();
  private final ServedEnvironments environments;
  private final PlaySessions sessions;
  private final Rules rules;

  /**
   * A resources server.
   *
   * @param sessions sessions of this protocol alone
   * @param rules when an answer of the gymnasium agent is refused and an episode over; the simple
   *     agent counts steps itself
   */
  public NemoServer(ServedEnvironments environments, PlaySessions sessions, Rules rules) {
    this.environments = environments;
    this.sessions = sessions;
    this.rules = rules;
    posts.put("/seed_session", this::seed);
    posts.put("/verify", this::verify);
    posts.put("/aggregate_metrics", this::metrics);
    posts.put("/reset", this::reset);
    posts.put("/step", this::step);
    posts.put("/close", this::close);
  }

  @Override
  public Answer answer(HttpCall call) throws IOException {
    String session = SessionCookie.of(call);
    try {
      Reply reply = dispatched(call, session);
      return SessionCookie.with(reply.answer(), reply.session());
    } catch (HttpRefusal refusal) {
      return SessionCookie.with(refused(refusal), session);
    } catch (DetailError refused) {
      return SessionCookie.with(refused.answer(), session);
    } catch (SessionLimitException full) {
      return SessionCookie.with(DetailError.full(full).answer(), session);
    } catch (BrokenEpisodeException | EpisodeOverException unplayable) {
      return SessionCookie.with(
          DetailError.wrong(String.valueOf(unplayable.getMessage())).answer(), session);
    } catch (UnknownSessionException unknown) {
      return SessionCookie.with(DetailError.wrong(NOT_SEEDED).answer(), session);
    }
  }

  @Override
  public Answer refused(HttpRefusal refusal) {
    return DetailError.of(refusal).answer();
  }

  private Reply dispatched(HttpCall call, @Nullable String session) throws IOException {
    String path = path(call);
    if (path.equals("/")) {
      require(call, "GET");
      return new Reply(
          Answer.json(JsonNodeFactory.instance.objectNode().put("status", "ok")), session);
    }
    if (path.equals("/reverify_mode")) {
      require(call, "GET");
      return new Reply(Answer.text("application/json", NemoVerdict.quoted("stateless")), session);
    }
    Route route = posts.get(path);
    Matcher tool = TOOL.matcher(path);
    if (route == null && !tool.matches()) {
      throw DetailError.unknownPath(
          path, "/, /reverify_mode, " + String.join(", ", posts.keySet()) + " or a tool's");
    }
    require(call, "POST");
    return route == null
        ? called(ModelReply.tool(tool.group(1)), call, session)
        : route.answer(call, session);
  }

  /** The path without the prefix that rollouts under observation have. */
  private static String path(HttpCall call) {
    Matcher rollout = ROLLOUT.matcher(call.path());
    if (!rollout.matches()) {
      return call.path();
    }
    String rest = rollout.group(1);
    return rest == null ? "/" : rest;
  }

  private static void require(HttpCall call, String method) {
    if (!call.method().equals(method)) {
      throw DetailError.wrongMethod(call.method(), call.path(), method);
    }
  }

  private Reply seed(HttpCall call, @Nullable String old) throws IOException {
    RunRequest request = RunRequest.of(call.json(), environments);
    // The rollout is recorded when it is verified, with what the model said.
    EpisodeStart start =
        EpisodeStart.plain(request.taskId(), EpisodeStart.Purpose.EVALUATION, Rules.of(null));
    String session = opened(old);
    begin(session, () -> request.tasks().beginUnheard(start));
    return new Reply(Answer.json(JsonNodeFactory.instance.objectNode()), session);
  }

  /** A new session; the one that the caller had ends. */
  private String opened(@Nullable String old) {
    if (old != null) {
      boolean unused = sessions.end(old);
    }
    return sessions.open();
  }

  /** Begins an episode. */
  private interface Begin {
    SessionEpisode begin();
  }

  private SessionEpisode begin(String session, Begin begin) {
    try {
      return sessions.use(
          session,
          open -> {
            SessionEpisode episode = begin.begin();
            open.begin(episode);
            return episode;
          });
    } catch (BrokenEpisodeException unplayable) {
      boolean unused = sessions.end(session);
      throw unplayable;
    }
  }

  private Reply called(String tool, HttpCall call, @Nullable String session) throws IOException {
    JsonNode given = call.optionalJson();
    JsonNode arguments = given == null ? JsonNodeFactory.instance.objectNode() : given;
    if (!arguments.isObject()) {
      throw DetailError.malformed("", "the body is no JSON object, expected the arguments");
    }
    String answer = CallText.answer("", List.of(new CallText.JsonCall(tool, arguments)));
    String said =
        played(
            session,
            open -> {
              StepOutcome outcome = episode(open).answer(answer);
              return outcome.refusal() == null
                  ? outcome.executed().get(0).result()
                  : outcome.reply().content();
            });
    return new Reply(Answer.text("text/plain; charset=utf-8", said), session);
  }

  private static SessionEpisode episode(PlaySession session) {
    SessionEpisode episode = session.episode();
    if (episode == null) {
      throw DetailError.wrong(NOT_SEEDED);
    }
    return episode;
  }

  /** Does something with a session's episode. */
  private interface Played<T> {
    T in(PlaySession session);
  }

  private <T> T played(@Nullable String session, Played<T> work) {
    if (session == null) {
      throw DetailError.wrong(NOT_SEEDED);
    }
    return sessions.use(session, work::in);
  }

  private Reply verify(HttpCall call, @Nullable String session) throws IOException {
    JsonBody body = call.jsonBody();
    RunRequest request = RunRequest.of(body.json(), environments);
    // Before the session ends: what is refused here can be corrected and sent again.
    List<String> answers = NemoVerdict.answers(request);
    boolean played = session != null && sessions.end(session);
    return new Reply(NemoVerdict.of(body, request, answers, played), session);
  }

  private Reply metrics(HttpCall call, @Nullable String session) throws IOException {
    JsonNode responses = call.json().path("verify_responses");
    ObjectNode metrics = JsonNodeFactory.instance.objectNode();
    metrics.putArray("group_level_metrics");
    metrics.putObject("agent_metrics");
    ObjectNode key = metrics.putObject("key_metrics");
    double sum = 0;
    for (JsonNode response : responses) {
      sum += response.path("reward").asDouble();
    }
    if (!responses.isEmpty()) {
      key.put("mean/reward", sum / responses.size());
    }
    return new Reply(Answer.json(metrics), session);
  }

  private Reply reset(HttpCall call, @Nullable String old) throws IOException {
    RunRequest request = RunRequest.of(call.json(), environments);
    EpisodeStart start =
        EpisodeStart.plain(request.taskId(), EpisodeStart.Purpose.EVALUATION, rules);
    String session = opened(old);
    SessionEpisode episode = begin(session, () -> request.tasks().begin(start));
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer
        .put("observation", request.showsUser() ? null : userText(episode))
        .putObject("info")
        .put("supports_explicit_close", true)
        .put("supports_step_idempotency", true);
    return new Reply(Answer.json(answer), session);
  }

  private static String userText(SessionEpisode episode) {
    List<EnvironmentMessage> opening = episode.opening();
    return opening.get(opening.size() - 1).content();
  }

  private Reply step(HttpCall call, @Nullable String session) throws IOException {
    JsonNode body = call.json();
    List<ModelReply> replies = ModelReply.of(body.path("response"));
    if (replies.size() > 1) {
      throw DetailError.wrong(
          "response holds " + replies.size() + " replies, expected the newest alone");
    }
    ModelReply reply = replies.isEmpty() ? new ModelReply("", List.of()) : replies.get(0);
    String request = body.path("_ng_step_request_id").asText("");
    String answer =
        played(
            session,
            open -> {
              String before = open.remembered(request);
              if (before != null) {
                return before;
              }
              String after = GymnasiumStep.of(episode(open), reply).toString();
              open.remember(request, after);
              return after;
            });
    return new Reply(Answer.text("application/json", answer), session);
  }

  private Reply close(HttpCall call, @Nullable String session) throws IOException {
    if (session != null) {
      boolean unused = sessions.end(session);
    }
    return new Reply(Answer.json(JsonNodeFactory.instance.objectNode()), session);
  }
}
