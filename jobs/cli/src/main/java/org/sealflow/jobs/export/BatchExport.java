package org.sealflow.jobs.export;

import static java.util.Objects.requireNonNull;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.model.text.PromptTokenizer;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingSample;

/** Writes the settled batches of a run as the files of a format; they appear complete. */
public final class BatchExport {
  private final BatchFormat format;
  private final PromptTokenizer tokenizer;
  private final long firstBatch;
  private final PreferencePairs pairs;
  private final Map<String, OutputFile> files = new LinkedHashMap<>();
  private long batches;
  private long episodes;
  private long unscored;

  /** A file as it is written, under another name until it is complete. */
  private static final class OutputFile {
    private final Path path;
    private final Path unfinished;
    private final BufferedWriter writer;
    private long lines;

    OutputFile(Path path) throws IOException {
      this.path = path;
      this.unfinished = path.resolveSibling(path.getFileName() + ".part");
      this.writer = Files.newBufferedWriter(unfinished);
    }

    void line(String line) throws IOException {
      writer.write(line);
      writer.write('\n');
      lines++;
    }
  }

  /**
   * The numbers of records written.
   *
   * @param batches number of batches
   * @param episodes number of their episodes
   * @param unscored episodes left out since their engine gave no log-probabilities
   * @param lines by file, number of lines
   */
  public record Outcome(long batches, long episodes, long unscored, Map<Path, Long> lines) {
    /** Copies the lines. */
    public Outcome {
      lines = new TreeMap<>(lines);
    }
  }

  private BatchExport(
      BatchFormat format, PromptTokenizer tokenizer, RepairedAnswers repairs, long firstBatch) {
    this.format = format;
    this.tokenizer = tokenizer;
    this.firstBatch = firstBatch;
    this.pairs = new PreferencePairs(tokenizer, repairs);
  }

  /**
   * Writes the batches there are.
   *
   * @param tokenizer that of the policy
   * @param firstBatch the first batch wanted, from 0
   * @param directory where the files go; made if it is not there
   * @throws UserError if there is no batch, or a file cannot be written
   */
  public static Outcome write(
      Connection broker,
      String runId,
      BatchFormat format,
      PromptTokenizer tokenizer,
      long firstBatch,
      Path directory) {
    RepairedAnswers repairs =
        format == BatchFormat.TRL ? RepairedAnswers.read(broker, runId) : RepairedAnswers.none();
    BatchExport export = new BatchExport(format, tokenizer, repairs, firstBatch);
    try {
      Files.createDirectories(directory);
      export.open(directory);
      try {
        BatchReader.read(broker, runId, export::take);
      } finally {
        export.closeFiles();
      }
      return export.finish(runId, broker);
    } catch (IOException | UncheckedIOException failed) {
      throw new UserError(
          "batches cannot be written to " + directory + ": " + failed.getMessage(), failed);
    }
  }

  private void open(Path directory) throws IOException {
    List<String> names =
        switch (format) {
          case VERIFIERS -> List.of("traces.jsonl");
          case TRL -> List.of("tokenised.jsonl", "preference.jsonl");
          case TINKER -> List.of("datums.jsonl");
        };
    for (String name : names) {
      files.put(name, new OutputFile(directory.resolve(name)));
    }
  }

  private void take(List<TrainingSample> batch) {
    if (batch.get(0).getBatchNumber() < firstBatch) {
      return;
    }
    batches++;
    episodes += batch.size();
    try {
      switch (format) {
        case VERIFIERS -> {
          for (TrainingSample sample : batch) {
            scored("traces.jsonl", VerifiersTraces.line(sample, tokenizer));
          }
        }
        case TRL -> trl(batch);
        case TINKER -> {
          for (TrainingSample sample : batch) {
            scored("datums.jsonl", TinkerData.line(sample));
          }
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void scored(String file, Optional<String> line) throws IOException {
    if (line.isPresent()) {
      file(file).line(line.get());
    } else {
      unscored++;
    }
  }

  private void trl(List<TrainingSample> batch) throws IOException {
    Map<String, List<TrainingSample>> groups = new LinkedHashMap<>();
    for (TrainingSample sample : batch) {
      Optional<String> row = TokenisedRows.line(sample);
      if (row.isPresent()) {
        file("tokenised.jsonl").line(row.get());
      }
      groups.computeIfAbsent(sample.getGroupId(), any -> new ArrayList<>()).add(sample);
    }
    for (List<TrainingSample> group : groups.values()) {
      for (String pair : pairs.lines(group)) {
        file("preference.jsonl").line(pair);
      }
    }
  }

  private OutputFile file(String name) {
    return requireNonNull(files.get(name), name);
  }

  private void closeFiles() throws IOException {
    for (OutputFile file : files.values()) {
      file.writer.close();
    }
  }

  private Outcome finish(String runId, Connection broker) throws IOException {
    if (batches == 0) {
      for (OutputFile file : files.values()) {
        Files.delete(file.unfinished);
      }
      throw new UserError(
          "run "
              + runId
              + " has no settled batch"
              + (firstBatch > 0 ? " from number " + firstBatch + " on" : "")
              + " on "
              + broker.topics().name(Topic.TRAINING_BATCHES)
              + "; train with run.trainingBatches=copy");
    }
    Map<Path, Long> lines = new TreeMap<>();
    for (OutputFile file : files.values()) {
      Files.move(file.unfinished, file.path, StandardCopyOption.REPLACE_EXISTING);
      lines.put(file.path, file.lines);
    }
    return new Outcome(batches, episodes, unscored, lines);
  }
}
