package org.sealflow.jobs.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.capability.PermutationSettings;
import org.sealflow.chat.JudgeSettings;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.jobs.otlp.OtlpSettings;
import org.sealflow.learn.algorithm.WeightingRule;
import org.sealflow.rollout.openai.OpenAiSettings;
import org.sealflow.schemas.Topics;
import org.sealflow.settings.TimeSpans;

/**
 * The settings of the live job.
 *
 * @param kafka the brokers and the topics
 * @param execution how Flink executes the job
 * @param diagnosis how episodes are diagnosed
 * @param evolution how profiles are kept and patches made
 * @param learning how the policy is learned; null if it is not
 * @param permutation how the labels of training episodes are permuted before profiles and learner
 *     see them; null if they are not
 */
public record JobSettings(
    KafkaSettings kafka,
    ExecutionSettings execution,
    DiagnosisSettings diagnosis,
    EvolutionSettings evolution,
    @Nullable LearningSettings learning,
    @Nullable PermutationSettings permutation) {
  /** Why permuted labels and a learner that permutes them do not go together. */
  public static final String PERMUTED_TWICE =
      "labels are permuted, and weighting.rule is random, which permutes them again;"
          + " take weighting.rule=signed";

  /** The settings for brokers, all else as it is by default. */
  public static JobSettings of(String bootstrapServers) {
    return of(KafkaSettings.of(bootstrapServers));
  }

  /** The settings for brokers and topics, all else as it is by default. */
  public static JobSettings of(KafkaSettings kafka) {
    return new JobSettings(
        kafka,
        ExecutionSettings.DEFAULT,
        DiagnosisSettings.DEFAULT,
        EvolutionSettings.DEFAULT,
        null,
        null);
  }

  /**
   * Checks the parts together.
   *
   * @throws IllegalArgumentException if learner and permutation do not go together
   */
  public JobSettings {
    List<String> problems = disagreement(learning, permutation);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException("settings are wrong: " + String.join("; ", problems));
    }
  }

  private static List<String> disagreement(
      @Nullable LearningSettings learning, @Nullable PermutationSettings permutation) {
    List<String> problems = new ArrayList<>();
    if (learning == null || permutation == null) {
      return problems;
    }
    if (learning.learn().learner().weighting().rule() == WeightingRule.RANDOM) {
      problems.add(PERMUTED_TWICE);
    }
    Duration patience = learning.learn().batchDeadline();
    if (permutation.deadline().compareTo(patience) >= 0) {
      problems.add(
          "a batch is held for up to %s until its labels are permuted, expected less than the %s"
                  .formatted(TimeSpans.text(permutation.deadline()), TimeSpans.text(patience))
              + " after which the learner gives it up");
    }
    return problems;
  }

  /** The same, executed otherwise. */
  public JobSettings with(ExecutionSettings how) {
    return new JobSettings(kafka, how, diagnosis, evolution, learning, permutation);
  }

  /** The same, diagnosed otherwise. */
  public JobSettings with(DiagnosisSettings how) {
    return new JobSettings(kafka, execution, how, evolution, learning, permutation);
  }

  /** The same with other profiles and patches. */
  public JobSettings with(EvolutionSettings how) {
    return new JobSettings(kafka, execution, diagnosis, how, learning, permutation);
  }

  /** The same with a learner, or without one. */
  public JobSettings withLearning(@Nullable LearningSettings how) {
    return new JobSettings(kafka, execution, diagnosis, evolution, how, permutation);
  }

  /** The same with permuted labels, or with labels as diagnosed. */
  public JobSettings withPermutation(@Nullable PermutationSettings how) {
    return new JobSettings(kafka, execution, diagnosis, evolution, learning, how);
  }

  /**
   * Reads {@code --name value} pairs, as {@code flink run} passes them on. {@code --kafka-config}
   * takes a file of properties, as Kafka's own tools do; {@code --kafka-property} and {@code --set}
   * take {@code key=value} and may be repeated; the latter and all that {@link
   * LearningSettings#parse} names are for {@code --learn true}; {@code --labels-seed} and {@code
   * --labels-deadline} are for {@code --labels permuted}, {@code --reliance-threshold} and {@code
   * --reliance-episodes} for {@code --reliance true}; {@code --otlp-header name=value} may be
   * repeated and is for {@code --otlp-endpoint}.
   *
   * @throws UserError naming every problem at once: unknown names, missing and malformed values
   */
  public static JobSettings parse(String[] arguments) {
    Map<String, String> given = new LinkedHashMap<>();
    Map<String, String> kafka = new LinkedHashMap<>();
    Map<String, String> algorithm = new LinkedHashMap<>();
    Map<String, String> headers = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < arguments.length; i += 2) {
      String name = arguments[i];
      if (!name.startsWith("--") || i + 1 >= arguments.length) {
        problems.add("'" + name + "' is no --name with a value");
        continue;
      }
      switch (name) {
        case "--kafka-property" -> pair(name, arguments[i + 1], kafka, problems);
        case "--kafka-config" -> config(arguments[i + 1], kafka, problems);
        case "--set" -> pair(name, arguments[i + 1], algorithm, problems);
        case "--otlp-header" -> pair(name, arguments[i + 1], headers, problems);
        default -> given.put(name.substring(2), arguments[i + 1]);
      }
    }
    NamedArguments reader = new NamedArguments(given, problems);
    JobSettings settings = read(reader, kafka, algorithm, otlp(reader, headers));
    reader.refuseUnknown();
    if (!problems.isEmpty()) {
      throw new UserError("settings are wrong: " + String.join("; ", problems));
    }
    return settings;
  }

  /** Options on the command line come before the file. */
  private static void config(String file, Map<String, String> kafka, List<String> problems) {
    try {
      KafkaConfigFile.read(Path.of(file)).forEach(kafka::putIfAbsent);
    } catch (UserError unreadable) {
      problems.add(String.valueOf(unreadable.getMessage()));
    }
  }

  private static void pair(
      String name, String pair, Map<String, String> pairs, List<String> problems) {
    int equals = pair.indexOf('=');
    if (equals < 1) {
      problems.add(name + " is '" + pair + "', expected name=value");
    } else {
      pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
  }

  private static JobSettings read(
      NamedArguments reader,
      Map<String, String> kafka,
      Map<String, String> algorithm,
      @Nullable OtlpSettings otlp) {
    LearningSettings learning = learning(reader, algorithm);
    PermutationSettings permutation = permutation(reader);
    List<String> problems = disagreement(learning, permutation);
    problems.forEach(reader::note);
    DiagnosisSettings diagnosis = DiagnosisSettings.DEFAULT;
    return new JobSettings(
        new KafkaSettings(
            reader.required("bootstrap-servers"),
            reader.text("topic-prefix", Topics.DEFAULT_PREFIX),
            kafka),
        reader.record(ExecutionSettings.DEFAULT),
        new DiagnosisSettings(
            reader.value("deadline", diagnosis.deadline()),
            reader.value("repairs", diagnosis.repairs()),
            otlp,
            judge(reader)),
        reader
            .value("evolution", EvolutionSettings.Rule.SEALFLOW)
            .settings()
            .with(reliance(reader)),
        learning,
        problems.isEmpty() ? permutation : null);
  }

  private static EvolveSettings.@Nullable Reliance reliance(NamedArguments reader) {
    if (!reader.value("reliance", false)) {
      return null;
    }
    EvolveSettings.Reliance defaults = EvolveSettings.Reliance.DEFAULT;
    EvolveSettings.Reliance limit =
        new EvolveSettings.Reliance(
            reader.value("reliance-threshold", defaults.threshold()),
            reader.number("reliance-episodes", defaults.episodes()));
    try {
      return EvolveSettings.DEFAULT.with(limit).reliance();
    } catch (IllegalArgumentException wrong) {
      reader.note(String.valueOf(wrong.getMessage()));
      return null;
    }
  }

  private static @Nullable OtlpSettings otlp(NamedArguments reader, Map<String, String> headers) {
    String endpoint = reader.textOrNull("otlp-endpoint");
    if (endpoint == null) {
      if (!headers.isEmpty()) {
        reader.note("--otlp-header is for --otlp-endpoint");
      }
      return null;
    }
    try {
      return OtlpSettings.of(endpoint, headers);
    } catch (IllegalArgumentException wrong) {
      reader.note("--" + wrong.getMessage());
      return null;
    }
  }

  private static @Nullable JudgeSettings judge(NamedArguments reader) {
    String url = reader.textOrNull("judge-url");
    String model = reader.textOrNull("judge-model");
    String keyVariable = reader.text("judge-key-variable", OpenAiSettings.KEY_VARIABLE);
    Duration timeout = reader.value("judge-timeout", JudgeSettings.DEFAULT_TIMEOUT);
    if ((url == null) != (model == null)) {
      reader.note("--judge-url and --judge-model go together: a server and its model");
    }
    if (url == null || model == null) {
      return null;
    }
    try {
      return new JudgeSettings(url, model, keyVariable, timeout);
    } catch (IllegalArgumentException wrong) {
      reader.note("the judge: " + wrong.getMessage());
      return null;
    }
  }

  private static @Nullable PermutationSettings permutation(NamedArguments reader) {
    LabelRule rule = reader.value("labels", LabelRule.DIAGNOSED);
    if (rule == LabelRule.DIAGNOSED) {
      return null;
    }
    long seed = reader.value("labels-seed", 1L);
    Duration deadline = reader.value("labels-deadline", PermutationSettings.DEFAULT_DEADLINE);
    try {
      return rule.permutation(seed, deadline);
    } catch (IllegalArgumentException wrong) {
      reader.note(String.valueOf(wrong.getMessage()));
      return null;
    }
  }

  private static @Nullable LearningSettings learning(
      NamedArguments reader, Map<String, String> algorithm) {
    if (reader.value("learn", false)) {
      return LearningSettings.read(reader, algorithm).orElse(null);
    }
    if (!algorithm.isEmpty()) {
      reader.note("--set is for --learn true");
    }
    return null;
  }
}
