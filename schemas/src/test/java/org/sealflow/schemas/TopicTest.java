package org.sealflow.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TopicTest {
  @Test
  void thereAreTenTopics() {
    assertThat(Arrays.stream(Topic.values()).map(Topic::baseName))
        .containsExactly(
            "tasks",
            "rollout-batches",
            "trajectories",
            "diagnoses",
            "capability-profiles",
            "environment-patches",
            "policy-updates",
            "training-metrics",
            "training-batches",
            "failures");
  }

  @Test
  void whatIsTheLatestOfItsKindIsCompacted() {
    assertThat(Arrays.stream(Topic.values()).filter(t -> t.cleanup() == Topic.Cleanup.COMPACT))
        .containsExactly(
            Topic.TASKS,
            Topic.CAPABILITY_PROFILES,
            Topic.ENVIRONMENT_PATCHES,
            Topic.POLICY_UPDATES);
  }

  @Test
  void onlyWhatIsOffTheLivePathIsTransactional() {
    assertThat(
            Arrays.stream(Topic.values())
                .filter(topic -> topic.delivery() == Topic.Delivery.TRANSACTIONAL))
        .containsExactly(Topic.POLICY_UPDATES, Topic.TRAINING_METRICS, Topic.TRAINING_BATCHES)
        .allSatisfy(topic -> assertThat(topic.guarantee()).startsWith("exactly once"));
  }

  @Test
  void whereTheLastRecordWinsThereIsOnePartition() {
    assertThat(Arrays.stream(Topic.values()).filter(t -> t.cleanup() == Topic.Cleanup.COMPACT))
        .allSatisfy(topic -> assertThat(topic.partitions()).isEqualTo(1));
    assertThat(Topic.TRAJECTORIES.partitions()).isEqualTo(8);
    assertThat(Topic.DIAGNOSES.partitions()).isEqualTo(8);
  }

  @Test
  void everyTopicSaysItsKeyAndGuarantee() {
    assertThat(Topic.values())
        .allSatisfy(topic -> assertThat(topic.key()).isNotBlank())
        .allSatisfy(topic -> assertThat(topic.guarantee()).isNotBlank());
    assertThat(Topic.TRAJECTORIES.key()).isEqualTo("episode id");
    assertThat(Topic.TRAJECTORIES.guarantee())
        .isEqualTo("at least once, deduplicated by (episode, attempt, sequence)");
  }

  @Test
  void topicsNameTheirRecords() {
    assertThat(Topic.TASKS.recordClass()).contains(TaskRecord.class);
    assertThat(Topic.ROLLOUT_BATCHES.recordClass()).contains(BatchManifest.class);
    assertThat(Topic.TRAJECTORIES.recordClass()).contains(TrajectoryEvent.class);
    assertThat(Topic.DIAGNOSES.recordClass()).contains(Diagnosis.class);
    assertThat(Topic.CAPABILITY_PROFILES.recordClass()).contains(CapabilityProfile.class);
    assertThat(Topic.ENVIRONMENT_PATCHES.recordClass()).contains(PatchRecord.class);
    assertThat(Topic.POLICY_UPDATES.recordClass()).contains(PolicyUpdate.class);
    assertThat(Topic.TRAINING_METRICS.recordClass()).contains(TrainingStep.class);
    assertThat(Topic.TRAINING_BATCHES.recordClass()).contains(TrainingSample.class);
    assertThat(Topic.FAILURES.recordClass()).contains(Failure.class);
  }

  @Test
  void aFailureCanHoldTheLargestMessage() {
    assertThat(Topic.LARGEST_MESSAGE_BYTES).isEqualTo(8_388_608);
    for (Topic topic : Topic.values()) {
      assertThat(topic.largestMessageBytes())
          .isEqualTo(topic == Topic.FAILURES ? 9_437_184 : 8_388_608);
    }
  }

  @Test
  void settingsCarryKafkasNames() {
    assertThat(Topic.TASKS.settings())
        .containsOnly(entry("cleanup.policy", "compact"), entry("max.message.bytes", "8388608"));
    assertThat(Topic.FAILURES.settings()).containsEntry("cleanup.policy", "delete");
  }

  @Test
  void namesCarryThePrefix() {
    assertThat(Topics.standard().name(Topic.TASKS)).isEqualTo("sealflow.tasks");
    assertThat(new Topics("team-a.").name(Topic.FAILURES)).isEqualTo("team-a.failures");
    assertThat(new Topics("").name(Topic.FAILURES)).isEqualTo("failures");
  }

  @Test
  void aNameIsReadBackUnderItsOwnPrefixOnly() {
    Topics topics = new Topics("a.");

    assertThat(topics.topic("a.tasks")).contains(Topic.TASKS);
    assertThat(topics.topic("sealflow.tasks")).isEmpty();
    assertThat(topics.topic("a.other")).isEmpty();
  }

  @Test
  void aPrefixKafkaRefusesIsRefused() {
    for (String prefix : new String[] {"a b.", "ä.", "a/b", "x".repeat(201)}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Topics(prefix))
          .withMessage(
              "topic prefix is '%s': use at most 200 letters, digits, dots, underscores and"
                  + " hyphens",
              prefix);
    }
  }

  @Test
  void tagsAreSpeltAsSealSpellsThem() {
    assertThat(Arrays.stream(Tag.values()).map(Tags::lowerCase))
        .containsExactly(
            "pass",
            "correct_abstention",
            "spurious_tool_call",
            "empty_turn_model_response",
            "state_mismatch",
            "response_mismatch",
            "instance_mismatch",
            "checker_error",
            "gt_error");
    assertThat(Tags.parse("gt_error")).contains(Tag.GT_ERROR);
    assertThat(Tags.parse("GT_ERROR")).isEmpty();
  }
}
