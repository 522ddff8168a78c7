package org.sealflow.jobs.cli.bench;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.learner.LearnerBenchmark;
import org.sealflow.jobs.bench.learner.LearnerShape;
import org.sealflow.jobs.bench.learner.LearnerSteps.StepRange;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.DeviceConverter;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Measures how fast the learner reads, learns and samples. */
@Command(
    name = "learner",
    description = {
      "Measures tokens per second of the learner's forward pass, training step and generation, and"
          + " its memory, with a random model: its TorchScript route against the same work with DJL"
          + " alone, and with PyTorch where a Python has it.",
      "The heap is small beside native memory; the shapes 0.5b, 1b and 1.5b take about 2, 5 and"
          + " 6 GiB, and half of that of disk."
    },
    mixinStandardHelpOptions = true)
final class BenchLearnerCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--shape",
      paramLabel = "NAME",
      converter = ShapeConverter.class,
      defaultValue = "small",
      description = "tiny, nano, small, 0.5b, 1.5b or 1b (default: ${DEFAULT-VALUE}).")
  private LearnerShape shape = LearnerShape.SMALL;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      converter = DeviceConverter.class,
      defaultValue = "cpu",
      description =
          "cpu, gpu0, gpu1, … (default: ${DEFAULT-VALUE}); PyTorch, --memory and --barriers are"
              + " measured on the CPU only.")
  private String device = "cpu";

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "Threads of the engine, and of PyTorch (default: ${DEFAULT-VALUE}).")
  private int threads = 2;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Time each route does each work in a round; each is done at least once (default:"
              + " ${DEFAULT-VALUE}).")
  private double seconds = 3;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "How often the routes take turns (default: ${DEFAULT-VALUE}).")
  private int rounds = 5;

  @Option(
      names = "--python",
      paramLabel = "PROGRAM",
      description = "A Python that may have PyTorch (default: python3 of the path or of /usr/bin).")
  private @Nullable String python;

  @Option(names = "--memory", description = "Also watch memory over training steps.")
  private boolean memory;

  @Option(
      names = "--memory-from",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Steps before memory is first looked at (default: ${DEFAULT-VALUE}).")
  private int memoryFrom = 1000;

  @Option(
      names = "--memory-to",
      paramLabel = "N",
      defaultValue = "3000",
      description = "Steps before the last look (default: ${DEFAULT-VALUE}).")
  private int memoryTo = 3000;

  @Option(
      names = "--packing",
      description = "Also compare training with and without padding, on rows of different length.")
  private boolean packing;

  @Option(
      names = "--barriers",
      description = "Also take checkpoints while the learner's operator makes steps of about 2 s.")
  private boolean barriers;

  @Option(
      names = "--barrier-steps",
      paramLabel = "N",
      defaultValue = "5",
      description = "Steps during which they are taken (default: ${DEFAULT-VALUE}).")
  private int barrierSteps = 5;

  @Override
  public Integer call() throws Exception {
    if (threads < 1 || rounds < 1 || barrierSteps < 1 || !(seconds >= 0)) {
      throw new ParameterException(
          spec.commandLine(),
          "--threads, --rounds and --barrier-steps are at least 1, --seconds at least 0");
    }
    LearnerBenchmark.Settings settings =
        new LearnerBenchmark.Settings(
            shape,
            device,
            threads,
            Duration.ofNanos((long) (seconds * 1e9)),
            rounds,
            steps(),
            packing,
            barriers ? barrierSteps : 0,
            pythons());
    PrintWriter err = spec.commandLine().getErr();
    try {
      BenchResult result = new LearnerBenchmark(settings, err::println).run();
      BenchOutput.print(result, common.json(), spec.commandLine().getOut());
    } catch (IllegalArgumentException | IllegalStateException wrong) {
      throw new UserError(Causes.oneLine(wrong.getMessage()), wrong);
    }
    return 0;
  }

  private List<String> pythons() {
    return python == null ? List.of("python3", "/usr/bin/python3") : List.of(python);
  }

  private @Nullable StepRange steps() {
    if (!memory) {
      return null;
    }
    if (memoryFrom < 1 || memoryTo <= memoryFrom) {
      throw new ParameterException(
          spec.commandLine(),
          "--memory-from is "
              + memoryFrom
              + " and --memory-to "
              + memoryTo
              + ", expected at least 1 and more than that");
    }
    return new StepRange(memoryFrom, memoryTo);
  }

  /** Shapes by their names. */
  static final class ShapeConverter implements ITypeConverter<LearnerShape> {
    @Override
    public LearnerShape convert(String value) {
      try {
        return LearnerShape.of(value);
      } catch (IllegalArgumentException unknown) {
        throw new TypeConversionException("'" + value + "' is no shape, " + unknown.getMessage());
      }
    }
  }
}
