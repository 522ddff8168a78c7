package org.sealflow.generate.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.generate.GeneratedTask;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.TaskLines;
import org.sealflow.generate.TestingSources;
import org.sealflow.python.Reference;
import org.sealflow.schemas.digest.Sha256;

final class GeneratorSplitTest {
  private static final GeneratorSources SOURCES = TestingSources.read();

  private static List<GeneratedTask> fixed(GeneratorSplit split, int count) {
    TaskGenerator generator = new TaskGenerator(GeneratorSettings.fixed(split), SOURCES);
    List<GeneratedTask> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tasks.add(generator.next());
    }
    return tasks;
  }

  private static Set<String> paraphrases(GeneratorSplit split, int count) {
    return fixed(split, count).stream()
        .flatMap(task -> task.paraphrases().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Changing any of these sets would make every figure measured on it worthless. */
  @ParameterizedTest
  @CsvSource({
    "TRAIN, 05ebda609b33b144a2dce560b4e8f50182d2d3e14e57115c1d197ed99676e33d",
    "VALIDATION, 7121238427053e3754a6ee63a43e2b30d432f7127e0db5f0e6bf62b227341d59",
    "TEST, d54ffaf2afe4a8dc3d208b59e250a93c3892b541cca64bef13ee3217fdaaf8a5",
    "TEST_OTHER_LEXICON, 2922c5f6eb4fc22fdb93624f56c590b7ffc2111e4efc08aea774dfc25a60b75c"
  })
  void theFixedSetNeverChanges(GeneratorSplit split, String sha256) {
    StringBuilder lines = new StringBuilder();
    for (GeneratedTask task : fixed(split, GeneratorSplit.FIXED_TASKS)) {
      lines
          .append(TaskLines.question(task.task()))
          .append('\n')
          .append(TaskLines.answer(task.task()))
          .append('\n');
    }
    assertThat(Sha256.hex(lines.toString())).isEqualTo(sha256);
  }

  @Test
  void theFixedTestSetHasAHundredTasksOfEachCategory() {
    Map<String, Integer> categories = new HashMap<>();
    for (GeneratedTask task : fixed(GeneratorSplit.TEST, GeneratorSplit.FIXED_TASKS)) {
      categories.merge(task.task().category(), 1, Integer::sum);
    }
    assertThat(categories)
        .hasSize(4)
        .allSatisfy((category, tasks) -> assertThat(tasks).isEqualTo(100));
  }

  @Test
  void noScenarioStandsOnTwoSides() {
    Map<String, String> side = new HashMap<>();
    for (GeneratorSplit split : GeneratorSplit.values()) {
      String name = split.isTest() ? "test" : split.label();
      for (GeneratedTask task : fixed(split, 1500)) {
        assertThat(side.merge(task.scenario(), name, (before, now) -> before))
            .as(task.scenario())
            .isEqualTo(name);
      }
    }
  }

  @Test
  void trainingAndValidationSeeNoHeldOutWording() {
    Set<String> heldOut =
        Families.phrases().filter(Phrase::heldOut).map(Phrase::id).collect(Collectors.toSet());
    assertThat(paraphrases(GeneratorSplit.TRAIN, 4000)).doesNotContainAnyElementsOf(heldOut);
    assertThat(paraphrases(GeneratorSplit.VALIDATION, 1000)).doesNotContainAnyElementsOf(heldOut);
    assertThat(heldOut).containsAll(paraphrases(GeneratorSplit.TEST_OTHER_LEXICON, 1000));
  }

  @Test
  void oneTestTaskInEightIsWordedAsTrainingNeverIs() {
    Set<String> heldOut =
        Families.phrases().filter(Phrase::heldOut).map(Phrase::id).collect(Collectors.toSet());
    List<GeneratedTask> tasks = fixed(GeneratorSplit.TEST, GeneratorSplit.FIXED_TASKS);
    for (GeneratedTask task : tasks) {
      if (task.heldOutWording()) {
        assertThat(heldOut).containsAll(task.paraphrases());
      } else {
        assertThat(task.paraphrases()).doesNotContainAnyElementsOf(heldOut);
      }
    }
    assertThat(
            tasks.stream()
                .filter(GeneratedTask::heldOutWording)
                .collect(
                    Collectors.groupingBy(task -> task.task().category(), Collectors.counting())))
        .hasSize(4)
        .allSatisfy((category, count) -> assertThat(count).isEqualTo(12));
  }

  @Test
  void theOtherLexiconSharesNothingWithThatOfTraining() {
    List<String> common = TaskGenerator.lexicon(GeneratorSplit.TRAIN);
    assertThat(TaskGenerator.lexicon(GeneratorSplit.TEST_OTHER_LEXICON))
        .doesNotContainAnyElementsOf(common)
        .doesNotHaveDuplicates();
    assertThat(TaskGenerator.lexicon(GeneratorSplit.TEST)).isEqualTo(common);
    assertThat(common).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(GeneratorSplit.class)
  void tasksSayNoWordOfTheLexiconOfOthers(GeneratorSplit split) {
    GeneratorSplit others =
        split == GeneratorSplit.TEST_OTHER_LEXICON
            ? GeneratorSplit.TRAIN
            : GeneratorSplit.TEST_OTHER_LEXICON;
    Set<String> foreign = Set.copyOf(TaskGenerator.lexicon(others));
    for (GeneratedTask task : fixed(split, 400)) {
      assertThat(words(TaskLines.question(task.task()) + TaskLines.answer(task.task())))
          .doesNotContainAnyElementsOf(foreign);
    }
  }

  private static Set<String> words(String text) {
    return Stream.of(text.split("[^A-Za-z0-9]+", -1)).collect(Collectors.toSet());
  }

  @Test
  void labelsLeadBackToTheirSplits() {
    for (GeneratorSplit split : GeneratorSplit.values()) {
      assertThat(GeneratorSplit.of(split.label())).isEqualTo(split);
    }
    assertThatThrownBy(() -> GeneratorSplit.of("dev"))
        .hasMessage("no split dev; expected one of [train, validation, test, test-other-lexicon]");
  }

  @Test
  void noRequestIsTakenFromTheBenchmark() {
    Set<String> theirs = new HashSet<>();
    for (String category : List.of("base", "miss_func", "miss_param", "long_context")) {
      for (JsonNode row : Reference.rows("bfcl/BFCL_v4_multi_turn_" + category + ".json")) {
        row.get("question")
            .forEach(
                turn ->
                    turn.forEach(message -> theirs.add(plain(message.get("content").asText()))));
      }
    }
    assertThat(theirs).hasSizeGreaterThan(1000);
    for (GeneratorSplit split : GeneratorSplit.values()) {
      for (GeneratedTask task : fixed(split, 1000)) {
        task.task()
            .turns()
            .forEach(
                turn ->
                    turn.forEach(
                        message -> assertThat(theirs).doesNotContain(plain(message.content()))));
      }
    }
  }

  private static String plain(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", " ").strip();
  }
}
