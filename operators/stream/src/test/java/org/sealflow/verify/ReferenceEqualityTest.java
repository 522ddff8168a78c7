package org.sealflow.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.check.CanonicalState;
import org.sealflow.bfcl.check.EpisodePass;
import org.sealflow.bfcl.check.TurnPass;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.task.Task;
import org.sealflow.bfcl.verify.BfclTask;
import org.sealflow.bfcl.verify.BfclVerifier;
import org.sealflow.environment.PolicySteps;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.python.Reference;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.schemas.digest.Sha256;

/**
 * Verification gives what the reference gave: every result, every state, every tag and every
 * verdict of its recordings, in any order and on any number of threads.
 */
class ReferenceEqualityTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final RulesInForce ENFORCED = new RulesInForce(true);
  private static final int PUBLIC_ROWS = 1992;
  private static final int REAL_ROWS = 1061;
  private static final int THREADS = 4;
  private static final Path UNSUPPORTED =
      Reference.repository().resolve("operators/stream/src/test/resources/unsupported-rows.txt");

  private static TaskDirectory tasks;
  private static List<JsonNode> recording;

  /** Id → SHA-256 of what verification writes of the public recording, row after row. */
  private static final Map<String, String> digests = new HashMap<>();

  private static ReferenceComparer.Result publicResult;

  @BeforeAll
  static void verifyThePublicRecording() throws IOException {
    tasks = TaskDirectory.read(Reference.folder().resolve("bfcl"));
    recording = RecordedTrajectories.rows("oracle");
    ReferenceComparer comparer =
        new ReferenceComparer(recording, RecordedTrajectories.texts("oracle"));
    publicResult =
        comparer.compare(
            () ->
                recording.stream()
                    .map(
                        row -> {
                          String line = RecordedTrajectories.verify(row, tasks::ready);
                          digests.put(row.get("tid").asText(), Sha256.hex(line));
                          return line;
                        })
                    .iterator());
  }

  @Test
  void thePublicRecordingIsReproduced() {
    assertThat(publicResult.rows()).isEqualTo(PUBLIC_ROWS);
    assertThat(publicResult.differences()).isEmpty();
    assertThat(publicResult.absent()).isEmpty();
    assertThat(publicResult.isEqual()).isTrue();
    assertThat(publicResult.compared().get("seal")).isEqualTo(PUBLIC_ROWS);
    assertThat(publicResult.compared().get("exec")).isGreaterThan(7 * PUBLIC_ROWS);
  }

  @Test
  void exactlyTheListedRowsHoldARefusedCall() throws IOException {
    Map<String, String> refused = new TreeMap<>();
    for (JsonNode row : recording) {
      String id = row.get("tid").asText();
      if (publicResult.unsupported().contains(id)) {
        Set<String> forms = RecordedTrajectories.refusedForms(row, tasks::ready);
        refused.put(id, String.join(" | ", forms));
      }
    }
    assertThat(refused).isEqualTo(listed());
  }

  /** Row id → refused forms; each line ends with the reason. */
  private static Map<String, String> listed() throws IOException {
    Map<String, String> listed = new TreeMap<>();
    for (String line : Files.readAllLines(UNSUPPORTED)) {
      if (!line.startsWith("#")) {
        List<String> fields = List.of(line.split("\t", -1));
        assertThat(fields).as(line).hasSize(3).noneMatch(String::isBlank);
        listed.put(fields.get(0), fields.get(1));
      }
    }
    return listed;
  }

  @Test
  void theRealRecordingIsReproducedAndNothingOfItRefused() {
    List<JsonNode> rows = RecordedTrajectories.rows("oracle/real");
    ReferenceComparer.Result result =
        new ReferenceComparer(rows, RecordedTrajectories.texts("oracle/real"))
            .compare(
                () ->
                    rows.stream()
                        .map(row -> RecordedTrajectories.verify(row, tasks::ready))
                        .iterator());

    assertThat(result.rows()).isEqualTo(REAL_ROWS);
    assertThat(result.differences()).isEmpty();
    assertThat(result.unsupported()).isEmpty();
    assertThat(result.isEqual()).isTrue();
  }

  @Test
  void neitherOrderNorThreadsChangeAByte() throws Exception {
    List<JsonNode> shuffled = new ArrayList<>(recording);
    Collections.shuffle(shuffled, new Random(20261121));
    Function<String, BfclTask> shared = freshTasks();
    Map<String, String> found = new ConcurrentHashMap<>();
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (JsonNode row : shuffled) {
        running.add(
            executor.submit(
                () ->
                    found.put(
                        row.get("tid").asText(),
                        Sha256.hex(RecordedTrajectories.verify(row, shared)))));
      }
      for (Future<?> verified : running) {
        verified.get();
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(found).hasSize(PUBLIC_ROWS).isEqualTo(digests);
  }

  @Test
  void factsAreTheSameWhereStatesAreNotKept() {
    for (JsonNode row : recording) {
      if (row.get("model_turns").isArray()) {
        String id = row.get("tid").asText();
        BfclTask task = tasks.ready(row.get("task").asText());

        assertThat(facts(task, row, false)).as(id).isEqualTo(facts(task, row, true));
      }
    }
  }

  /** All turns and the episode. */
  private static List<Object> facts(BfclTask task, JsonNode row, boolean keepsStates) {
    BfclVerifier verifier = RecordedTrajectories.verifier(task, keepsStates);
    List<Object> facts = new ArrayList<>();
    RecordedTrajectories.turns(row).forEach(steps -> facts.add(verifier.endTurn(steps)));
    facts.addAll(verifier.endEpisode());
    facts.add(verifier.episode());
    return facts;
  }

  /** Tasks nobody has used, ready to be shared: only their use is concurrent. */
  private static Function<String, BfclTask> freshTasks() throws IOException {
    TaskDirectory directory = TaskDirectory.read(Reference.folder().resolve("bfcl"));
    Map<String, BfclTask> ready = new HashMap<>();
    directory.tasks().forEach(task -> ready.put(task.id(), directory.ready(task.id())));
    return ready::get;
  }

  @Test
  void everyRecordedGroundTruthHasItsResultsAndStates() {
    Map<String, String> texts = RecordedTrajectories.texts("oracle");
    List<JsonNode> traces = Reference.rows("oracle/gt_traces.jsonl.gz");
    for (JsonNode trace : traces) {
      String id = trace.get("id").asText();
      EpisodePass pass =
          new EpisodePass(
              tasks.ready(id).program(),
              RecordedTrajectories.MODEL,
              RecordedTrajectories.RECORDED_ON);
      for (JsonNode turn : trace.get("turns")) {
        TurnPass passed = pass.turn(List.of());

        assertThat(results(passed.truth())).as(id).isEqualTo(texts(turn.get("results"), texts));
        assertThat(hashes(pass)).as(id).isEqualTo(map(turn.get("state_sha256")));
      }
    }
    assertThat(traces).hasSize(272);
  }

  @Test
  void everyRecordedGroundTruthAsPolicyHasItsVerdictAndScore() throws JsonProcessingException {
    for (JsonNode trace : Reference.rows("oracle/gt_traces.jsonl.gz")) {
      String id = trace.get("id").asText();
      JsonNode row = JSON.readTree(solved(id).referenceRow(id, null));

      assertThat(row.get("seal")).as(id).isEqualTo(trace.get("seal_gt_as_model"));
      for (String part : List.of("valid", "error_type")) {
        assertThat(row.get("official").get(part))
            .as(id)
            .isEqualTo(trace.get("official_gt_as_model").get(part));
      }
    }
  }

  @Test
  void aGroundTruthThePolicyInterferesWithBehavesAsRecorded() {
    Map<String, String> texts = RecordedTrajectories.texts("oracle");
    int rows = 0;
    for (JsonNode row : recording) {
      if (row.has("gt_exec")) {
        List<TurnPass> turns = RecordedTrajectories.verified(row, tasks::ready).pass().turns();
        for (TurnPass turn : turns) {
          assertThat(results(turn.truth()))
              .as(row.get("tid").asText())
              .isEqualTo(texts(row.get("gt_exec").get(turn.index()), texts));
        }
        rows++;
      }
    }
    assertThat(rows).isEqualTo(43);
  }

  @Test
  void everyGroundTruthOfTheBenchmarkPasses() {
    for (Task task : tasks.tasks()) {
      VerifiedEpisode facts = solved(task.id()).episode();

      assertThat(facts.official().valid()).as(task.id()).isTrue();
      assertThat(facts.irrelevance().valid()).as(task.id()).isTrue();
      assertThat(facts.progress().share()).as(task.id()).isEqualTo(1);
      assertThat(facts.progress().shareWithIrrelevance()).as(task.id()).isEqualTo(1);
      assertThat(facts.turns().tags())
          .as(task.id())
          .hasSameSizeAs(task.turns())
          .allMatch(tag -> tag.isSuccess());
      assertThat(facts.turns().firstDeviating()).as(task.id()).isEqualTo(-1);
    }
    assertThat(tasks.tasks()).hasSize(800);
  }

  @Test
  void oneTaskIsDefectiveUnderToolEnforcementAndNoneOtherwise() {
    Set<String> official = new TreeSet<>();
    Set<String> enforced = new TreeSet<>();
    for (Task task : tasks.tasks()) {
      if (tasks.ready(task.id()).defective(RulesInForce.OFFICIAL)) {
        official.add(task.id());
      }
      if (tasks.ready(task.id()).defective(ENFORCED)) {
        enforced.add(task.id());
      }
    }
    assertThat(official).isEmpty();
    assertThat(enforced).containsExactly("multi_turn_miss_func_49");
  }

  /** A task's ground truth as the policy, one step per call. */
  private static BfclVerifier solved(String taskId) {
    BfclTask task = tasks.ready(taskId);
    BfclVerifier verifier = RecordedTrajectories.verifier(task, true);
    for (List<String> calls : task.program().task().groundTruth()) {
      verifier.endTurn(PolicySteps.of(calls));
    }
    assertThat(verifier.endEpisode()).isEmpty();
    return verifier;
  }

  private static List<String> results(List<CallOutcome> outcomes) {
    return outcomes.stream().map(CallOutcome::text).toList();
  }

  private static List<String> texts(JsonNode recorded, Map<String, String> texts) {
    List<String> full = new ArrayList<>();
    recorded.forEach(
        text -> full.add(text.isObject() ? texts.get(text.get("$blob").asText()) : text.asText()));
    return full;
  }

  private static Map<String, String> hashes(EpisodePass pass) {
    Map<String, String> hashes = new TreeMap<>();
    pass.truthInstances()
        .forEach(instance -> hashes.put(instance.type().name(), CanonicalState.sha256(instance)));
    return hashes;
  }

  private static Map<String, String> map(JsonNode object) {
    Map<String, String> map = new TreeMap<>();
    object.properties().forEach(entry -> map.put(entry.getKey(), entry.getValue().asText()));
    return map;
  }
}
