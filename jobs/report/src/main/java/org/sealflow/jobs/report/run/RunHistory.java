package org.sealflow.jobs.report.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.sealflow.jobs.run.BatchLine;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.JsonLines;
import org.sealflow.jobs.run.ProcessLine;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.TrainingStep;

/**
 * The content of a training run's directory so far. A run that still goes on can be read at any
 * time: a missing file counts as empty, and a last line without its end is not read.
 *
 * @param directory where it stands
 * @param settings the settings it began with
 * @param batches batches that are complete, in order
 * @param steps steps of the learner, in order of their versions
 * @param patchChanges patches as they came and went, in order
 * @param evaluations evaluations, in order
 * @param processes what each process that ran it cost, as far as they came to their end
 * @param end how it ended; empty if it has not come to its end
 */
public record RunHistory(
    RunDirectory directory,
    RunSettings settings,
    List<BatchLine> batches,
    List<TrainingStep> steps,
    List<EnvironmentPatch> patchChanges,
    List<EvaluationLine> evaluations,
    List<ProcessLine> processes,
    Optional<RunEnd> end) {

  /**
   * Reads a run.
   *
   * @throws UserError if the path is no run directory, nothing has come of the run yet, or a line
   *     is damaged
   */
  public static RunHistory read(Path path) {
    RunDirectory directory = RunDirectory.open(path);
    RunHistory history =
        new RunHistory(
            directory,
            RunSettings.read(directory.settings()),
            sorted(lines(directory.batches(), BatchLine.class), BatchLine::batch),
            sorted(records(directory.steps(), TrainingStep::new), TrainingStep::getVersion),
            records(directory.patches(), EnvironmentPatch::new),
            lines(directory.evaluations(), EvaluationLine.class),
            lines(ProcessLine.file(directory), ProcessLine.class),
            RunEnd.read(directory.result()));
    if (history.times().findAny().isEmpty()) {
      throw new UserError(
          "nothing has come of run "
              + path
              + " yet: no batch is complete and no version was evaluated; try again once its first"
              + " batch is, or go on with `sealflow train --run "
              + path
              + "`");
    }
    return history;
  }

  private static <T> List<T> sorted(List<T> values, ToLongFunction<T> position) {
    return values.stream().sorted(Comparator.comparingLong(position)).toList();
  }

  private static <T extends Record> List<T> lines(Path file, Class<T> type) {
    List<T> values = read(file, type);
    for (int i = 0; i < values.size(); i++) {
      requireWhole(file, i + 1, values.get(i), type);
    }
    return values;
  }

  private static <T> List<T> read(Path file, Class<T> type) {
    try {
      return JsonLines.read(file, type);
    } catch (UncheckedIOException unreadable) {
      throw new UserError(file + " cannot be read; expected lines of JSON in UTF-8", unreadable);
    }
  }

  /** Jackson leaves null what a line does not name. */
  private static <T extends Record> void requireWhole(Path file, int line, T value, Class<T> type) {
    if (value == null) {
      throw damaged(file, line, new IllegalArgumentException("it holds null"));
    }
    for (RecordComponent component : type.getRecordComponents()) {
      try {
        if (component.getAccessor().invoke(value) == null) {
          throw damaged(
              file, line, new IllegalArgumentException("it lacks " + component.getName()));
        }
      } catch (IllegalAccessException | InvocationTargetException impossible) {
        throw new IllegalStateException("components of records can be read", impossible);
      }
    }
  }

  private static <T extends SpecificRecordBase> List<T> records(Path file, Supplier<T> empty) {
    List<T> values = new ArrayList<>();
    for (JsonNode line : read(file, JsonNode.class)) {
      try {
        values.add(RunRecordJson.read(line, empty.get()));
      } catch (IllegalArgumentException wrong) {
        throw damaged(file, values.size() + 1, wrong);
      }
    }
    return values;
  }

  private static UserError damaged(Path file, int line, IllegalArgumentException wrong) {
    return new UserError(
        file
            + " line "
            + line
            + " is damaged: "
            + wrong.getMessage()
            + "; delete the line to report without it",
        wrong);
  }

  /** The run's name. */
  public String runId() {
    return directory.runId();
  }

  /** Where its tasks are; empty if it generated them itself, in its own directory. */
  public Optional<Path> taskDirectory() {
    return taskDirectory(settings);
  }

  /** The same of a run of which nothing may have come yet. */
  public static Optional<Path> taskDirectory(RunDirectory run) {
    return taskDirectory(RunSettings.read(run.settings()));
  }

  private static Optional<Path> taskDirectory(RunSettings settings) {
    return settings.value("tasks.source", "").equals("directory")
        ? Optional.of(Path.of(settings.value("tasks.directory", "")))
        : Optional.empty();
  }

  /** Versions measured on validation, in order. */
  public List<EvaluationLine> validations() {
    return evaluations(EvaluationLine.VALIDATION);
  }

  private List<EvaluationLine> evaluations(String split) {
    return evaluations.stream()
        .filter(line -> line.split().equals(split))
        .sorted(Comparator.comparingLong(EvaluationLine::version))
        .toList();
  }

  /** The version that did best on validation, the first of several; empty if none was measured. */
  public Optional<EvaluationLine> best() {
    return best(line -> true);
  }

  /** The same among some. */
  public Optional<EvaluationLine> best(Predicate<EvaluationLine> wanted) {
    return validations().stream()
        .filter(line -> line.all().counted() > 0 && wanted.test(line))
        .max(
            Comparator.comparingDouble((EvaluationLine line) -> line.all().rate())
                .thenComparing(Comparator.comparingLong(EvaluationLine::version).reversed()));
  }

  /** Start and chosen version on the test tasks, played greedily. */
  public RunOutcome test() {
    return test(TestPlay.GREEDY);
  }

  /** Start and chosen version on the test tasks. */
  public RunOutcome test(TestPlay play) {
    return RunOutcome.of(evaluations(play.split()));
  }

  /** Start and chosen version on validation. */
  RunOutcome validation() {
    List<EvaluationLine> compared = new ArrayList<>();
    validations().stream().filter(line -> line.version() == 0).findFirst().ifPresent(compared::add);
    best().filter(line -> line.version() != 0).ifPresent(compared::add);
    return RunOutcome.of(compared);
  }

  /** The names of all categories that episodes were counted in, sorted. */
  public List<String> categories() {
    TreeSet<String> names = new TreeSet<>();
    evaluations.forEach(line -> names.addAll(line.categories().keySet()));
    batches.forEach(line -> names.addAll(line.categories().keySet()));
    return List.copyOf(names);
  }

  /** The newest version trained; 0 before the first. */
  public long version() {
    return steps.isEmpty() ? 0 : steps.get(steps.size() - 1).getVersion();
  }

  /** The newest version that was there at a time. */
  long versionAt(Instant time) {
    return steps.stream()
        .filter(step -> !step.getEndedAt().isAfter(time))
        .mapToLong(TrainingStep::getVersion)
        .max()
        .orElse(0);
  }

  /** Episodes of complete batches. */
  public long episodes() {
    return batches.stream().mapToLong(BatchLine::episodes).sum();
  }

  /** Tokens of the sequences trained on. */
  public long tokens() {
    return sum("sequenceTokens");
  }

  /** Those of them that the objective is over, at each update again. */
  public long learnedTokens() {
    return sum("tokens");
  }

  /** Tokens that the policy sampled, trained on or not; of older runs those trained on. */
  public long sampledTokens() {
    long played = batches.stream().mapToLong(BatchLine::sampledTokens).sum();
    return played > 0 ? played : learnedTokens();
  }

  private long sum(String metric) {
    return Math.round(
        steps.stream().mapToDouble(step -> step.getMetrics().getOrDefault(metric, 0.0)).sum());
  }

  /** Processor time of the processes that ran it; empty if none has come to its end. */
  public OptionalDouble cpuSeconds() {
    return processes.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(processes.stream().mapToDouble(ProcessLine::cpuSeconds).sum());
  }

  /** When the first thing known of it began. */
  Instant startedAt() {
    return Instant.ofEpochMilli(times().min().orElseThrow());
  }

  /** When the last thing known of it ended. */
  Instant lastAt() {
    return Instant.ofEpochMilli(times().max().orElseThrow());
  }

  /** The time between, stops included. */
  public Duration elapsed() {
    return Duration.between(startedAt(), lastAt());
  }

  private LongStream times() {
    return Stream.of(
            batches.stream().flatMap(line -> Stream.of(line.plannedAt(), line.endedAt())),
            steps.stream()
                .flatMap(step -> Stream.of(step.getStartedAt(), step.getEndedAt()))
                .map(Instant::toEpochMilli),
            evaluations.stream()
                .filter(line -> !isTakenOver(line))
                .flatMap(
                    line ->
                        Stream.of(
                            line.startedAt(),
                            line.startedAt() + Math.round(1000 * line.seconds()))))
        .flatMap(each -> each)
        .mapToLong(Long::longValue);
  }

  /** Evaluations of the start that another run measured keep that run's times. */
  private boolean isTakenOver(EvaluationLine line) {
    return line.version() == 0
        && !line.split().equals(EvaluationLine.TEST_SAMPLED)
        && !settings.value("evaluation.start", "").isEmpty();
  }
}
