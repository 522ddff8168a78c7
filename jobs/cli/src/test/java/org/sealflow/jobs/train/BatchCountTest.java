package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;

class BatchCountTest {
  private final BatchCount batch = new BatchCount(3);

  @Test
  void aBatchWhoseDiagnosesAreReadFirstWaitsForTheEndsOfItsEpisodes() {
    batch.plan(groupOfTwo());
    batch.add(diagnosis("one", 0, Verdict.PASSED));
    batch.add(diagnosis("two", 0, Verdict.POLICY_FAILED));
    assertThat(batch.isComplete()).isFalse();

    batch.add(step("one", 0, 1, 5, false));
    batch.add(end("one", 0));
    batch.add(step("two", 0, 1, 7, false));
    assertThat(batch.isComplete()).isFalse();

    batch.add(end("two", 0));
    assertThat(batch.isComplete()).isTrue();
    assertThat(batch.line().sampledTokens()).isEqualTo(12);
  }

  @Test
  void anEpisodeThatTheInfrastructureLostHasNoEndToWaitFor() {
    batch.plan(groupOfTwo());
    batch.add(end("one", 0));
    batch.add(diagnosis("one", 0, Verdict.PASSED));
    batch.add(diagnosis("two", 0, Verdict.INFRASTRUCTURE_FAILED));

    assertThat(batch.isComplete()).isTrue();
  }

  @Test
  void aStepThatIsReadAgainCountsOnceAndARepeatedOneNever() {
    batch.plan(groupOfTwo());
    batch.add(step("one", 0, 1, 5, false));
    batch.add(step("one", 0, 1, 5, false));
    batch.add(step("one", 1, 1, 7, true));
    batch.add(step("one", 1, 2, 11, false));

    assertThat(batch.line().sampledTokens()).isEqualTo(16);
  }

  private static BatchManifest groupOfTwo() {
    PlannedGroup group = new PlannedGroup();
    group.setSize(2);
    BatchManifest manifest = new BatchManifest();
    manifest.setPlannedAt(Instant.EPOCH);
    manifest.setGroups(List.of(group));
    return manifest;
  }

  private static Diagnosis diagnosis(String episode, int attempt, Verdict verdict) {
    EpisodeDiagnosis whole = new EpisodeDiagnosis();
    whole.setVerdict(verdict);
    whole.setArm(Arm.HOLDOUT);
    whole.setCategory("base");
    whole.setEndedAt(Instant.EPOCH);
    Diagnosis diagnosis = new Diagnosis();
    diagnosis.setEpisodeId(episode);
    diagnosis.setAttempt(attempt);
    diagnosis.setEpisodeDiagnosis(whole);
    return diagnosis;
  }

  private static TrajectoryEvent step(
      String episode, int attempt, int sequence, int tokens, boolean repeated) {
    AssistantStep step = new AssistantStep();
    step.setRepeated(repeated);
    step.setSampledTokenIds(Collections.nCopies(tokens, 1));
    TrajectoryEvent event = event(episode, attempt);
    event.setSequence(sequence);
    event.setAssistantStep(step);
    return event;
  }

  private static TrajectoryEvent end(String episode, int attempt) {
    TrajectoryEvent event = event(episode, attempt);
    event.setEpisodeEnded(new EpisodeEnded());
    return event;
  }

  private static TrajectoryEvent event(String episode, int attempt) {
    TrajectoryEvent event = new TrajectoryEvent();
    event.setEpisodeId(episode);
    event.setAttempt(attempt);
    return event;
  }
}
