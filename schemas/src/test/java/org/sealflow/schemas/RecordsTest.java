package org.sealflow.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.sealflow.schemas.Refusals.refuses;

import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

class RecordsTest {
  @Test
  void everySampleIsValid() {
    assertThat(Samples.all().values())
        .allSatisfy(sample -> assertThat(Records.check(sample)).isEmpty())
        .allSatisfy(sample -> assertThat(Records.valid(sample)).isSameAs(sample));
  }

  @Test
  void anUnfinishedRecordIsDescribedNotThrownAt() {
    List<SpecificRecordBase> unfinished =
        List.of(
            new TrajectoryEvent(),
            new Diagnosis(),
            new TaskRecord(),
            new BatchManifest(),
            new CapabilityProfile(),
            new PatchRecord(),
            new PolicyUpdate(),
            new TrainingStep(),
            new TrainingSample(),
            new Failure());
    assertThat(unfinished)
        .allSatisfy(
            record ->
                assertThat(Records.check(record))
                    .hasValueSatisfying(
                        problem ->
                            assertThat(problem)
                                .startsWith(record.getClass().getSimpleName() + ": ")
                                .contains(" is missing")));
  }

  @Test
  void unfinishedPayloadsAreDescribedToo() {
    TrajectoryEvent event = new TrajectoryEvent();
    event.setEpisodeStarted(new EpisodeStarted());
    event.setAssistantStep(new AssistantStep());
    event.setToolResults(new ToolResults());
    event.setTurnEnded(new TurnEnded());
    event.setEpisodeEnded(new EpisodeEnded());
    Diagnosis diagnosis = new Diagnosis();
    diagnosis.setTurnDiagnosis(new TurnDiagnosis());
    diagnosis.setEpisodeDiagnosis(new EpisodeDiagnosis());
    TaskRecord task = new TaskRecord();
    task.setTask(new Task());
    task.setToolDocs(new ToolDocs());

    assertThat(Records.check(event)).get().asString().contains("sampling is missing");
    assertThat(Records.check(diagnosis)).get().asString().contains("verdict is missing");
    assertThat(Records.check(task)).get().asString().contains("turns is missing");
  }

  @Test
  void allProblemsAreSaidAtOnceInOneLine() {
    TrajectoryEvent event = event("turn-ended");
    event.setEpisodeId("");
    event.setAttempt(-1);
    event.setTurnEnded(new TurnEnded(-2));

    assertThat(Records.check(event))
        .contains(
            "TrajectoryEvent: episodeId is missing or empty; attempt is -1, expected 0 or more;"
                + " turn is -2, expected 0 or more");
  }

  @Test
  void anInvalidRecordIsRefusedWithTheSameWords() {
    TrajectoryEvent event = event("turn-ended");
    event.setRunId("");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Records.valid(event))
        .withMessage("TrajectoryEvent: runId is missing or empty");
  }

  @Test
  void aRecordInsideAnotherIsNotChecked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Records.check(new TurnEnded(0)))
        .withMessage("TurnEnded is not the record of a topic");
  }

  @Test
  void thePayloadMustBeTheOneOfTheKind() {
    refuses(
        event("turn-ended"),
        event -> event.setKind(EventKind.TOOL_RESULTS),
        "toolResults is missing, which the kind demands");
    refuses(
        event("turn-ended"),
        event -> event.setKind(EventKind.TOOL_RESULTS),
        "turnEnded is set, which the kind forbids");
    refuses(
        event("turn-ended"),
        event -> event.setToolResults(TrajectorySamples.results()),
        "toolResults is set, which the kind forbids");
    refuses(
        diagnosis("turn-failed"),
        diagnosis -> diagnosis.setKind(DiagnosisKind.EPISODE),
        "episodeDiagnosis is missing, which the kind demands");
    refuses(
        task("task"),
        task -> task.setToolDocs(Samples.toolDocs()),
        "toolDocs is set, which the kind forbids");
    refuses(
        task("tool-docs"), task -> task.setToolDocs(null), "toolDocs is missing, which the kind");
  }

  private static TrajectoryEvent event(String sample) {
    return Samples.get(TrajectoryEvent.class, sample);
  }

  private static Diagnosis diagnosis(String sample) {
    return Samples.get(Diagnosis.class, sample);
  }

  private static TaskRecord task(String sample) {
    return Samples.get(TaskRecord.class, sample);
  }
}
