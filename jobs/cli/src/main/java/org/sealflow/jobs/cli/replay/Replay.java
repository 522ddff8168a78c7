package org.sealflow.jobs.cli.replay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.collect.CollectSinkOperatorFactory;
import org.apache.flink.util.CloseableIterator;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.LedgerTotals;
import org.sealflow.jobs.ReplayJob;
import org.sealflow.jobs.ReplayOutcome;
import org.sealflow.jobs.cli.text.Progress;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.report.page.EpisodeTaker;
import org.sealflow.jobs.report.summary.DiagnosisSummary;
import org.sealflow.jobs.report.summary.RunTotals;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.verify.VerifySettings;

/** Runs the replay job on an embedded cluster and takes its outcomes as they come. */
final class Replay {
  /** Reference rows of long-context trajectories are the largest records. */
  private static final MemorySize LARGEST_OUTCOME = MemorySize.ofMebiBytes(128);

  private final List<String> files;
  private final String tasks;
  private final ReadSettings reading;
  private final VerifySettings verification;
  private final int parallelism;
  private final LedgerTotals ledger = new LedgerTotals();
  private @Nullable Failure firstFailure;
  private long failures;
  private long diagnosed;
  private boolean modelIsUnknown;

  Replay(
      List<String> files,
      String tasks,
      ReadSettings reading,
      VerifySettings verification,
      int parallelism) {
    this.files = files;
    this.tasks = tasks;
    this.reading = reading;
    this.verification = verification;
    this.parallelism = parallelism;
  }

  /** Records that carry no model's name keep none: the one they are read with is a stand-in. */
  Replay withUnknownModel() {
    modelIsUnknown = true;
    return this;
  }

  /**
   * Runs to the end of the input.
   *
   * @param kept takes the episodes to browse; null if none are wanted
   */
  // Closing the iterator may throw InterruptedException, which ends the command as it should.
  @SuppressWarnings("try")
  RunTotals run(
      DiagnosisSummary summary,
      @Nullable EpisodeTaker kept,
      OutcomeWriter writer,
      Progress progress)
      throws Exception {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration());
    long begun = System.nanoTime();
    try (CloseableIterator<ReplayOutcome> outcomes =
        ReplayJob.define(environment, files, tasks, reading, verification).collectAsync()) {
      JobClient job = environment.executeAsync("sealflow-replay");
      while (outcomes.hasNext()) {
        take(outcomes.next(), summary, kept, writer, progress);
      }
      job.getJobExecutionResult().get();
    } catch (Exception failed) {
      throw mended(failed);
    }
    writer.complete();
    return new RunTotals(ledger.sum(), Duration.ofNanos(System.nanoTime() - begun));
  }

  private Configuration configuration() {
    Configuration configuration = ReplayJob.configuration(parallelism);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    configuration.set(CollectSinkOperatorFactory.MAX_BATCH_SIZE, LARGEST_OUTCOME);
    configuration.set(RpcOptions.FRAMESIZE, LARGEST_OUTCOME.getBytes() * 2 + "b");
    return configuration;
  }

  /** The exception with an explanation if the user can fix its cause. */
  private static Exception mended(Exception failed) {
    for (Throwable at = failed; at != null; at = at.getCause()) {
      if (at instanceof UserError known) {
        return known;
      }
      if (at instanceof IllegalArgumentException && at.getMessage() != null) {
        return new UserError(at.getMessage(), failed);
      }
    }
    return failed;
  }

  private void take(
      ReplayOutcome outcome,
      DiagnosisSummary summary,
      @Nullable EpisodeTaker kept,
      OutcomeWriter writer,
      Progress progress)
      throws Exception {
    LedgerPart part = outcome.ledger();
    if (part != null) {
      ledger.take(part);
      return;
    }
    if (modelIsUnknown) {
      forgetModel(outcome);
    }
    writer.write(outcome);
    Failure failure = outcome.failure();
    if (failure != null) {
      failed(failure);
      summary.addFailure(failure);
      at(failure.getSourceFile(), progress);
      return;
    }
    List<TurnDiagnosis> turns = new ArrayList<>();
    for (Diagnosis diagnosis : outcome.diagnoses()) {
      TurnDiagnosis turn = diagnosis.getTurnDiagnosis();
      EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
      if (turn != null) {
        turns.add(turn);
      }
      if (episode != null) {
        diagnosed++;
        summary.add(turns, episode);
        if (kept != null) {
          kept.add(diagnosis.getEpisodeId(), turns, episode);
        }
        at(episode.getSource(), progress);
      }
    }
  }

  private void forgetModel(ReplayOutcome outcome) {
    for (Diagnosis diagnosis : outcome.diagnoses()) {
      EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
      if (episode != null && episode.getModelName().equals(reading.modelName())) {
        episode.setModelName("");
      }
    }
  }

  private void failed(Failure failure) {
    failures++;
    firstFailure = firstFailure == null ? failure : firstFailure;
  }

  private static void at(@Nullable RecordedSource source, Progress progress) {
    if (source != null) {
      progress.at(source.getFile(), source.getEndOffset());
    }
  }

  /** The reason of the first dead letter, and how many there are. */
  Optional<String> firstFailure() {
    Failure failure = firstFailure;
    if (failure == null) {
      return Optional.empty();
    }
    RecordedSource source = failure.getSourceFile();
    String where = source == null ? "" : source.getFile() + " line " + source.getLine() + ": ";
    String others = failures == 1 ? "" : " (and " + (failures - 1) + " more)";
    return Optional.of(where + failure.getReason() + "; " + failure.getRemedy() + others);
  }

  /** Whether a record could not be used. */
  boolean hasFailures() {
    return failures > 0;
  }

  /** Whether there was no input. */
  boolean isEmpty() {
    return diagnosed == 0 && failures == 0;
  }

  /** Whether nothing of the input could be used, or there was none. */
  boolean nothingDiagnosed() {
    return diagnosed == 0;
  }
}
