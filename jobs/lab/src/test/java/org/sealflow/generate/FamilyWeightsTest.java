package org.sealflow.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.task.Task;
import org.sealflow.generate.family.Families;
import org.sealflow.generate.family.GeneratorSplit;

final class FamilyWeightsTest {
  private static final GeneratorSources SOURCES = TestingSources.read();
  private static final FamilyTools TOOLS = FamilyTools.of(SOURCES);

  private static long share(FamilyWeights weights, String family, int tasks) {
    TaskGenerator generator =
        new TaskGenerator(GeneratorSettings.of(3, GeneratorSplit.TRAIN).with(weights), SOURCES);
    long found = 0;
    for (int i = 0; i < tasks; i++) {
      found += List.of(generator.next().scenario().split("\\+", -1)).contains(family) ? 1 : 0;
    }
    return found;
  }

  @Test
  void aFamilyOfMoreWeightIsDrawnMoreOftenAndTheOthersStill() {
    String family = Families.all().get(5).id();
    long alike = share(FamilyWeights.ALIKE, family, 300);
    long weighted = share(new FamilyWeights(Map.of(family, 100)), family, 300);
    assertThat(alike).isLessThan(40);
    assertThat(weighted).isBetween(100L, 290L);
  }

  @Test
  void aTaskIsAFunctionOfSeedIndexAndWeights() {
    FamilyWeights weights = new FamilyWeights(Map.of(Families.all().get(5).id(), 50));
    GeneratorSettings settings = GeneratorSettings.of(4, GeneratorSplit.TRAIN).with(weights);
    TaskGenerator all = new TaskGenerator(settings, SOURCES);
    for (int index = 0; index < 40; index++) {
      Task next = all.next().task();
      Task again = new TaskGenerator(settings, SOURCES).task(index).task();
      assertThat(TaskLines.question(again)).isEqualTo(TaskLines.question(next));
      assertThat(TaskLines.answer(again)).isEqualTo(TaskLines.answer(next));
    }
  }

  @Test
  void weightsOutOfTheirRangeAndUnknownFamiliesAreRefusedInWords() {
    String family = Families.all().get(0).id();
    assertThatThrownBy(() -> new FamilyWeights(Map.of(family, 0)))
        .hasMessage("family " + family + " has weight 0, expected 1 to 1000");
    assertThatThrownBy(() -> new FamilyWeights(Map.of("files.eat", 1)))
        .hasMessage("no action family files.eat, expected one such as " + family);
  }

  @Test
  void everyFamilyCallsSomethingAndNothingThatIsNotDocumented() {
    List<String> documented =
        SOURCES.documents().values().stream().flatMap(List::stream).map(d -> d.name()).toList();
    assertThat(TOOLS.families()).hasSameSizeAs(Families.all());
    for (String family : TOOLS.families()) {
      assertThat(TOOLS.tools(family)).as(family).isNotEmpty();
      assertThat(documented).containsAll(TOOLS.tools(family));
    }
  }

  /** The tools of each turn that calls any. */
  private static List<List<String>> tools(Task task) {
    return task.groundTruth().stream()
        .filter(turn -> !turn.isEmpty())
        .map(turn -> turn.stream().map(call -> call.substring(0, call.indexOf('('))).toList())
        .toList();
  }

  @Test
  void everyTaskOfValidationAndTestIsRecognisedByItsToolsAlone() {
    for (GeneratorSplit split :
        List.of(
            GeneratorSplit.VALIDATION, GeneratorSplit.TEST, GeneratorSplit.TEST_OTHER_LEXICON)) {
      for (TurnRange turns : List.of(TurnRange.SHORT, new TurnRange(6, 8))) {
        TaskGenerator generator =
            new TaskGenerator(GeneratorSettings.fixed(split).with(turns), SOURCES);
        for (int i = 0; i < GeneratorSplit.FIXED_TASKS; i++) {
          GeneratedTask made = generator.next();
          assertThat(FamilyTools.isHeldOut(made.scenario())).isTrue();
          assertThat(TOOLS.mayBeHeldOut(tools(made.task()))).as(made.scenario()).isTrue();
        }
      }
    }
  }

  @Test
  void mostTrainingTasksAreNotTakenForHeldOutOnes() {
    TaskGenerator generator =
        new TaskGenerator(GeneratorSettings.of(9, GeneratorSplit.TRAIN), SOURCES);
    int taken = 0;
    for (int i = 0; i < 400; i++) {
      GeneratedTask made = generator.next();
      assertThat(FamilyTools.isHeldOut(made.scenario())).isFalse();
      taken += TOOLS.mayBeHeldOut(tools(made.task())) ? 1 : 0;
    }
    assertThat(taken).isLessThan(200);
  }
}
