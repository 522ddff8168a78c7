package org.sealflow.bfcl.files;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.check.EpisodePass;
import org.sealflow.bfcl.check.TurnPass;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.Tag;
import org.sealflow.environment.ToolCatalog;
import org.sealflow.python.Reference;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.Method;

/** The project's own tasks in {@code data/tasks}: they can be solved, and they are our own. */
class SampleTasksTest {
  private static final LocalDate AS_OF = LocalDate.of(2026, 1, 15);
  private static final RulesInForce ENFORCED = new RulesInForce(true);

  /** Defective on purpose: data/README.md names it. */
  private static final String DEFECTIVE = "multi_turn_miss_func_11";

  /** Longest run of words a text of ours may share with the benchmark's. */
  private static final int SHARED_WORDS = 7;

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");
  private static final Path DIRECTORY = Reference.repository().resolve("data/tasks");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final TaskDirectory TASKS = read();

  private static TaskDirectory read() {
    try {
      return TaskDirectory.read(DIRECTORY);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyCategoryHasAtLeastTenTasks() {
    Map<String, Integer> categories = new TreeMap<>();
    TASKS.tasks().forEach(task -> categories.merge(task.category(), 1, Integer::sum));

    assertThat(categories.keySet())
        .containsExactly(
            "multi_turn_base",
            "multi_turn_long_context",
            "multi_turn_miss_func",
            "multi_turn_miss_param");
    assertThat(categories.values()).allMatch(count -> count >= 10);
    assertThat(TASKS.tasks()).hasSizeGreaterThanOrEqualTo(44);
  }

  @Test
  void everySimulatorTakesPartInAtLeastFourTasks() {
    for (SimulatorClass<?> type : Simulators.all()) {
      assertThat(TASKS.tasks())
          .as(type.name())
          .filteredOn(task -> task.involvedClasses().contains(type.name()))
          .hasSizeGreaterThanOrEqualTo(4);
    }
  }

  @Test
  void everyTaskHasTwoToFourTurns() {
    assertThat(TASKS.tasks())
        .allSatisfy(task -> assertThat(task.turns()).as(task.id()).hasSizeBetween(2, 4));
  }

  @Test
  void everyGroundTruthExecutesWithoutAnError() {
    for (Task task : TASKS.tasks()) {
      for (TurnPass turn : passOfTheGroundTruth(task).turns()) {
        assertThat(turn.truth())
            .as("%s turn %d", task.id(), turn.index())
            .extracting(CallOutcome::text)
            .noneMatch(result -> result.startsWith("Error during execution"))
            .noneMatch(result -> result.contains("\"error\"") || result.contains("'error'"));
      }
    }
  }

  @Test
  void everyGroundTruthPassesTheOfficialCheckAndEveryTurnItsTag() {
    for (Task task : TASKS.tasks()) {
      EpisodePass pass = passOfTheGroundTruth(task);

      assertThat(pass.official(task.turns().size()).isValid()).as(task.id()).isTrue();
      assertThat(pass.turns())
          .as(task.id())
          .extracting(TurnPass::tag)
          .allMatch(Tag::isSuccess)
          .contains(Tag.PASS);
    }
  }

  @Test
  void onlyTheTaskMadeToFailIsDefectiveUnderToolEnforcement() {
    List<String> defective = new ArrayList<>();
    for (Task task : TASKS.tasks()) {
      assertThat(TASKS.ready(task.id()).defective(RulesInForce.OFFICIAL)).as(task.id()).isFalse();
      if (TASKS.ready(task.id()).defective(ENFORCED)) {
        defective.add(task.id());
      }
    }
    assertThat(defective).containsExactly(DEFECTIVE);
  }

  @Test
  void aWithheldToolIsAskedForOneTurnBeforeItsReveal() {
    for (Task task : inCategory("multi_turn_miss_func")) {
      assertThat(task.withheldTools()).as(task.id()).hasSize(1);
      task.withheldTools()
          .forEach(
              (reveal, tools) -> {
                assertThat(task.turns().get(reveal)).as(task.id()).isEmpty();
                assertThat(task.groundTruth().get(reveal - 1)).as(task.id()).isEmpty();
                assertThat(names(task.groundTruth().get(reveal))).containsAnyElementsOf(tools);
              });
    }
  }

  @Test
  void aMissingParameterIsSaidInTheTurnAfterTheOneThatLacksIt() {
    for (Task task : inCategory("multi_turn_miss_param")) {
      int open = task.groundTruth().indexOf(List.of());

      assertThat(task.groundTruth()).as(task.id()).containsOnlyOnce(List.of());
      assertThat(task.groundTruth().get(open + 1)).as(task.id()).isNotEmpty();
      assertThat(task.turns()).as(task.id()).noneMatch(List::isEmpty);
    }
  }

  @Test
  void theOtherCategoriesWithholdNothingAndNeverAbstain() {
    assertThat(TASKS.tasks())
        .filteredOn(task -> !task.category().contains("miss"))
        .allMatch(task -> task.withheldTools().isEmpty())
        .noneMatch(task -> task.groundTruth().contains(List.of()));
  }

  @Test
  void everyToolIsDocumentedWithTheParametersItHas() {
    Map<String, JsonNode> documents = documents();
    int methods = 0;
    for (SimulatorClass<?> type : Simulators.all()) {
      for (Method<?> method : type.methods()) {
        JsonNode parameters = requireNonNull(documents.get(method.name())).get("parameters");
        assertThat(parameters.get("properties").fieldNames())
            .toIterable()
            .as(method.name())
            .containsExactlyInAnyOrderElementsOf(parameters(method, false));
        assertThat(parameters.get("required"))
            .as(method.name())
            .extracting(JsonNode::asText)
            .containsExactlyInAnyOrderElementsOf(parameters(method, true));
        methods++;
      }
    }
    assertThat(documents).hasSize(methods);
  }

  @Test
  void documentedEnumerationsAreProse() {
    assertThat(documents().values()).noneMatch(document -> document.findValue("enum") != null);
    ToolCatalog vehicle = TASKS.ready("multi_turn_base_6").tools();
    ToolCatalog travel = TASKS.ready("multi_turn_base_5").tools();

    assertThat(vehicle.allowedValues("setHeadlights", "mode")).containsExactly("on", "off", "auto");
    assertThat(travel.allowedValues("compute_exchange_rate", "base_currency"))
        .hasSize(11)
        .contains("USD", "MXN");
  }

  @Test
  void noRunOfEightWordsStandsInTheBenchmark() throws IOException {
    Set<String> theirs = new HashSet<>();
    forEachText(Reference.folder().resolve("bfcl"), text -> theirs.addAll(runs(text)));
    Set<String> shared = new TreeSet<>();
    int[] ours = {0};
    forEachText(
        DIRECTORY,
        text -> {
          Collection<String> runs = runs(text);
          ours[0] += runs.size();
          runs.stream().filter(theirs::contains).forEach(shared::add);
        });

    assertThat(shared).isEmpty();
    assertThat(ours[0]).isGreaterThan(1000);
    assertThat(theirs).hasSizeGreaterThan(ours[0]);
  }

  private static EpisodePass passOfTheGroundTruth(Task task) {
    EpisodePass pass = new EpisodePass(TASKS.ready(task.id()).program(), "sample", AS_OF);
    for (List<String> calls : task.groundTruth()) {
      pass.turn(calls.stream().map(List::of).toList());
    }
    return pass;
  }

  private static List<Task> inCategory(String category) {
    return TASKS.tasks().stream().filter(task -> task.category().equals(category)).toList();
  }

  private static List<String> names(List<String> calls) {
    return calls.stream().map(call -> call.substring(0, call.indexOf('('))).toList();
  }

  private static List<String> parameters(Method<?> method, boolean required) {
    return method.parameters().stream()
        .filter(parameter -> !required || parameter.fallback() == null)
        .map(Method.Parameter::name)
        .toList();
  }

  private static Map<String, JsonNode> documents() {
    Map<String, JsonNode> documents = new TreeMap<>();
    for (Path file : files(DIRECTORY.resolve("multi_turn_func_doc"))) {
      Reference.forEachRow(file, row -> documents.put(row.get("name").asText(), row));
    }
    return documents;
  }

  /** Questions, scenarios, documentation and constants; calls are interface, not prose. */
  private static void forEachText(Path directory, Consumer<String> action) throws IOException {
    for (Path file : files(directory)) {
      if (file.getFileName().toString().startsWith("BFCL_")) {
        Reference.forEachRow(file, row -> texts(row, action));
      }
    }
    for (Path file : files(directory.resolve("multi_turn_func_doc"))) {
      Reference.forEachRow(file, row -> texts(row, action));
    }
    texts(JSON.readTree(directory.resolve("long_context.json").toFile()), action);
  }

  private static void texts(JsonNode node, Consumer<String> action) {
    if (node.isTextual()) {
      action.accept(node.asText());
    }
    node.forEach(child -> texts(child, action));
  }

  private static List<Path> files(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every run of one word more than may be shared; the values of an enumeration are interface. */
  private static List<String> runs(String text) {
    int enumeration = text.indexOf("[Enum]");
    String prose = enumeration < 0 ? text : text.substring(0, enumeration);
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(prose.toLowerCase(Locale.ROOT));
    while (matcher.find()) {
      words.add(matcher.group());
    }
    List<String> runs = new ArrayList<>();
    for (int end = SHARED_WORDS + 1; end <= words.size(); end++) {
      runs.add(String.join(" ", words.subList(end - SHARED_WORDS - 1, end)));
    }
    return runs;
  }
}
