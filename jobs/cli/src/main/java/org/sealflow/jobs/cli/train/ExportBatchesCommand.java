package org.sealflow.jobs.cli.train;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.NamedRun;
import org.sealflow.jobs.cli.option.RunOption;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.export.BatchExport;
import org.sealflow.jobs.export.BatchFormat;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes settled batches in the forms of other trainers. */
@Command(
    name = "batches",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the settled batches of a run in the form of another trainer: token ids, masks,"
          + " log-probabilities, and advantages that carry the diagnosis.",
      "The run must have put them on the topic training-batches: `sealflow train SETTINGS"
          + " run.trainingBatches=copy`, or `sealflow diagnose --learn --training-batches copy`."
    })
final class ExportBatchesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private RunOption run = new RunOption();

  @Option(
      names = "--format",
      required = true,
      paramLabel = "FORMAT",
      description =
          "verifiers: traces with advantages and loss weights; trl: token ids with labels, and"
              + " preference pairs cut at root causes; tinker: datums. One of:"
              + " ${COMPLETION-CANDIDATES}.")
  private BatchFormat format = BatchFormat.VERIFIERS;

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description =
          "The policy's model directory, for its tokenizer. Default: the model of the run's"
              + " settings.")
  private @Nullable Path model;

  @Option(
      names = "--from-batch",
      paramLabel = "N",
      description = "The first batch wanted. Default: ${DEFAULT-VALUE}",
      defaultValue = "0")
  private long fromBatch;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Where the files go. Default: export/FORMAT in the run's directory.")
  private @Nullable Path output;

  @Override
  public Integer call() {
    if (fromBatch < 0) {
      throw new UsageError("--from-batch is " + fromBatch + ", expected 0 or more");
    }
    NamedRun named = run.named();
    Path target = target(named);
    try (HuggingFacePromptTokenizer tokenizer = tokenizer(named);
        Connection broker = named.broker(connection)) {
      tell(BatchExport.write(broker, named.id(), format, tokenizer, fromBatch, target));
    }
    return 0;
  }

  private Path target(NamedRun named) {
    if (output != null) {
      return output;
    }
    RunDirectory directory = named.directory("--output DIR");
    return directory.path().resolve("export").resolve(format.name().toLowerCase(Locale.ROOT));
  }

  private HuggingFacePromptTokenizer tokenizer(NamedRun named) {
    Path from = model == null ? Path.of(named.settings("--model DIR").policy().model()) : model;
    try {
      return HuggingFacePromptTokenizer.open(from);
    } catch (IOException | IllegalArgumentException unusable) {
      throw new UserError(
          "no usable tokenizer in "
              + from
              + ": "
              + unusable.getMessage()
              + "; give another --model",
          unusable);
    }
  }

  private void tell(BatchExport.Outcome outcome) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(common.json() ? json(outcome) : text(outcome));
    out.flush();
  }

  private static String text(BatchExport.Outcome outcome) {
    StringBuilder text = new StringBuilder();
    outcome
        .lines()
        .forEach((file, lines) -> text.append(file).append(": ").append(lines).append(" lines\n"));
    text.append(outcome.batches() + (outcome.batches() == 1 ? " batch" : " batches"))
        .append(", ")
        .append(Shown.count(outcome.episodes(), "episode"));
    if (outcome.unscored() > 0) {
      text.append("; left out: ")
          .append(Shown.count(outcome.unscored(), "episode"))
          .append(" whose engine gave no log-probabilities");
    }
    return text.toString();
  }

  private static String json(BatchExport.Outcome outcome) {
    return PlainJson.line(
        json -> {
          json.writeStartObject();
          json.writeNumberField("batches", outcome.batches());
          json.writeNumberField("episodes", outcome.episodes());
          json.writeNumberField("leftOut", outcome.unscored());
          json.writeObjectFieldStart("files");
          for (Map.Entry<Path, Long> file : outcome.lines().entrySet()) {
            json.writeNumberField(file.getKey().toString(), file.getValue());
          }
          json.writeEndObject();
          json.writeEndObject();
        });
  }
}
