package org.sealflow.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.bfcl.check.EpisodePass;
import org.sealflow.bfcl.check.TaskProgram;
import org.sealflow.bfcl.check.TurnPass;
import org.sealflow.bfcl.conversation.CallAnswers;
import org.sealflow.bfcl.task.Task;
import org.sealflow.bfcl.verify.BfclConversations;
import org.sealflow.environment.conversation.Conversation;
import org.sealflow.environment.conversation.EpisodeEnd;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.generate.family.Families;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.generate.family.SlotCounts;
import org.sealflow.python.call.CallOutcome;

final class TaskGeneratorTest {
  private static final GeneratorSources SOURCES = TestingSources.read();

  private static List<GeneratedTask> tasks(GeneratorSettings settings, int count) {
    TaskGenerator generator = new TaskGenerator(settings, SOURCES);
    List<GeneratedTask> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tasks.add(generator.next());
    }
    return tasks;
  }

  private static List<GeneratedTask> training(int count) {
    return tasks(GeneratorSettings.of(11, GeneratorSplit.TRAIN), count);
  }

  private static List<String> written(List<GeneratedTask> tasks) {
    return tasks.stream()
        .map(task -> TaskLines.question(task.task()) + TaskLines.answer(task.task()))
        .toList();
  }

  @Test
  void equalSeedsMakeEqualTasksAndOtherSeedsOthers() {
    assertThat(written(training(60))).isEqualTo(written(training(60)));
    assertThat(written(tasks(GeneratorSettings.of(12, GeneratorSplit.TRAIN), 60)))
        .doesNotContainAnyElementsOf(written(training(60)));
  }

  @Test
  void anyTaskCanBeMadeAlone() {
    List<String> sequence = written(training(40));
    TaskGenerator generator =
        new TaskGenerator(GeneratorSettings.of(11, GeneratorSplit.TRAIN), SOURCES);
    assertThat(written(List.of(generator.task(39), generator.task(3))))
        .containsExactly(sequence.get(39), sequence.get(3));
    assertThat(generator.counts().total()).isEqualTo(2);
  }

  @Test
  void tasksRarelyRepeatADialogue() {
    List<GeneratedTask> tasks = training(2000);
    assertThat(tasks.stream().map(task -> task.task().id())).doesNotHaveDuplicates();
    Set<String> dialogues = new HashSet<>();
    for (GeneratedTask task : tasks) {
      dialogues.add(task.task().turns() + task.task().groundTruth().toString());
    }
    assertThat(dialogues).hasSizeGreaterThan(1980);
  }

  @ParameterizedTest
  @EnumSource(GeneratorSplit.class)
  void theGroundTruthOfEveryTaskPassesStrictlyAndOfficiallyWithoutAnError(GeneratorSplit split) {
    for (GeneratedTask generated : tasks(GeneratorSettings.of(13, split), 500)) {
      Task task = generated.task();
      EpisodePass pass =
          new EpisodePass(new TaskProgram(task, SOURCES.longContext()), "policy", null);
      for (List<String> calls : task.groundTruth()) {
        TurnPass turn = pass.turn(calls.stream().map(List::of).toList());
        assertThat(turn.tag().isSuccess()).as("%s turn %s", task.id(), turn.index()).isTrue();
        for (CallOutcome outcome : turn.truth()) {
          assertThat(outcome.status()).isEqualTo(CallOutcome.Status.RETURNED);
          assertThat(outcome.text()).doesNotContainIgnoringCase("error");
        }
      }
      assertThat(pass.official(task.groundTruth().size()).isValid()).as(task.id()).isTrue();
    }
  }

  @Test
  void theGroundTruthCanBePlayedInAConversationThatEnforcesTools() {
    for (GeneratedTask generated : tasks(GeneratorSettings.of(14, GeneratorSplit.TEST), 200)) {
      Task task = generated.task();
      Conversation conversation =
          Conversation.start(
              BfclConversations.of(
                  task,
                  generated.documents(),
                  SOURCES.longContext(),
                  PromptStyles.qwenFunctionCalling()),
              Rules.of(null),
              Presentation.plain(),
              "policy",
              null);
      for (List<String> calls : task.groundTruth()) {
        for (String call : calls) {
          StepOutcome outcome = conversation.step(CallAnswers.of(List.of(call)));
          assertThat(outcome.refusal()).as(task.id()).isNull();
          assertThat(outcome.executed().get(0).call()).isEqualTo(call);
        }
        assertThat(conversation.step("Done.").turnEnded()).isTrue();
      }
      assertThat(conversation.end()).isEqualTo(EpisodeEnd.COMPLETED);
    }
  }

  @Test
  void categoriesComeInTheirWeights() {
    Map<String, Integer> weights = new LinkedHashMap<>();
    weights.put(GeneratorSettings.BASE, 3);
    weights.put(GeneratorSettings.MISS_FUNC, 2);
    TaskGenerator generator =
        new TaskGenerator(
            new GeneratorSettings(1, GeneratorSplit.TRAIN, weights, new TurnRange(1, 2), 0.5),
            SOURCES);
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      ids.add(generator.next().task().id());
    }
    assertThat(generator.counts().made())
        .isEqualTo(Map.of(GeneratorSettings.BASE, 30L, GeneratorSettings.MISS_FUNC, 20L));
    assertThat(ids)
        .hasSize(50)
        .contains(
            "multi_turn_base_train0", "multi_turn_base_train29", "multi_turn_miss_func_train19");
  }

  @Test
  void turnsAndCallsStayWithinTheirBounds() {
    for (GeneratedTask generated : training(1000)) {
      Task task = generated.task();
      boolean abstains = task.category().contains("_miss_");
      assertThat(task.turns()).hasSizeBetween(abstains ? 2 : 1, abstains ? 5 : 4);
      for (List<String> calls : task.groundTruth()) {
        assertThat(calls).hasSizeLessThanOrEqualTo(3);
      }
      assertThat(task.groundTruth().stream().filter(List::isEmpty)).hasSize(abstains ? 1 : 0);
      assertThat(task.involvedClasses()).hasSizeBetween(1, 2);
    }
  }

  @Test
  void whatIsWithheldIsTheFirstToolOfTheTurnThatAbstains() {
    GeneratorSettings settings =
        GeneratorSettings.of(15, GeneratorSplit.TRAIN, List.of(GeneratorSettings.MISS_FUNC));
    int single = 0;
    for (GeneratedTask generated : tasks(settings, 500)) {
      Task task = generated.task();
      assertThat(task.withheldTools()).hasSize(1);
      int reveal = task.withheldTools().keySet().iterator().next();
      List<String> calls = task.groundTruth().get(reveal);
      assertThat(task.turns().get(reveal)).isEmpty();
      assertThat(task.turns().get(reveal - 1)).hasSize(1);
      assertThat(task.groundTruth().get(reveal - 1)).isEmpty();
      assertThat(task.withheldTools().get(reveal))
          .containsExactly(calls.get(0).substring(0, calls.get(0).indexOf('(')));
      single += calls.size() == 1 ? 1 : 0;
    }
    assertThat(single).isGreaterThan(400);
  }

  @Test
  void whatIsLeftOpenIsSaidInTheNextTurn() {
    GeneratorSettings settings =
        GeneratorSettings.of(16, GeneratorSplit.TRAIN, List.of(GeneratorSettings.MISS_PARAM));
    for (GeneratedTask generated : tasks(settings, 300)) {
      Task task = generated.task();
      int open = task.groundTruth().indexOf(List.of());
      assertThat(task.withheldTools()).isEmpty();
      assertThat(task.groundTruth().get(open + 1)).isNotEmpty();
      assertThat(task.turns().get(open + 1).get(0).content())
          .matches("(?s)(It is|I mean|Take) .+\\.");
      assertThat(generated.paraphrases().get(open)).contains("/without-");
      assertThat(generated.paraphrases().get(open + 1)).startsWith("answer/");
    }
  }

  @Test
  void everyServiceAndMoreThanSeventyFamiliesTakePart() {
    Map<String, Integer> families = new TreeMap<>();
    Set<String> classes = new HashSet<>();
    for (GeneratedTask task : training(2000)) {
      for (String family : task.scenario().split("\\+", -1)) {
        families.merge(family, 1, Integer::sum);
      }
      classes.addAll(task.task().involvedClasses());
    }
    assertThat(classes).hasSize(8);
    assertThat(families).hasSizeGreaterThanOrEqualTo(70).hasSameSizeAs(Families.all());
  }

  @ParameterizedTest
  @EnumSource(GeneratorSplit.class)
  void halfOfTheWordsAndNamesInSlotsAreRandomStrings(GeneratorSplit split) {
    TaskGenerator generator = new TaskGenerator(GeneratorSettings.of(17, split), SOURCES);
    for (int i = 0; i < 400; i++) {
      generator.next();
    }
    SlotCounts slots = generator.counts().slots();
    assertThat(slots.random()).isGreaterThanOrEqualTo(slots.lexical());
    assertThat(slots.lexical()).isPositive();
  }

  @Test
  void theRandomShareDecidesWhetherTheLexiconIsUsed() {
    Map<String, Integer> weights = Map.of(GeneratorSettings.BASE, 1);
    TaskGenerator random =
        new TaskGenerator(
            new GeneratorSettings(1, GeneratorSplit.TRAIN, weights, TurnRange.SHORT, 1), SOURCES);
    for (int i = 0; i < 100; i++) {
      random.next();
    }
    assertThat(random.counts().slots().lexical()).isZero();
    assertThat(random.counts().slots().random()).isPositive();
  }

  @Test
  void longContextTasksStartWithMuchMoreThanOthers() {
    GeneratorSettings both =
        GeneratorSettings.of(
            18,
            GeneratorSplit.TRAIN,
            List.of(GeneratorSettings.BASE, GeneratorSettings.LONG_CONTEXT));
    long base = 0;
    long large = 0;
    for (GeneratedTask task : tasks(both, 200)) {
      int size = task.task().initialConfiguration().toString().length();
      base += task.task().longContext() ? 0 : size;
      large += task.task().longContext() ? size : 0;
    }
    assertThat(large).isGreaterThan(4 * base);
  }

  @Test
  void longTasksHaveAsManyTurnsAsAskedFor() {
    TaskGenerator generator =
        new TaskGenerator(
            GeneratorSettings.of(3, GeneratorSplit.TRAIN).with(new TurnRange(6, 8)), SOURCES);
    Set<Integer> base = new TreeSet<>();
    for (int i = 0; i < 80; i++) {
      Task task = generator.next().task();
      boolean plain = task.withheldTools().isEmpty() && !task.groundTruth().contains(List.of());
      int turns = task.turns().size();
      assertThat(turns).isBetween(plain ? 6 : 7, plain ? 8 : 9);
      if (plain) {
        base.add(turns);
      }
    }
    assertThat(base).containsExactly(6, 7, 8);
  }

  @Test
  void settingsOutsideOfTheirRangesAreRefusedInWords() {
    Map<String, Integer> base = Map.of(GeneratorSettings.BASE, 1);
    assertThatThrownBy(() -> new TurnRange(3, 9))
        .hasMessage("turns are 3 to 9, expected a range within 1 to 8");
    assertThatThrownBy(
            () -> new GeneratorSettings(1, GeneratorSplit.TRAIN, base, TurnRange.SHORT, 1.5))
        .hasMessage("randomValueShare is 1.5; expected 0 to 1");
    assertThatThrownBy(
            () -> new GeneratorSettings(1, GeneratorSplit.TRAIN, Map.of(), TurnRange.SHORT, 0.5))
        .hasMessageStartingWith("no category; give at least one of [multi_turn_base");
    assertThatThrownBy(() -> GeneratorSettings.of(1, GeneratorSplit.TRAIN, List.of("base")))
        .hasMessageStartingWith("no category base; expected one of [multi_turn_base");
    assertThatThrownBy(
            () ->
                new GeneratorSettings(
                    1,
                    GeneratorSplit.TRAIN,
                    Map.of(GeneratorSettings.BASE, 0),
                    TurnRange.SHORT,
                    0.5))
        .hasMessage("category multi_turn_base has weight 0; expected at least 1");
    assertThatThrownBy(() -> new GeneratorSources(Map.of(), SOURCES.longContext()))
        .hasMessageStartingWith("no documentation of ");
  }
}
