package org.sealflow.jobs.cli.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.learner.GenerationBenchmark;
import org.sealflow.jobs.bench.learner.LearnerShape;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.DeviceConverter;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.model.config.Precision;
import org.sealflow.model.file.ModelDirectoryException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how fast the inference engine reads and samples. */
@Command(
    name = "generate",
    description = {
      "Measures how many tokens per second the inference engine reads and samples, and its memory"
          + " beside what arithmetic predicts, with a random model or one of a directory."
    },
    mixinStandardHelpOptions = true)
final class BenchGenerateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--shape",
      paramLabel = "NAME",
      converter = BenchLearnerCommand.ShapeConverter.class,
      defaultValue = "small",
      description = "tiny, nano, small, 0.5b, 1.5b or 1b (default: ${DEFAULT-VALUE}).")
  private LearnerShape shape = LearnerShape.SMALL;

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description = "A Hugging Face model directory in place of the shape.")
  private @Nullable Path model;

  @Option(
      names = "--precision",
      paramLabel = "TYPE",
      description =
          "Type that weights are computed in: ${COMPLETION-CANDIDATES} (default: bfloat16 from half"
              + " a billion weights on, else float32).")
  private @Nullable Precision precision;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      converter = DeviceConverter.class,
      defaultValue = "cpu",
      description = "cpu, gpu0, gpu1, … (default: ${DEFAULT-VALUE}).")
  private String device = "cpu";

  @Option(
      names = "--prompts",
      paramLabel = "N",
      defaultValue = "8",
      description = "Prompts that are continued together (default: ${DEFAULT-VALUE}).")
  private int prompts;

  @Option(
      names = "--prompt-tokens",
      paramLabel = "N",
      defaultValue = "128",
      description = "Tokens of each, from 2 (default: ${DEFAULT-VALUE}).")
  private int promptTokens;

  @Option(
      names = "--new-tokens",
      paramLabel = "N",
      defaultValue = "32",
      description = "Tokens sampled of each (default: ${DEFAULT-VALUE}).")
  private int newTokens;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "Threads of the engine (default: ${DEFAULT-VALUE}).")
  private int threads = 2;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Time of a round, which does the work at least once (${DEFAULT-VALUE}).")
  private double seconds = 3;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Override
  public Integer call() throws Exception {
    if (threads < 1 || rounds < 1 || prompts < 1 || newTokens < 1) {
      throw new ParameterException(
          spec.commandLine(), "--threads, --rounds, --prompts and --new-tokens are at least 1");
    }
    if (promptTokens < 2 || !(seconds >= 0)) {
      throw new ParameterException(
          spec.commandLine(), "--prompt-tokens is at least 2, --seconds at least 0");
    }
    PrintWriter err = spec.commandLine().getErr();
    GenerationBenchmark.Settings settings =
        new GenerationBenchmark.Settings(
            shape,
            model,
            precision,
            device,
            new GenerationBenchmark.Load(prompts, promptTokens, newTokens),
            threads,
            Duration.ofNanos((long) (seconds * 1e9)),
            rounds);
    try {
      BenchOutput.print(
          new GenerationBenchmark(settings, err::println).run(),
          common.json(),
          spec.commandLine().getOut());
    } catch (ModelDirectoryException | IllegalArgumentException | IllegalStateException wrong) {
      throw new UserError(Causes.oneLine(wrong.getMessage()), wrong);
    }
    return 0;
  }
}
