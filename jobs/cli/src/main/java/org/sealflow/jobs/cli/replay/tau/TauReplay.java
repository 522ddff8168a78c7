package org.sealflow.jobs.cli.replay.tau;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.EndpointSettings;
import org.sealflow.jobs.cli.replay.file.LineFile;
import org.sealflow.jobs.cli.text.FirstLines;
import org.sealflow.jobs.cli.text.Progress;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.diagnose.TauDiagnoser;
import org.sealflow.tau.judge.AssertionJudge;
import org.sealflow.tau.judge.EndedConversation;
import org.sealflow.tau.judge.Grader;
import org.sealflow.tau.judge.PreparedTask;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.replay.ConversationRow;
import org.sealflow.tau.replay.RecordedConversation;
import org.sealflow.tau.replay.ReplayFiles;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.replay.Replayer;
import org.sealflow.tau.results.ResultFile;
import org.sealflow.tau.results.ResultHeader;
import org.sealflow.tau.results.ResultListener;
import org.sealflow.tau.results.Simulation;
import org.sealflow.tau.task.Criteria;
import org.sealflow.tau.task.TauTask;
import org.sealflow.tau.world.Step;

/**
 * Replays recordings of tau2-bench: files of calls and the benchmark's result files.
 *
 * <p>Natural-language assertions count as a result file's judge decided them, else as the judge
 * that is asked does. Where nobody did, an episode that rests on them is open; reference rows take
 * them as met, as the recorded reference does.
 */
public final class TauReplay implements ReplayFiles.Listener, ResultListener {
  private static final int SHOWN = 10;

  private static final AssertionJudge ALL_MET =
      (steps, assertions) -> assertions.stream().map(assertion -> true).toList();

  private final Replayer replayer;
  private final Grader allMet = new Grader(ALL_MET, true);
  private final @Nullable LanguageJudge judge;
  private final TauEpisodeTaker taker;
  private final boolean reference;
  private final TauSummary summary = new TauSummary();
  private final FirstLines problems = new FirstLines(SHOWN);
  private final FirstLines notes = new FirstLines(SHOWN);
  private final Map<String, PreparedTask> prepared = new HashMap<>();

  private TauReplay(
      Benchmark benchmark,
      boolean reference,
      @Nullable EndpointSettings judge,
      TauEpisodeTaker taker) {
    this.judge = judge == null || reference ? null : new LanguageJudge(judge, benchmark.prompts());
    this.replayer =
        new Replayer(benchmark, this.judge == null ? allMet : new Grader(this.judge, true));
    this.taker = taker;
    this.reference = reference;
  }

  /**
   * Replays files one after the other.
   *
   * @param results whether they are result files
   * @param tasks a folder in the layout of the benchmark
   * @param output where a line for each episode goes; null writes none
   * @param reference whether those lines are rows as the reference records them
   * @param judge the model that judges natural-language assertions which no file decides; null for
   *     none
   * @throws UserError if the folder holds no benchmark, or a file cannot be read to its end
   */
  public static TauReplay run(
      List<Path> files,
      boolean results,
      Path tasks,
      @Nullable Path output,
      boolean reference,
      @Nullable EndpointSettings judge)
      throws IOException {
    if (output == null) {
      return run(files, results, tasks, reference, judge, unwanted -> {});
    }
    try (LineFile lines = LineFile.open(output)) {
      TauReplay replay =
          run(files, results, tasks, reference, judge, episode -> write(episode, reference, lines));
      lines.complete();
      return replay;
    }
  }

  private static void write(TauEpisode episode, boolean reference, LineFile lines)
      throws IOException {
    if (!reference) {
      lines.write(TauRow.of(episode).toString());
    } else if (episode.replayed() != null) {
      ObjectNode row = ConversationRow.of(episode.replayed());
      lines.write(row.toString());
    }
  }

  /**
   * Replays files one after the other.
   *
   * @param reference whether assertions that no judge decided count as met
   * @param judge the model that judges natural-language assertions which no file decides; null for
   *     none
   * @param taker gets each episode, in the order of the files
   * @throws UserError if the folder holds no benchmark, or a file cannot be read to its end
   */
  static TauReplay run(
      List<Path> files,
      boolean results,
      Path tasks,
      boolean reference,
      @Nullable EndpointSettings judge,
      TauEpisodeTaker taker)
      throws IOException {
    Benchmark benchmark = benchmark(tasks);
    try (Progress progress = Progress.ofBytes("replay", files)) {
      TauReplay replay = new TauReplay(benchmark, reference, judge, taker);
      for (Path file : files) {
        replay.read(file, results);
        progress.at(file.toString(), Files.size(file));
      }
      return replay;
    }
  }

  /**
   * Opens the folder of the tasks.
   *
   * @throws UserError if it holds no benchmark
   */
  static Benchmark benchmark(Path folder) {
    try {
      return new Benchmark(folder);
    } catch (IllegalArgumentException e) {
      throw new UserError("--tasks: " + e.getMessage(), e);
    }
  }

  private void read(Path file, boolean results) throws IOException {
    if (results) {
      // Another file may run other tasks under the same ids.
      prepared.clear();
      ResultFile.read(file, this);
      return;
    }
    try {
      ReplayFiles.replay(file, replayer, this);
    } catch (EOFException | ZipException e) {
      throw new UserError(
          file + " ends in the middle or is damaged; the rows before that were replayed", e);
    }
  }

  @Override
  public void replayed(String place, ReplayedEpisode episode) throws IOException {
    add(
        new TauEpisode(
            place,
            episode.domain(),
            TauVerdict.of(episode.judgement(), judge != null),
            episode,
            TauDiagnoser.diagnose(episode),
            null));
  }

  @Override
  public void unusable(String problem) {
    problems.add(problem);
  }

  @Override
  public void simulation(String place, ResultHeader header, Simulation simulation)
      throws IOException {
    if (simulation.brokeDown() || simulation.unverifiable() != null) {
      TauVerdict verdict =
          simulation.brokeDown() ? TauVerdict.INFRASTRUCTURE : TauVerdict.UNVERIFIED;
      add(new TauEpisode(place, header.domain(), verdict, null, null, simulation));
      return;
    }
    ReplayedEpisode replayed;
    try {
      replayed = replayed(header, simulation);
    } catch (CallException e) {
      problems.add(place + ": " + simulation.id() + " initial state: " + e.text());
      return;
    } catch (IllegalArgumentException e) {
      problems.add(place + ": " + simulation.id() + " " + e.getMessage());
      return;
    }
    add(
        new TauEpisode(
            place,
            header.domain(),
            TauVerdict.of(replayed.judgement(), true),
            replayed,
            TauDiagnoser.diagnose(replayed),
            simulation));
  }

  /** Executes a simulation as one of the task that its file holds, leniently. */
  private ReplayedEpisode replayed(ResultHeader header, Simulation simulation) {
    PreparedTask task = prepared(header, simulation);
    List<Step> steps = simulation.conversation().steps();
    int history = task.task().initialState().history().size();
    if (steps.size() < history) {
      throw new IllegalArgumentException("lacks the task's message history");
    }
    RecordedConversation episode =
        new RecordedConversation(
            simulation.id(),
            header.domain(),
            simulation.task(),
            new EndedConversation(
                steps.subList(history, steps.size()),
                simulation.conversation().termination(),
                header.solo()));
    return Replayer.replay(
        episode, task, reference ? allMet : new Grader(judge(task.task(), simulation), false));
  }

  /** The file's own judge, if it decided everything; else the one that is asked. */
  private @Nullable AssertionJudge judge(TauTask task, Simulation simulation) {
    Criteria criteria = task.criteria();
    AssertionJudge recorded =
        criteria == null ? null : simulation.reward().judge(criteria.naturalLanguageAssertions());
    return recorded == null ? judge : recorded;
  }

  /** The judge that was asked; null for none. */
  @Nullable LanguageJudge judge() {
    return judge;
  }

  private PreparedTask prepared(ResultHeader header, Simulation simulation) {
    return prepared.computeIfAbsent(
        simulation.task(),
        id -> {
          TauTask task = header.task(id);
          if (task == null) {
            throw new IllegalArgumentException("is of no task of the file");
          }
          return new PreparedTask(replayer.domain(header.domain()), task);
        });
  }

  @Override
  public void note(String line) {
    notes.add(line);
  }

  @Override
  public void rejected(String line) {
    problems.add(line);
  }

  @Override
  public void refused(String line) {
    problems.add(line);
  }

  private void add(TauEpisode episode) throws IOException {
    summary.add(episode);
    taker.take(episode);
  }

  TauSummary summary() {
    return summary;
  }

  /** The records left out, a line each. */
  public FirstLines problems() {
    return problems;
  }

  /** Remarks about episodes that were used, a line each. */
  FirstLines notes() {
    return notes;
  }

  /** Whether nothing gave an episode. */
  public boolean isEmpty() {
    return summary.domains().isEmpty();
  }
}
