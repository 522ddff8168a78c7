package org.sealflow.jobs.cli.task;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sealflow.generate.GenerationCounts;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.TaskFiles;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.family.DropReason;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes generated tasks as a task directory. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    description = {
      "Generates tasks over all eight services and writes them in the benchmark's layout.",
      "Every ground truth is executed; what does not pass strictly is dropped and counted."
    },
    footer = {
      "",
      "The splits share no scenario (combination of actions); test-other-lexicon shares no word and"
          + " no wording with training either. Without --seed and --count the fixed set of the"
          + " split is written, the one results are reported on."
    })
final class TasksGenerateCommand implements Callable<Integer> {

  private final Clock clock;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Any number; equal seeds make equal tasks (default: that of the fixed set).")
  private @Nullable Long seed;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "" + GeneratorSplit.FIXED_TASKS,
      description = "How many tasks, of all categories together (default: ${DEFAULT-VALUE}).")
  private int count;

  @Option(
      names = "--split",
      paramLabel = "SPLIT",
      defaultValue = "train",
      description = "train, validation, test or test-other-lexicon (default: ${DEFAULT-VALUE}).")
  private String split = "train";

  @Option(
      names = "--category",
      paramLabel = "CATEGORY",
      description = "Tasks of this category alone, such as multi_turn_base. Repeatable.")
  private List<String> categories = GeneratorSettings.CATEGORIES;

  @Option(
      names = "--tools",
      paramLabel = "DIR",
      description =
          "Where the tools are documented, tasks in the benchmark's layout (default: data/tasks).")
  private Path tools = Path.of("data", "tasks");

  @Option(
      names = "--output",
      paramLabel = "DIR",
      required = true,
      description = "Where the tasks go, a directory that is empty or not there yet.")
  private Path output = Path.of("");

  TasksGenerateCommand() {
    this(Clock.systemUTC());
  }

  /** With another clock than the system's, for the time it takes. */
  TasksGenerateCommand(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Integer call() throws IOException {
    if (count < 1) {
      throw new UsageError("--count is " + count + ", expected 1 or more");
    }
    requireEmpty(output);
    TaskGenerator generator = generator();
    Instant start = clock.instant();
    TaskFiles.write(generator, count, tools, output);
    Duration took = Duration.between(start, clock.instant());
    report(generator.counts(), took);
    return 0;
  }

  /**
   * Lets a directory pass that is empty or not there yet.
   *
   * @throws UserError for any other
   */
  static void requireEmpty(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    if (!Files.isDirectory(directory)) {
      throw new UserError(directory + " is a file; give a new directory with --output");
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      if (entries.iterator().hasNext()) {
        throw new UserError(directory + " is not empty; give a new directory with --output");
      }
    }
  }

  private TaskGenerator generator() {
    try {
      GeneratorSplit chosen = GeneratorSplit.of(split);
      long from = seed == null ? chosen.fixedSeed() : seed;
      return new TaskGenerator(
          GeneratorSettings.of(from, chosen, categories), TaskFiles.sources(tools));
    } catch (IllegalArgumentException | IOException unusable) {
      throw new UserError(Causes.oneLine(unusable.getMessage()), unusable);
    }
  }

  private void report(GenerationCounts counts, Duration took) {
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(json(counts, took));
      return;
    }
    counts.made().forEach((category, made) -> out.println(category + ": " + made + " tasks"));
    String reasons =
        counts.dropped().entrySet().stream()
            .map(drop -> label(drop.getKey()) + " " + drop.getValue())
            .collect(Collectors.joining(", "));
    out.println("dropped: " + (reasons.isEmpty() ? "none" : reasons));
    out.printf(
        Locale.ROOT,
        "generated %d tasks in %.1f s; written to %s, use them with --tasks %s%n",
        counts.total(),
        took.toMillis() / 1000.0,
        output,
        output);
  }

  private String json(GenerationCounts counts, Duration took) {
    return PlainJson.line(
        json -> {
          json.writeStartObject();
          json.writeStringField("directory", output.toString());
          json.writeStringField("split", split);
          json.writeObjectFieldStart("tasks");
          for (Map.Entry<String, Long> made : counts.made().entrySet()) {
            json.writeNumberField(made.getKey(), made.getValue());
          }
          json.writeEndObject();
          json.writeObjectFieldStart("dropped");
          for (Map.Entry<DropReason, Long> drop : counts.dropped().entrySet()) {
            json.writeNumberField(label(drop.getKey()), drop.getValue());
          }
          json.writeEndObject();
          json.writeObjectFieldStart("slots");
          json.writeNumberField("random", counts.slots().random());
          json.writeNumberField("lexical", counts.slots().lexical());
          json.writeNumberField("other", counts.slots().other());
          json.writeEndObject();
          json.writeNumberField("seconds", took.toMillis() / 1000.0);
          json.writeEndObject();
        });
  }

  private static String label(DropReason reason) {
    return reason.name().toLowerCase(Locale.ROOT);
  }
}
