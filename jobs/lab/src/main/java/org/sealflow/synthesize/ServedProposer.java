package org.sealflow.synthesize;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.sealflow.chat.ChatEndpoint;
import org.sealflow.chat.EndpointSettings;
import org.sealflow.chat.FailedRequestException;
import org.sealflow.chat.RequestFailure;

/**
 * Proposes what a model behind an endpoint answers, asked about each weakness in turn. Nothing that
 * a server does ends it before its number of requests and its deadline do.
 */
public final class ServedProposer implements Proposer {
  private static final double TEMPERATURE = 1;

  private static final int TASKS_PER_REQUEST = 4;

  /** Of one answer so many tasks are looked at; each is executed some times. */
  private static final int MOST_TASKS = 16;

  private final EndpointSettings settings;
  private final ChatEndpoint endpoint;
  private final List<Weakness> weaknesses;
  private final ProposalPrompt prompt;
  private final TaskJson tasks;
  private final Clock clock;
  private final Instant end;
  private final Consumer<String> failures;
  private final ObjectMapper json = new ObjectMapper();
  private RequestLedger requests = RequestLedger.NONE;

  /**
   * A proposer whose deadline begins to run.
   *
   * @param weaknesses what tasks are to teach, at least one, the weakest first
   * @param failures is told in a line of each request that fails
   */
  public ServedProposer(
      EndpointSettings settings,
      List<Weakness> weaknesses,
      KnownTasks known,
      Clock clock,
      Consumer<String> failures) {
    this.settings = settings;
    this.endpoint = new ChatEndpoint(settings, TEMPERATURE);
    this.weaknesses = List.copyOf(weaknesses);
    this.prompt = new ProposalPrompt(known);
    this.tasks = new TaskJson(known);
    this.clock = clock;
    this.end = clock.instant().plus(settings.deadline());
    this.failures = failures;
  }

  @Override
  public Optional<List<Proposal>> propose(int wanted) {
    Duration left = Duration.between(clock.instant(), end);
    boolean stopped = Thread.currentThread().isInterrupted();
    if (requests.sent() >= settings.requests() || left.toMillis() < 1 || stopped) {
      return Optional.empty();
    }
    int number = (int) requests.sent();
    Weakness weakness = weaknesses.get(number % weaknesses.size());
    String question = prompt.question(weakness, Math.min(wanted, TASKS_PER_REQUEST), number);
    Duration within = left.compareTo(settings.timeout()) < 0 ? left : settings.timeout();
    try {
      String answer = endpoint.answer(ProposalPrompt.INSTRUCTION, question, within);
      List<Proposal> proposals = proposals(answer, weakness);
      requests = requests.plusAnswered();
      return Optional.of(proposals);
    } catch (FailedRequestException failed) {
      requests = requests.plus(failed.reason());
      failures.accept(failed.reason().label() + ": " + failed.getMessage());
      return Optional.of(List.of());
    }
  }

  private List<Proposal> proposals(String answer, Weakness weakness) throws FailedRequestException {
    JsonNode proposed = object(answer).path("tasks");
    if (!proposed.isArray() || proposed.isEmpty()) {
      throw new FailedRequestException(RequestFailure.EMPTY, "the answer holds no task");
    }
    List<Proposal> proposals = new ArrayList<>();
    for (JsonNode task : proposed) {
      proposals.add(
          proposals.size() < MOST_TASKS
              ? tasks.read(task, weakness)
              : Proposal.refused(TaskRefusal.SURPLUS));
    }
    return proposals;
  }

  /** The JSON object of an answer, which models like to wrap in words or a code block. */
  private JsonNode object(String answer) throws FailedRequestException {
    int from = answer.indexOf('{');
    int to = answer.lastIndexOf('}');
    if (answer.isBlank()) {
      throw new FailedRequestException(RequestFailure.EMPTY, "the answer is empty");
    }
    try {
      JsonNode read = from < 0 || to < from ? null : json.readTree(answer.substring(from, to + 1));
      if (read != null && read.isObject()) {
        return read;
      }
    } catch (JsonProcessingException malformed) {
      throw new FailedRequestException(
          RequestFailure.NOT_JSON, "the answer is not the JSON object asked for");
    }
    throw new FailedRequestException(
        RequestFailure.NOT_JSON, "the answer is not the JSON object asked for");
  }

  /** The counts of the requests so far. */
  public RequestLedger requests() {
    return requests;
  }

  @Override
  public String origin() {
    return "model " + settings.model();
  }
}
