package org.sealflow.synthesize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sealflow.bfcl.task.Task;
import org.sealflow.chat.EndpointSettings;
import org.sealflow.chat.RequestFailure;
import org.sealflow.chat.TestingChatServer;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.python.PyJson;

@Timeout(120)
final class ServedProposerTest {
  private static final KnownTasks KNOWN = TestingRun.known();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int REQUESTS = 3;

  private final List<String> failures = new ArrayList<>();
  private RequestLedger requests = RequestLedger.NONE;

  private Synthesizer asked(TestingChatServer server) {
    return asked(server.baseUrl(), Duration.ofSeconds(30), 2);
  }

  private Synthesizer asked(String baseUrl, Duration timeout, int count) {
    List<Weakness> weaknesses = List.of(TestingRun.WEAKNESS);
    ServedProposer proposer =
        new ServedProposer(
            new EndpointSettings(
                baseUrl, "qwen", "secret", REQUESTS, timeout, Duration.ofSeconds(60)),
            weaknesses,
            KNOWN,
            Clock.systemUTC(),
            failures::add);
    Synthesizer synthesizer =
        new Synthesizer(proposer, new Admission(KNOWN, TestingRun.FAMILIES, weaknesses));
    synthesizer.make(count, made -> {});
    requests = proposer.requests();
    return synthesizer;
  }

  /** Tasks with starts of their own, as a model writes them. */
  private static String answer(List<Task> tasks) {
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode written = answer.putArray("tasks");
    for (Task task : tasks) {
      try {
        ObjectNode each = (ObjectNode) JSON.readTree(TaskJson.write(task));
        each.remove("start");
        task.involvedClasses().forEach(each.putArray("services")::add);
        each.set("initial_config", JSON.readTree(PyJson.dumps(task.initialConfiguration())));
        written.add(each);
      } catch (JsonProcessingException unexpected) {
        throw new IllegalStateException(unexpected);
      }
    }
    return answer.toString();
  }

  private void assertNothingBut(Synthesizer synthesizer, RequestFailure reason) {
    assertThat(synthesizer.tasks()).isEmpty();
    assertThat(synthesizer.ledger()).isEqualTo(SynthesisLedger.NONE);
    assertThat(requests).isEqualTo(new RequestLedger(REQUESTS, 0, Map.of(reason, (long) REQUESTS)));
    assertThat(failures).hasSize(REQUESTS).allMatch(line -> line.startsWith(reason.label() + ": "));
  }

  @Test
  void whatAGoodModelProposesIsAdmittedWithTheWeaknessItWasAskedAbout() {
    AtomicInteger time = new AtomicInteger();
    try (TestingChatServer server =
        TestingChatServer.saying(
            question ->
                "Here you are:\n```json\n"
                    + answer(TestingRun.fresh(200 + time.incrementAndGet(), 1))
                    + "\n```\nGood luck!")) {
      Synthesizer synthesizer = asked(server);
      assertThat(synthesizer.tasks()).hasSize(2);
      assertThat(synthesizer.tasks().get(0).origin()).isEqualTo("model qwen");
      assertThat(synthesizer.tasks().get(0).weakness()).isEqualTo(TestingRun.WEAKNESS);
      assertThat(synthesizer.ledger().line()).isEqualTo("proposed 2 = admitted 2 + refused 0");
      assertThat(requests.line()).isEqualTo("requests 2 = answered 2 + failed 0");
    }
  }

  @Test
  void theQuestionHoldsEvidenceDocumentationAndStarts() {
    try (TestingChatServer server = TestingChatServer.saying(question -> "{\"tasks\": []}")) {
      asked(server);
      assertThat(server.questions()).hasSize(REQUESTS).doesNotHaveDuplicates();
      assertThat(server.questions().get(0))
          .contains(
              "Answer with one JSON object",
              "The agent is weak here (failing): mkdir is to blame in 20 of 40 turns",
              "Every task calls at least one of these tools: mkdir, touch.",
              "Tools of the service GorillaFileSystem:",
              "\"name\": \"mkdir\"",
              "Start multi_turn_",
              "Write 2 new tasks.");
    }
  }

  @Test
  void noQuestionHoldsAValueThatOnlyTasksHeldOutPass() {
    HeldOutValues values = new HeldOutValues(KNOWN);
    Task test = KNOWN.heldOut().get(KNOWN.heldOut().size() - 1);
    assertThat(KNOWN.heldOut().stream().filter(task -> values.areIn(TaskJson.write(task))).count())
        .isGreaterThan(KNOWN.heldOut().size() / 2);
    // The same tasks trained on as well: their values are shown nowhere all the same.
    List<Task> training = new ArrayList<>(KNOWN.training());
    KNOWN.heldOut().forEach(task -> training.add(TaskContent.named(task, task.id() + "x")));
    KnownTasks mixed = new KnownTasks(TestingRun.SOURCES, training, KNOWN.heldOut());
    HeldOutValues heldOut = new HeldOutValues(mixed);
    ProposalPrompt prompt = new ProposalPrompt(mixed);
    for (int number = 0; number < 200; number++) {
      String question = prompt.question(TestingRun.WEAKNESS, 4, number);
      assertThat(heldOut.areIn(question)).isFalse();
      assertThat(question).doesNotContain(test.id());
    }
  }

  @Test
  void callsThatFailUnknownToolsAndCopiesAreRefusedByReason() {
    Task known = KNOWN.training().stream().filter(TestingRun.WEAKNESS::concerns).findFirst().get();
    String lies =
        """
        {"tasks": [
          {"category": "multi_turn_base", "services": ["GorillaFileSystem"],
           "turns": [{"user": "Make it.", "calls": ["mkdir(dir_name='a/b')"]}]},
          {"category": "multi_turn_base", "services": ["GorillaFileSystem"],
           "turns": [{"user": "Make it.", "calls": ["mkdir(dir_name='q')", "conjure(what='q')"]}]},
          {"category": "multi_turn_base", "start": "multi_turn_base_test0",
           "turns": [{"user": "Make it.", "calls": ["mkdir(dir_name='q')"]}]},
          {"category": "multi_turn_base", "services": ["SpaceAPI"],
           "turns": [{"user": "Make it.", "calls": ["mkdir(dir_name='q')"]}]},
          {"category": "cooking", "turns": []},
          {"category": "multi_turn_base", "services": ["GorillaFileSystem"],
           "turns": [{"user": "Make it.", "calls": ["__import__('os').system('true')"]}]},
          {"category": "multi_turn_base", "services": ["GorillaFileSystem"], "turns": []},
          {"category": "multi_turn_miss_param", "services": ["GorillaFileSystem"],
           "turns": [{"user": "Make it.", "calls": ["mkdir(dir_name='q')"]}]},
          17, null, "task", [],
          %s]}
        """
            .formatted(TaskJson.write(known));
    try (TestingChatServer server = TestingChatServer.saying(question -> lies)) {
      Synthesizer synthesizer = asked(server);
      assertThat(synthesizer.tasks()).isEmpty();
      assertThat(synthesizer.ledger().proposed()).isEqualTo(3 * 13);
      assertThat(synthesizer.ledger().refused())
          .isEqualTo(
              Map.of(
                  TaskRefusal.NOT_SOLVABLE, 3L,
                  TaskRefusal.UNKNOWN_TOOL, 3L,
                  TaskRefusal.UNKNOWN_START, 6L,
                  TaskRefusal.DUPLICATE, 3L,
                  TaskRefusal.MALFORMED, 24L));
      assertThat(requests.answered()).isEqualTo(3);
    }
  }

  @Test
  void tasksOfValidationAndTestNeverComeOutOfAServerThatKnowsThem() {
    List<Task> stolen = new ArrayList<>(KNOWN.heldOut().subList(70, 80));
    stolen.addAll(
        TestingRun.generated(GeneratorSettings.of(5, GeneratorSplit.TEST), 6).stream()
            .map(made -> made.task())
            .toList());
    try (TestingChatServer server = TestingChatServer.saying(question -> answer(stolen))) {
      Synthesizer synthesizer = asked(server);
      assertThat(synthesizer.tasks()).isEmpty();
      assertThat(synthesizer.ledger().refused()).isEqualTo(Map.of(TaskRefusal.HELD_OUT, 48L));
    }
  }

  @Test
  void tasksBeyondThoseLookedAtAndBeyondTheirSizeAreCounted() {
    StringBuilder turns = new StringBuilder("{\"user\": \"a\", \"calls\": [\"pwd()\"]}");
    String turn = turns.toString();
    turns.append(("," + turn).repeat(20));
    String large =
        "{\"category\": \"multi_turn_base\", \"services\": [\"GorillaFileSystem\"], \"turns\": ["
            + turns
            + "]}";
    String answer = "{\"tasks\": [" + large + ("," + large).repeat(19) + "]}";
    try (TestingChatServer server = TestingChatServer.saying(question -> answer)) {
      assertThat(asked(server).ledger().refused())
          .isEqualTo(Map.of(TaskRefusal.TOO_LARGE, 48L, TaskRefusal.SURPLUS, 12L));
    }
  }

  @Test
  void anAnswerWithoutEndIsCutOff() {
    try (TestingChatServer server = TestingChatServer.flooding()) {
      assertNothingBut(asked(server), RequestFailure.TOO_LARGE);
    }
  }

  @Test
  void aServerThatHangsIsLeftInTime() {
    try (TestingChatServer server = TestingChatServer.hanging()) {
      assertNothingBut(asked(server.baseUrl(), Duration.ofMillis(200), 2), RequestFailure.TIMEOUT);
    }
  }

  @Test
  void aBodyThatTricklesIsLeftInTime() {
    try (TestingChatServer server = TestingChatServer.trickling()) {
      assertNothingBut(asked(server.baseUrl(), Duration.ofMillis(200), 2), RequestFailure.TIMEOUT);
    }
  }

  @Test
  void anErrorOfTheServerIsCounted() {
    try (TestingChatServer server = TestingChatServer.answering(503, "busy\nvery")) {
      assertNothingBut(asked(server), RequestFailure.HTTP_STATUS);
      assertThat(failures.get(0)).isEqualTo("http-status: status 503, expected 200");
    }
  }

  @Test
  void anAnswerThatIsNoChatIsCounted() {
    try (TestingChatServer server = TestingChatServer.answering(200, "<html>welcome</html>")) {
      assertNothingBut(asked(server), RequestFailure.NO_ANSWER);
    }
  }

  @Test
  void anEmptyBodyIsCounted() {
    try (TestingChatServer server = TestingChatServer.answering(200, "")) {
      assertNothingBut(asked(server), RequestFailure.NO_ANSWER);
    }
  }

  @Test
  void aMessageThatIsNoJsonIsCounted() {
    try (TestingChatServer server = TestingChatServer.saying(question -> "I cannot { do that.")) {
      assertNothingBut(asked(server), RequestFailure.NOT_JSON);
    }
  }

  @Test
  void anEmptyMessageAndAnEmptyListAreCounted() {
    try (TestingChatServer server = TestingChatServer.saying(question -> "  ")) {
      assertNothingBut(asked(server), RequestFailure.EMPTY);
    }
    failures.clear();
    try (TestingChatServer server = TestingChatServer.saying(question -> "{\"tasks\": {}}")) {
      assertNothingBut(asked(server), RequestFailure.EMPTY);
    }
  }

  @Test
  void nestingWithoutEndIsNoJson() {
    String deep = "{\"tasks\": " + "[".repeat(100_000) + "]".repeat(100_000) + "}";
    try (TestingChatServer server = TestingChatServer.saying(question -> deep)) {
      assertNothingBut(asked(server), RequestFailure.NOT_JSON);
    }
  }

  @Test
  void aServerThatHangsUpOrIsNotThereIsUnreachable() {
    String gone;
    try (TestingChatServer server = TestingChatServer.hangingUp()) {
      assertNothingBut(asked(server), RequestFailure.UNREACHABLE);
      gone = server.baseUrl();
    }
    failures.clear();
    assertNothingBut(asked(gone, Duration.ofSeconds(10), 2), RequestFailure.UNREACHABLE);
  }

  @Test
  void settingsThatCannotBeUsedAreRefusedInWords() {
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> new EndpointSettings("localhost", "m", null, 1, second, second))
        .hasMessage("the base URL is 'localhost', expected one such as http://localhost:8000/v1");
    assertThatThrownBy(() -> new EndpointSettings("http://a/v1", " ", null, 1, second, second))
        .hasMessage("the model is blank, expected its name at the server");
    assertThatThrownBy(() -> new EndpointSettings("http://a/v1", "m", null, 0, second, second))
        .hasMessage("requests is 0, expected 1 or more");
  }
}
