package org.sealflow.jobs.cli.option;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.LearningSettings;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import picocli.CommandLine.Option;

/** Options of the learner that runs beside diagnosis. */
public final class LearnOptions {
  @Option(
      names = "--learn",
      description = "Trains a policy on what is diagnosed; needs --model, --run and --weights.")
  private boolean learn;

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description = "The model to train, a Hugging Face directory on the learner's machine.")
  private @Nullable String model;

  @Option(
      names = "--run",
      paramLabel = "ID",
      description =
          "The run to learn from, as `sealflow rollout --run` names it; goes on where it"
              + " was left.")
  private @Nullable String run;

  @Option(
      names = "--weights",
      paramLabel = "URI",
      description =
          "Directory the versions' weights are published under, of any file system Flink"
              + " knows.")
  private @Nullable String weights;

  @Option(
      names = {"-S", "--set"},
      paramLabel = "KEY=VALUE",
      description =
          "A setting of the mathematics, such as weighting.rule=signed or"
              + " optimizer.learningRate.peak=1e-6. Repeatable; preset=seal-faithful begins with"
              + " SEAL's.")
  private Map<String, String> algorithm = Map.of();

  @Option(
      names = "--adapter-rank",
      paramLabel = "N",
      description = "Inner width of the LoRA adapters; 0 trains all weights (default: 16).")
  private @Nullable String adapterRank;

  @Option(
      names = "--adapter-seed",
      paramLabel = "N",
      description = "What new adapters are drawn from (default: 1).")
  private @Nullable String adapterSeed;

  @Option(
      names = "--context",
      paramLabel = "N",
      description = "Longest episode that is trained on, in tokens (default: 4096).")
  private @Nullable String contextLength;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      converter = DeviceConverter.class,
      description = "cpu, gpu0, gpu1, … (default: cpu).")
  private @Nullable String device;

  @Option(
      names = "--precision",
      paramLabel = "TYPE",
      description =
          "Type that weights are computed in: float32 or bfloat16; what is trained is held in"
              + " float32 (default: float32).")
  private @Nullable String precision;

  @Option(
      names = "--activation-budget",
      paramLabel = "SIZE",
      description =
          "Most activations that a pass keeps; beyond it layers are computed a second time"
              + " (default: 1g).")
  private @Nullable String activationBudget;

  @Option(
      names = "--packing",
      arity = "1",
      paramLabel = "true|false",
      description =
          "Whether rows of different length pass through the model without padding (default:"
              + " true).")
  private @Nullable String packing;

  @Option(
      names = "--policy-name",
      paramLabel = "NAME",
      description = "Name of the policy, the same as that of the rollouts (default: policy).")
  private @Nullable String policyName;

  @Option(
      names = "--temperature",
      paramLabel = "T",
      description = "Softmax temperature, the same as that of the rollouts (default: 1).")
  private @Nullable String temperature;

  @Option(
      names = "--pass-tokens",
      paramLabel = "N",
      description = "Most tokens of one pass through the model (default: 8192).")
  private @Nullable String passTokens;

  @Option(
      names = "--keep-versions",
      paramLabel = "N",
      description = "How many versions' weights stay published at least (default: 3).")
  private @Nullable String keepVersions;

  @Option(
      names = "--state-limit",
      paramLabel = "SIZE",
      description =
          "Trained weights up to this size are kept in checkpoints, with their optimizer; larger"
              + " ones in files below --weights (default: 64m).")
  private @Nullable String stateLimit;

  @Option(
      names = "--batch-deadline",
      paramLabel = "TIME",
      description =
          "How long a batch may take; groups not complete by then are left out (default: 30m).")
  private @Nullable String batchDeadline;

  @Option(
      names = "--training-batches",
      paramLabel = "OUTPUT",
      description =
          "Whether settled batches go to the topic training-batches: none, copy, or foreign, where"
              + " another trainer learns from them and publishes its versions with `sealflow"
              + " publish-policy` (default: none).")
  private @Nullable String trainingBatches;

  @Option(
      names = "--transaction-timeout",
      paramLabel = "TIME",
      description =
          "How long a transaction on the learner's topics may be open: longer than a checkpoint and"
              + " the longest outage together (default: 15m).")
  private @Nullable String transactionTimeout;

  @Option(
      names = "--learner-slot",
      paramLabel = "RESOURCES",
      description =
          "What the learner's slot has to itself on a cluster, such as cpu=2,heap=1g,off-heap=8g.")
  private @Nullable String slot;

  /**
   * How the policy is learned; null if it is not.
   *
   * @throws UsageError naming every problem at once
   */
  public @Nullable LearningSettings settings() {
    Map<String, String> given = given();
    if (learn) {
      try {
        return LearningSettings.parse(given, algorithm);
      } catch (UserError wrong) {
        throw new UsageError(String.valueOf(wrong.getMessage()), wrong);
      }
    }
    if (!given.isEmpty() || !algorithm.isEmpty()) {
      throw new UsageError(
          "--learn is missing, which these are for: "
              + (algorithm.isEmpty() ? "" : "--set ")
              + String.join(" ", given.keySet().stream().map(name -> "--" + name).toList()));
    }
    return null;
  }

  private Map<String, String> given() {
    Map<String, @Nullable String> all = new LinkedHashMap<>();
    all.put("model", model);
    all.put("run", run);
    all.put("weights", weights);
    all.put("adapter-rank", adapterRank);
    all.put("adapter-seed", adapterSeed);
    all.put("context", contextLength);
    all.put("device", device);
    all.put("precision", precision);
    all.put("activation-budget", activationBudget);
    all.put("packing", packing);
    all.put("policy-name", policyName);
    all.put("temperature", temperature);
    all.put("pass-tokens", passTokens);
    all.put("keep-versions", keepVersions);
    all.put("state-limit", stateLimit);
    all.put("batch-deadline", batchDeadline);
    all.put("training-batches", trainingBatches);
    all.put("transaction-timeout", transactionTimeout);
    all.put("learner-slot", slot);
    Map<String, String> given = new LinkedHashMap<>();
    all.forEach(
        (name, value) -> {
          if (value != null) {
            given.put(name, value);
          }
        });
    return given;
  }
}
