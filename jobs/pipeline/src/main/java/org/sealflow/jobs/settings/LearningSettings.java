package org.sealflow.jobs.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.BatchOutput;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.ModelPolicyFactory;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.model.ModelDirectory;
import org.sealflow.model.config.Precision;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.settings.SettingsMapping;
import org.sealflow.settings.TimeSpans;

/**
 * Settings of the learner inside the co-evolution job.
 *
 * @param learn run, policy, mathematics and where weights go
 * @param model the model that is trained
 * @param slot what the learner's slot has to itself; null for a slot like all others
 * @param transactionTimeout how long a transaction on the learner's topics may be open: longer than
 *     a checkpoint and the longest outage together, see {@link Transactions}
 */
public record LearningSettings(
    LearnSettings learn,
    ModelPolicyFactory model,
    @Nullable LearnerSlot slot,
    Duration transactionTimeout) {
  /** Name of the policy unless told otherwise, the same as that of rollouts. */
  public static final String DEFAULT_POLICY = RolloutSettings.DEFAULT.policyName();

  private static final int DEFAULT_RANK = 16;
  private static final long DEFAULT_SEED = 1;
  private static final int DEFAULT_CONTEXT = 4096;
  private static final int DEFAULT_PASS_TOKENS = 8192;
  private static final int DEFAULT_KEPT_VERSIONS = 3;
  private static final Duration DEFAULT_BATCH_DEADLINE = Duration.ofMinutes(30);

  /**
   * Checks the timeout.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public LearningSettings {
    if (transactionTimeout.toMillis() < 1) {
      throw new IllegalArgumentException(
          "the transaction timeout is "
              + TimeSpans.text(transactionTimeout)
              + ", expected a millisecond or more");
    }
  }

  /**
   * Reads settings by name, as the options of {@code sealflow diagnose --learn} are called.
   *
   * @param given values by name, without dashes
   * @param algorithm settings of the mathematics by key
   * @throws UserError naming every problem at once
   */
  public static LearningSettings parse(Map<String, String> given, Map<String, String> algorithm) {
    List<String> problems = new ArrayList<>();
    NamedArguments reader = new NamedArguments(given, problems);
    Optional<LearningSettings> settings = read(reader, algorithm);
    reader.refuseUnknown();
    if (!problems.isEmpty()) {
      throw new UserError("learning settings are wrong: " + String.join("; ", problems));
    }
    return settings.orElseThrow();
  }

  /** The settings a reader finds; empty if it notes problems. */
  static Optional<LearningSettings> read(NamedArguments reader, Map<String, String> algorithm) {
    Optional<LearnSettings> learn = made(reader, learn(reader, algorithm));
    Optional<ModelPolicyFactory> model = made(reader, model(reader));
    Optional<LearnerSlot> slot =
        Optional.ofNullable(reader.textOrNull("learner-slot"))
            .flatMap(text -> made(reader, () -> LearnerSlot.parse(text)));
    Duration timeout = reader.value("transaction-timeout", Transactions.DEFAULT_TIMEOUT);
    return learn.flatMap(
        how ->
            model.flatMap(
                what ->
                    made(
                        reader,
                        () -> new LearningSettings(how, what, slot.orElse(null), timeout))));
  }

  private static Supplier<LearnSettings> learn(
      NamedArguments reader, Map<String, String> algorithm) {
    String run = reader.required("run");
    String policy = reader.text("policy-name", DEFAULT_POLICY);
    double temperature = reader.value("temperature", 1.0);
    int passTokens = reader.number("pass-tokens", DEFAULT_PASS_TOKENS);
    String weights = reader.required("weights");
    int kept = reader.number("keep-versions", DEFAULT_KEPT_VERSIONS);
    long stateLimit = reader.bytes("state-limit", LearnSettings.DEFAULT_STATE_LIMIT_BYTES);
    Duration deadline = reader.value("batch-deadline", DEFAULT_BATCH_DEADLINE);
    BatchOutput output = reader.value("training-batches", BatchOutput.NONE);
    List<String> wrong = new ArrayList<>();
    LearnerSettings learner = LearnerSettings.read("", SettingsMapping.nested(algorithm), wrong);
    wrong.forEach(reader::note);
    return () ->
        new LearnSettings(
            run,
            policy,
            learner,
            temperature,
            passTokens,
            weights,
            kept,
            stateLimit,
            deadline,
            output);
  }

  private static Supplier<ModelPolicyFactory> model(NamedArguments reader) {
    String directory = reader.required("model");
    int rank = reader.number("adapter-rank", DEFAULT_RANK);
    long seed = reader.value("adapter-seed", DEFAULT_SEED);
    int context = reader.number("context", DEFAULT_CONTEXT);
    String device = reader.text("device", "cpu");
    Precision precision = reader.value("precision", Precision.FLOAT32);
    long budget = reader.bytes("activation-budget", ModelPolicyFactory.DEFAULT_ACTIVATION_BUDGET);
    boolean packing = reader.value("packing", true);
    return () ->
        new ModelPolicyFactory(directory, rank, seed, context, device, precision, budget, packing);
  }

  private static <T> Optional<T> made(NamedArguments reader, Supplier<T> making) {
    try {
      return Optional.of(making.get());
    } catch (IllegalArgumentException wrong) {
      reader.note(String.valueOf(wrong.getMessage()));
      return Optional.empty();
    }
  }

  /**
   * Looks at the model's directory and at where weights go, for jobs whose learner runs on this
   * machine.
   *
   * @throws UserError one line, where the learner could not begin with them
   */
  public void requireUsable() {
    requireModel();
    requireWeights();
  }

  private void requireModel() {
    try (ModelDirectory directory = ModelDirectory.open(Path.of(model.directory()))) {
      int longest = directory.config().rotary().maximumPositions();
      if (model.contextLength() > longest) {
        throw new UserError(
            "--context is %d, but the model in %s takes at most %d tokens"
                .formatted(model.contextLength(), model.directory(), longest));
      }
    } catch (ModelDirectoryException broken) {
      throw new UserError(String.valueOf(broken.getMessage()), broken);
    }
  }

  private void requireWeights() {
    String uri = learn.weightsDirectory();
    try {
      org.apache.flink.core.fs.Path directory = new org.apache.flink.core.fs.Path(uri);
      directory.getFileSystem().mkdirs(directory);
    } catch (IOException | IllegalArgumentException refused) {
      throw new UserError(
          "no weights can be written to "
              + uri
              + ": "
              + refused.getMessage()
              + "; give another --weights",
          refused);
    }
  }
}
