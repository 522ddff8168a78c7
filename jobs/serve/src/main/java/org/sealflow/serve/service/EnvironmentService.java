package org.sealflow.serve.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.ToolDoc;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.DetailError;
import org.sealflow.serve.http.HttpCall;
import org.sealflow.serve.http.HttpHandler;
import org.sealflow.serve.http.HttpRefusal;
import org.sealflow.serve.session.BrokenEpisodeException;
import org.sealflow.serve.session.EpisodeOverException;
import org.sealflow.serve.session.EpisodeStart;
import org.sealflow.serve.session.PlaySessions;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.ServedTasks;
import org.sealflow.serve.session.SessionEpisode;
import org.sealflow.serve.session.SessionLimitException;
import org.sealflow.serve.session.UnknownSessionException;

/**
 * Answers the requests of AgentEvolver's and SEAL's trainers: an instance is a session with one
 * episode. Evaluating has no side effects, unlike in the reference, where no tool is left after it.
 */
public final class EnvironmentService implements HttpHandler {
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,9}");
  private static final Pattern OPENING = Pattern.compile("<tool_call>\\s*\\{");
  private static final Pattern NAME = Pattern.compile("\"name\"\\s*:\\s*\"([^\"]*)\"");

  /** Answers a request that was read. */
  private interface Action {
    Answer answer(ServiceRequest request);
  }

  private final Map<String, Action> actions = new TreeMap<>();
  private final ServedEnvironments environments;
  private final PlaySessions instances;
  private final Clock clock;
  private final IntSupplier draws;

  /**
   * A service.
   *
   * @param instances sessions of this protocol alone
   * @param draws numbers that nobody can guess, for names of instances
   */
  public EnvironmentService(
      ServedEnvironments environments, PlaySessions instances, Clock clock, IntSupplier draws) {
    this.environments = environments;
    this.instances = instances;
    this.clock = clock;
    this.draws = draws;
    actions.put("/get_env_profile", this::profile);
    actions.put("/create", this::create);
    actions.put("/step", this::step);
    actions.put("/evaluate", this::evaluate);
    actions.put("/get_info", this::info);
    actions.put("/release", this::release);
  }

  @Override
  public Answer answer(HttpCall call) throws IOException {
    try {
      return dispatched(call);
    } catch (DetailError refused) {
      return refused.answer();
    } catch (SessionLimitException full) {
      return DetailError.full(full).answer();
    } catch (BrokenEpisodeException broken) {
      return DetailError.failed(String.valueOf(broken.getMessage())).answer();
    }
  }

  @Override
  public boolean isOpen(String path) {
    return path.equals("/healthz");
  }

  @Override
  public Answer refused(HttpRefusal refusal) {
    return DetailError.of(refusal).answer();
  }

  private Answer dispatched(HttpCall call) throws IOException {
    String path = call.path();
    if (path.equals("/healthz")) {
      require(call, "GET");
      return Answer.text("text/plain; charset=utf-8", "OK");
    }
    Action action = actions.get(path);
    if (action == null) {
      throw DetailError.unknownPath(path, "/healthz, " + String.join(", ", actions.keySet()));
    }
    require(call, "POST");
    return action.answer(ServiceRequest.of(call));
  }

  private static void require(HttpCall call, String method) {
    if (!call.method().equals(method)) {
      throw DetailError.wrongMethod(call.method(), call.path(), method);
    }
  }

  private Answer profile(ServiceRequest request) {
    String type = request.envType();
    ServedTasks tasks = type == null ? null : environment(type);
    if (tasks == null) {
      throw DetailError.failed(
          "env_type is " + type + ", expected " + environments.first().environment());
    }
    JsonNode split = request.params().get("split");
    String name = split == null ? ServedTasks.TRAIN : split.asText();
    List<String> ids = tasks.splits().get(name);
    if (ids == null) {
      throw DetailError.failed(
          "no split '" + name + "', expected " + String.join(" or ", tasks.splits().keySet()));
    }
    ArrayNode data = JsonNodeFactory.instance.arrayNode();
    ids.forEach(data::add);
    return ServiceJson.success(data);
  }

  private @Nullable ServedTasks environment(String type) {
    return type.equals(ServiceRequest.DEFAULT_TYPE)
        ? environments.first()
        : environments.find(type);
  }

  private Answer create(ServiceRequest request) {
    String type = request.envType();
    if (type == null || type.isEmpty()) {
      throw DetailError.wrong("env_type is required");
    }
    String asked = request.taskId();
    if (asked == null || asked.isEmpty()) {
      throw DetailError.wrong("task_id is required");
    }
    ServedTasks tasks = environment(type);
    if (tasks == null) {
      throw DetailError.wrong(
          "env_type is '" + type + "', expected " + environments.first().environment());
    }
    ReadyTask task = task(tasks, asked);
    CreateParams params = new CreateParams(request.params());
    EpisodeStart start =
        params.start(
            task.id(), task.category(), task.openingTools().stream().map(ToolDoc::name).toList());
    String id = request.instanceId();
    String instance = id == null || id.isEmpty() ? drawn() : id;
    instances.open(instance);
    try {
      return ServiceJson.success(
          opened(instance, asked, tasks, start, params.hasCues(task.category())));
    } catch (RuntimeException failed) {
      boolean unused = instances.end(instance);
      throw failed instanceof IllegalArgumentException
          ? DetailError.wrong(String.valueOf(failed.getMessage()))
          : failed;
    }
  }

  private ObjectNode opened(
      String instance, String asked, ServedTasks tasks, EpisodeStart start, boolean hasCues) {
    return instances.use(
        instance,
        session -> {
          SessionEpisode episode = tasks.begin(start);
          session.begin(episode);
          return ServiceJson.opening(instance, asked, episode, hasCues);
        });
  }

  /** A task by its name, or by its position where the name is a number. */
  private static ReadyTask task(ServedTasks tasks, String asked) {
    String id = asked;
    if (!tasks.contains(asked) && DIGITS.matcher(asked).matches()) {
      int index = Integer.parseInt(asked);
      if (index >= tasks.ids().size()) {
        throw DetailError.wrong(
            "Test case index " + index + " not found in " + tasks.environment());
      }
      id = tasks.ids().get(index);
    }
    if (!tasks.contains(id)) {
      throw DetailError.wrong("Test case id '" + id + "' not found in " + tasks.environment());
    }
    return tasks.task(id);
  }

  private String drawn() {
    return "exp_%d_%08x".formatted(clock.instant().getEpochSecond(), draws.getAsInt());
  }

  private Answer step(ServiceRequest request) {
    String id = request.requiredInstance();
    String answer = content(request.messages().get("content"));
    return ServiceJson.success(
        played(
            id,
            episode -> {
              try {
                return ServiceJson.step(episode, episode.answer(answer));
              } catch (EpisodeOverException over) {
                return ServiceJson.afterEnd(refusal(answer, over));
              }
            }));
  }

  /**
   * The words of the reference to a step after the end, where no tool is left. One pattern for
   * opening and name would look for the name behind each opening anew, over the whole answer.
   */
  private static String refusal(String answer, EpisodeOverException over) {
    Matcher opening = OPENING.matcher(answer);
    Matcher name = NAME.matcher(answer);
    return opening.find() && name.find(opening.end())
        ? "[ERROR] Invalid tool call format: Tool '"
            + name.group(1)
            + "' is not available in the current tool list."
        : "[ERROR] " + over.getMessage();
  }

  /** A message's text; nothing is empty, other values are written as JSON. */
  private static String content(@Nullable JsonNode content) {
    if (content == null || content.isNull()) {
      return "";
    }
    return content.isTextual() ? content.asText() : content.toString();
  }

  private Answer evaluate(ServiceRequest request) {
    boolean sparse = isTrue(request.params().get("sparse"));
    return ServiceJson.success(
        played(
            request.requiredInstance(),
            episode ->
                sparse
                    ? DoubleNode.valueOf(episode.score().reward())
                    : ServiceEvaluation.of(episode)));
  }

  /** Whether Python takes a value for true. */
  private static boolean isTrue(@Nullable JsonNode value) {
    if (value == null || value.isNull()) {
      return false;
    }
    if (value instanceof BooleanNode || value.isNumber()) {
      return value.asDouble() != 0 || value.asBoolean();
    }
    return value.isTextual() ? !value.asText().isEmpty() : !value.isEmpty();
  }

  private Answer info(ServiceRequest request) {
    return ServiceJson.success(
        played(
            request.requiredInstance(),
            episode -> {
              StringBuilder text = new StringBuilder("Available tools:");
              episode.tools().forEach(tool -> text.append("\n- unknown"));
              return TextNode.valueOf(text.toString());
            }));
  }

  private Answer release(ServiceRequest request) {
    return ServiceJson.answer(instances.end(request.requiredInstance()), null);
  }

  private JsonNode played(String id, Function<SessionEpisode, JsonNode> work) {
    try {
      return instances.use(
          id,
          session -> {
            SessionEpisode episode = session.episode();
            if (episode == null) {
              throw DetailError.wrong("Instance " + id + " not found!");
            }
            return work.apply(episode);
          });
    } catch (UnknownSessionException unknown) {
      throw DetailError.wrong("Instance " + id + " not found!");
    }
  }
}
