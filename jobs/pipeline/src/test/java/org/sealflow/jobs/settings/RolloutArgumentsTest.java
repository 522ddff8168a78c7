package org.sealflow.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.branch.BranchEnd;
import org.sealflow.rollout.branch.BranchStart;
import org.sealflow.rollout.branch.Branching;
import org.sealflow.rollout.openai.OpenAiPolicyFactory;
import org.sealflow.rollout.openai.OpenAiSettings;
import org.sealflow.rollout.plan.BatchShape;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.plan.RolloutPlan;

class RolloutArgumentsTest {
  private static final String TASKS = Path.of("..", "..", "data", "tasks").toString();

  private static RolloutArguments.Parsed parse(String arguments) {
    return RolloutArguments.parse(arguments.split(" ", -1));
  }

  @Test
  void aJobIsGivenByTheNamesOfTheCommandsOptions() {
    RolloutArguments.Parsed parsed =
        parse(
            "--bootstrap-servers a:1 --topic-prefix p. --policy scripted --run r --tasks "
                + TASKS
                + " --categories multi_turn_miss_func --groups 2 --group-size 4 --batches 3"
                + " --as-of 2026-01-15 --restarts 5");

    assertThat(parsed.settings().kafka().topicPrefix()).isEqualTo("p.");
    assertThat(parsed.settings().execution().limits().restarts()).isEqualTo(5);
    assertThat(parsed.plan().runId()).isEqualTo("r");
    assertThat(parsed.plan().shape()).isEqualTo(new BatchShape(2, 2, 4, 3));
    assertThat(parsed.plan().tasks())
        .isNotEmpty()
        .extracting(PlannedTask::taskId)
        .allMatch(task -> task.startsWith("multi_turn_miss_func_"));
    assertThat(parsed.rules().rules().asOfDate()).isEqualTo(LocalDate.of(2026, 1, 15));
    assertThat(parsed.rules().policyName()).isEqualTo("scripted");
  }

  @Test
  void whatFollowsDiagnosesIsGivenByNameToo() {
    RolloutPlan plan =
        parse(
                "--bootstrap-servers a:1 --policy scripted --run r --tasks "
                    + TASKS
                    + " --tasks-by learnability --branches root-cause --branch-end episode"
                    + " --branch-samples 4 --branches-per-group 2")
            .plan();

    assertThat(plan.drawsByLearnability()).isTrue();
    assertThat(plan.branching())
        .isEqualTo(new Branching(BranchStart.ROOT_CAUSE, BranchEnd.EPISODE, 4, 2));
  }

  /** Where no token ids are sent nothing is trained on, and any temperature will do. */
  @Test
  void aTemperatureThatBreaksImportanceWeightsIsRefused() {
    String served =
        "--bootstrap-servers a:1 --policy openai --model m --run r --temperature 0.7 --tasks "
            + TASKS;

    assertThat(parse(served).plan().sampling().temperature()).isEqualTo(0.7);
    assertThatThrownBy(() -> parse(served + " --tokenizer dir"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(
            "--temperature is 0.7, but servers report log-probabilities at temperature 1: expected"
                + " 1, or --processed-log-probs true with a server");
    assertThat(parse(served + " --tokenizer dir --processed-log-probs true").plan().runId())
        .isEqualTo("r");
  }

  @Test
  void serversAndWhereTheyFindAdaptersAreGivenAsLists() {
    PolicyFactory policies =
        parse(
                "--bootstrap-servers a:1 --policy openai --model m --run r --tasks "
                    + TASKS
                    + " --base-url http://one:8000/v1 --replicas"
                    + " http://two:8000/v1,http://three:8000/v1 --adapter-paths"
                    + " s3://bucket/weights=/weights --adapter-copies /copies --seeded false")
            .policies();

    OpenAiSettings settings = ((OpenAiPolicyFactory) policies).settings();
    assertThat(settings.replicas().baseUrls())
        .containsExactly("http://two:8000/v1", "http://three:8000/v1");
    assertThat(settings.replicas().paths()).containsExactly("s3://bucket/weights=/weights");
    assertThat(settings.replicas().copies()).isEqualTo("/copies");
    assertThat(settings.requests().seeded()).isFalse();
  }

  /** Their versions would not be loaded otherwise. */
  @Test
  void aServedPolicyHasTheNameOfTheLearnersOnceItsAdaptersAreLoaded() {
    String served =
        "--bootstrap-servers a:1 --policy openai --model m --run r --tasks " + TASKS + " ";

    assertThat(policyName(served)).isEqualTo("m");
    assertThat(policyName(served + "--policy-name p")).isEqualTo("m");
    assertThat(policyName(served + "--load-adapters true --policy-name p")).isEqualTo("p");
    assertThat(policyName(served + "--load-adapters true"))
        .isEqualTo(LearningSettings.DEFAULT_POLICY);
  }

  private static String policyName(String arguments) {
    return parse(arguments.strip()).rules().policyName();
  }

  @Test
  void everyProblemIsReported() {
    assertThatThrownBy(
            () -> parse("--bootstrap-servers a:1 --policy openai --seed many --versions later"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--run is missing")
        .hasMessageContaining("--tasks is missing")
        .hasMessageContaining("--model is missing")
        .hasMessageContaining("--seed is 'many', expected a whole number")
        .hasMessageContaining("--versions is 'later', expected one of policy, batches");
    assertThatThrownBy(() -> parse("--bootstrap-servers a:1 --colour red"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--colour is unknown");
  }
}
