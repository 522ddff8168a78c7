package org.sealflow.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnJudgement;

class PreferencePairsTest {
  private static List<String> lines(TrainingSample... group) {
    return lines(RepairedAnswers.none(), group);
  }

  private static List<String> lines(RepairedAnswers repairs, TrainingSample... group) {
    return new PreferencePairs(TestingSamples.TOKENIZER, repairs).lines(List.of(group));
  }

  @Test
  void aPairIsCutAtTheFirstAnswerOfTheRootCauseTurnThatDiffers() throws Exception {
    List<String> lines = lines(TestingSamples.failed(), TestingSamples.passed());

    assertThat(lines).hasSize(1);
    JsonNode pair = new ObjectMapper().readTree(lines.get(0));
    assertThat(pair.fieldNames()).toIterable().containsExactly("prompt", "chosen", "rejected");
    assertThat(pair.path("prompt").asText()).isEqualTo("askls<|im_end|>nextcd<|im_end|>found");
    assertThat(pair.path("chosen").asText()).isEqualTo("done<|im_end|>");
    assertThat(pair.path("rejected").asText()).isEqualTo("oops!<|im_end|>");
  }

  @Test
  void promptAndAnswerAreTheTokensThatWerePlayed() throws Exception {
    JsonNode pair =
        new ObjectMapper().readTree(lines(TestingSamples.failed(), TestingSamples.passed()).get(0));
    String played = pair.path("prompt").asText() + pair.path("rejected").asText();

    assertThat(TestingSamples.TOKENIZER.encode(played))
        .containsExactly(TestingSamples.failed().getTokens().stream().mapToInt(id -> id).toArray());
  }

  @Test
  void whatWasShownOtherwiseIsComparedWithNothing() {
    TrainingSample other =
        TestingSamples.sample(
            1,
            List.of("ask", "ls", "patched", "cd", "found", "done"),
            sample -> {
              sample.setVerdict(TestingSamples.passed().getVerdict());
              sample.setReward(1.0);
              sample.setAdvantage(1.0);
            });

    assertThat(lines(TestingSamples.failed(), other)).isEmpty();
  }

  /** The failed episode's turn 1 calls cd('a'), then says something wrong. */
  private static RepairedAnswers repairs(CallEdit... edits) {
    RepairedAnswers repairs = RepairedAnswers.none();
    EpisodeDiagnosis episode = new EpisodeDiagnosis();
    episode.setRootCauseTurn(1);
    episode.setRepair(new Repair(RepairOutcome.FOUND, List.of(edits), 3));
    Diagnosis diagnosis = new Diagnosis();
    diagnosis.setRunId("run");
    diagnosis.setEpisodeId("run/b2/g0/s0");
    diagnosis.setAttempt(0);
    diagnosis.setEpisodeDiagnosis(episode);
    repairs.take("run", diagnosis);
    for (int step = 0; step < 2; step++) {
      AssistantStep played = new AssistantStep();
      played.setTurn(1);
      played.setStep(step);
      played.setToolCalls(step == 0 ? List.of("cd(folder='a')") : List.of());
      TrajectoryEvent event = new TrajectoryEvent();
      event.setEpisodeId("run/b2/g0/s0");
      event.setAttempt(0);
      event.setAssistantStep(played);
      repairs.take(event);
    }
    return repairs;
  }

  private static CallEdit edit(EditKind kind, Integer step, Integer call, String wanted) {
    return new CallEdit(kind, 1, step, call, "cd", null, wanted, List.of());
  }

  @Test
  void withoutABetterSampleTheRepairedAnswerIsChosen() throws Exception {
    List<String> lines =
        lines(repairs(edit(EditKind.REPLACE, 0, 0, "cd(folder='b')")), TestingSamples.failed());
    JsonNode pair = new ObjectMapper().readTree(lines.get(0));

    assertThat(pair.path("prompt").asText()).isEqualTo("askls<|im_end|>next");
    assertThat(pair.path("rejected").asText()).isEqualTo("cd<|im_end|>");
    assertThat(pair.path("chosen").asText())
        .isEqualTo(
            "<tool_call>\n{\"name\": \"cd\", \"arguments\": {\"folder\": \"b\"}}\n</tool_call>"
                + "<|im_end|>");
  }

  @Test
  void aCallThatIsMissingAtTheEndStandsInsteadOfTheLastAnswer() throws Exception {
    List<String> lines =
        lines(repairs(edit(EditKind.INSERT, null, null, "ls()")), TestingSamples.failed());
    JsonNode pair = new ObjectMapper().readTree(lines.get(0));

    assertThat(pair.path("rejected").asText()).isEqualTo("oops!<|im_end|>");
    assertThat(pair.path("chosen").asText()).contains("\"name\": \"ls\"");
  }

  @Test
  void anInsertedCallStandsBeforeTheOneItNames() throws Exception {
    List<String> lines =
        lines(repairs(edit(EditKind.INSERT, 0, 0, "pwd()")), TestingSamples.failed());

    assertThat(new ObjectMapper().readTree(lines.get(0)).path("chosen").asText())
        .containsSubsequence("pwd", "cd");
  }

  @Test
  void anAnswerThatARepairLeavesEmptyIsNoChoice() {
    assertThat(lines(repairs(edit(EditKind.DROP, 0, 0, null)), TestingSamples.failed())).isEmpty();
  }

  @Test
  void aBetterSampleComesBeforeARepair() throws Exception {
    List<String> lines =
        lines(
            repairs(edit(EditKind.REPLACE, 0, 0, "cd(folder='b')")),
            TestingSamples.failed(),
            TestingSamples.passed());

    assertThat(new ObjectMapper().readTree(lines.get(0)).path("chosen").asText())
        .isEqualTo("done<|im_end|>");
  }

  @Test
  void onlyATurnThatIsJudgedRightIsChosen() {
    TrainingSample wrong = TestingSamples.passed();
    wrong.setJudgements(List.of(TurnJudgement.RIGHT, TurnJudgement.UNJUDGED));

    assertThat(lines(TestingSamples.failed(), wrong)).isEmpty();
    assertThat(lines(TestingSamples.failed())).isEmpty();
    assertThat(lines(TestingSamples.passed())).isEmpty();
  }
}
