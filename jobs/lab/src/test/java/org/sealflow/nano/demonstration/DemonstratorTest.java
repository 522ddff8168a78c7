package org.sealflow.nano.demonstration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.ToolDoc;

class DemonstratorTest {
  private static final String WITHHELD = "multi_turn_miss_func_0";
  private static final String OPEN_VALUE = "multi_turn_miss_param_0";

  private final TestingLessons lessons = TestingLessons.read();

  private static List<String> answers(Demonstration demonstration) {
    return demonstration.messages().stream()
        .filter(DemonstratedMessage::isAnswer)
        .map(DemonstratedMessage::content)
        .toList();
  }

  private static String prompt(Demonstration demonstration) {
    return demonstration.messages().get(0).content();
  }

  @Test
  void theGroundTruthIsSpokenACallPerMessageAndEachTurnIsClosed() {
    Demonstration played =
        lessons.demonstrate(lessons.task(WITHHELD), DemonstrationOptions.PLAIN, 1);
    assertThat(answers(played))
        .containsExactly(
            "<tool_call>\n{\"name\": \"cd\", \"arguments\": {\"folder\": \"minutes\"}}\n"
                + "</tool_call>",
            "<tool_call>\n{\"name\": \"wc\", \"arguments\": {\"file_name\": \"may.txt\","
                + " \"mode\": \"l\"}}\n</tool_call>",
            "Done.",
            "I have no function for that.",
            "<tool_call>\n{\"name\": \"diff\", \"arguments\": {\"file_name1\": \"april.txt\","
                + " \"file_name2\": \"may.txt\"}}\n</tool_call>",
            "Done.",
            "<tool_call>\n{\"name\": \"touch\", \"arguments\": {\"file_name\": \"june.txt\"}}\n"
                + "</tool_call>",
            "Done.");
  }

  @Test
  void aTurnThatLeavesAValueOpenIsAnsweredByAskingForIt() {
    Task task = lessons.task(OPEN_VALUE);
    List<String> closings =
        new ArrayList<>(answers(lessons.demonstrate(task, DemonstrationOptions.PLAIN, 1)));
    closings.removeIf(answer -> answer.startsWith("<tool_call>"));
    assertThat(closings).hasSize(task.turns().size());
    for (int turn = 0; turn < closings.size(); turn++) {
      boolean calls = !task.groundTruth().get(turn).isEmpty();
      assertThat(closings.get(turn))
          .isEqualTo(calls ? "Done." : "Please give me the missing value.");
    }
    assertThat(closings).contains("Please give me the missing value.");
  }

  @Test
  void whatTheEnvironmentSaysStandsBetweenTheAnswers() {
    List<DemonstratedMessage> messages =
        lessons.demonstrate(lessons.task(WITHHELD), DemonstrationOptions.PLAIN, 1).messages();
    assertThat(messages.get(0).role()).isEqualTo("system");
    for (int i = 1; i < messages.size(); i++) {
      assertThat(messages.get(i).role()).isEqualTo(i % 2 == 1 ? "user" : "assistant");
      assertThat(messages.get(i).imitated()).isEqualTo(i % 2 == 0);
    }
    assertThat(messages.get(3).content())
        .startsWith("<tool_response>\n{\"current_working_directory\":")
        .endsWith("\n</tool_response>\n");
    assertThat(messages).anyMatch(message -> message.content().contains("diff(file_name1,"));
  }

  @Test
  void theSameSeedGivesTheSameMessagesAndAnotherSeedOthers() {
    Task task = lessons.task(WITHHELD);
    Demonstration first = lessons.demonstrate(task, TestingLessons.MIXED, 3);
    assertThat(lessons.demonstrate(task, TestingLessons.MIXED, 3)).isEqualTo(first);
    Set<String> prompts = new TreeSet<>();
    for (int seed = 0; seed < 20; seed++) {
      prompts.add(prompt(lessons.demonstrate(task, TestingLessons.MIXED, seed)));
    }
    assertThat(prompts).hasSizeGreaterThan(10);
  }

  @Test
  void aShortListHoldsWhatIsNeededAndAFewOthersInTheirOrder() {
    DemonstrationOptions few = new DemonstrationOptions(1, 2, 5, 0, 0, 0, MistakeRates.NONE);
    for (Task task : lessons.tasks()) {
      List<String> all = names(prompt(lessons.demonstrate(task, DemonstrationOptions.PLAIN, 0)));
      List<String> shown = names(prompt(lessons.demonstrate(task, few, 0)));
      Set<String> needed = new TreeSet<>(ShownTools.called(task));
      task.withheldTools().values().forEach(needed::removeAll);
      assertThat(shown).as(task.id()).containsAll(needed).isSubsetOf(all);
      assertThat(shown.size() - needed.size()).as(task.id()).isBetween(2, 5);
      assertThat(all.stream().filter(shown::contains)).isEqualTo(shown);
    }
  }

  private static List<String> names(String prompt) {
    return prompt
        .lines()
        .filter(line -> line.matches("\\w+\\(.*\\)"))
        .map(line -> line.substring(0, line.indexOf('(')))
        .toList();
  }

  @Test
  void withoutASharePromptsHoldAllToolsAndNothingElse() {
    for (Task task : lessons.tasks()) {
      String prompt = prompt(lessons.demonstrate(task, DemonstrationOptions.PLAIN, 5));
      long withheld = task.withheldTools().values().stream().mapToLong(List::size).sum();
      assertThat(names(prompt)).hasSize((int) (lessons.tools(task).size() - withheld));
      assertThat(prompt).doesNotContain("Guidelines:").doesNotContain("!");
    }
  }

  @Test
  void patchesShowAsCuesGuidelinesAndHints() {
    DemonstrationOptions patched = new DemonstrationOptions(0, 2, 5, 1, 1, 0, MistakeRates.NONE);
    int cues = 0;
    int guidelines = 0;
    int hints = 0;
    List<Demonstration> demonstrations = lessons.demonstrations(300, patched);
    for (Demonstration demonstration : demonstrations) {
      String prompt = prompt(demonstration);
      cues += prompt.contains("!:") ? 1 : 0;
      guidelines += prompt.contains("Guidelines:\n- ") ? 1 : 0;
      boolean hinted =
          demonstration.texts().stream().anyMatch(text -> text.contains("call it again with"));
      hints += hinted ? 1 : 0;
    }
    // A layer is there for certain in one of three, else in one of two.
    assertThat(cues).isBetween(150, 250);
    assertThat(guidelines).isBetween(150, 250);
    assertThat(hints).isBetween(100, 250);
  }

  @Test
  void aMistakeIsAnsweredByAnErrorAndRepairedAndNotToBeImitated() {
    DemonstrationOptions erring = new DemonstrationOptions(0, 2, 5, 0, 1, 0, MistakeRates.NONE);
    int mistakes = 0;
    for (Demonstration demonstration : lessons.demonstrations(100, erring)) {
      List<DemonstratedMessage> messages = demonstration.messages();
      for (int i = 2; i < messages.size(); i += 2) {
        if (!messages.get(i).imitated()) {
          mistakes++;
          assertThat(messages.get(i + 1).content()).contains("Error during execution: ");
          assertThat(messages.get(i + 2).imitated()).isTrue();
          assertThat(tool(messages.get(i + 2))).isEqualTo(tool(messages.get(i)));
        }
      }
    }
    assertThat(mistakes).isBetween(80, 100);
  }

  @Test
  void aMistakeToBeImitatedTakesThePlaceOfItsCall() {
    MistakeRates always = new MistakeRates(1, 1, 1, 0, 1);
    DemonstrationOptions mistaken = new DemonstrationOptions(0, 2, 5, 0, 0, 0, always);
    List<Demonstration> wrong = lessons.demonstrations(60, mistaken);
    List<Demonstration> right = lessons.demonstrations(60, DemonstrationOptions.PLAIN);
    for (int i = 0; i < wrong.size(); i++) {
      assertThat(answers(wrong.get(i))).isNotEqualTo(answers(right.get(i)));
      assertThat(wrong.get(i).messages())
          .filteredOn(DemonstratedMessage::isAnswer)
          .allMatch(DemonstratedMessage::imitated);
    }
    assertThat(wrong.toString())
        .contains("is not available in the current tool list")
        .contains("missing 1 required positional argument");
  }

  @Test
  void mistakesAreAsFrequentAsTheirRateAndTheSameForATool() {
    MistakeRates some = new MistakeRates(0.4, 0.3, 0.9, 0.02, 0.5);
    List<Double> rates =
        lessons.tools().stream().map(tool -> some.of(tool.name())).sorted().toList();
    assertThat(rates.stream().filter(rate -> rate == 0.02).count() / (double) rates.size())
        .isBetween(0.5, 0.7);
    assertThat(rates.get(rates.size() - 1)).isBetween(0.8, 0.9);
    assertThat(lessons.tools().stream().map(tool -> Mistake.of(tool.name())).distinct())
        .containsExactlyInAnyOrder(Mistake.values());
  }

  @Test
  void aToolThatIsWithheldIsCalledAndRefusedBeforeItsAbsenceIsSaidAndOnlyTheLatterImitated() {
    DemonstrationOptions refused = new DemonstrationOptions(0, 2, 5, 0, 0, 1, MistakeRates.NONE);
    List<DemonstratedMessage> messages =
        lessons.demonstrate(lessons.task(WITHHELD), refused, 1).messages();
    String revealed =
        "<tool_call>\n{\"name\": \"diff\", \"arguments\": {\"file_name1\": \"april.txt\","
            + " \"file_name2\": \"may.txt\"}}\n</tool_call>";

    List<String> said = messages.stream().map(DemonstratedMessage::content).toList();
    int call = said.indexOf(revealed);
    assertThat(messages.get(call).imitated()).isFalse();
    assertThat(messages.get(call + 2).imitated()).isTrue();
    assertThat(said.get(call + 1)).contains("Tool 'diff' is not available");
    assertThat(said.get(call + 2)).isEqualTo("I have no function for that.");
    assertThat(said.get(call + 4)).isEqualTo(revealed);
    assertThat(said.get(call + 5)).startsWith("<tool_response>");
  }

  @Test
  void aValueLeftOpenIsNotGuessedFirst() {
    Task task = lessons.task(OPEN_VALUE);
    DemonstrationOptions refused = new DemonstrationOptions(0, 2, 5, 0, 0, 1, MistakeRates.NONE);
    assertThat(answers(lessons.demonstrate(task, refused, 1)))
        .isEqualTo(answers(lessons.demonstrate(task, DemonstrationOptions.PLAIN, 1)));
  }

  private static String tool(DemonstratedMessage call) {
    return call.content().substring(0, call.content().indexOf("\", \"arguments\""));
  }

  @Test
  void aTaskThatCallsAWithheldToolCannotBeDemonstrated() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lessons.demonstrate(lessons.defective(), DemonstrationOptions.PLAIN, 0))
        .withMessage(
            "task multi_turn_miss_func_11 cannot be demonstrated: Tool 'tail' is not available in"
                + " the current tool list. Leave it out.");
  }

  @Test
  void aToolWithoutDocumentCannotBeCalledWrongly() {
    Task task = lessons.task(WITHHELD);
    List<ToolDoc> others =
        lessons.tools(task).stream().filter(tool -> !tool.name().equals("touch")).toList();
    Demonstrator demonstrator = new Demonstrator(lessons.longContext(), null);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> demonstrator.of(task, others, DemonstrationOptions.PLAIN, 0))
        .withMessageContaining("multi_turn_miss_func_0 cannot be demonstrated: Tool 'touch'");
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemonstrationOptions(1.5, 2, 5, 0, 0, 0, MistakeRates.NONE))
        .withMessage("shortListShare is 1.5; expected a share from 0 to 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemonstrationOptions(0.5, 3, 2, 0, 0, 0, MistakeRates.NONE))
        .withMessageStartingWith("a short list has 3 to 2 other tools; expected");
  }
}
