package org.sealflow.jobs.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.judge.AssertionJudge;
import org.sealflow.tau.judge.Grader;
import org.sealflow.tau.judge.Judgement;
import org.sealflow.tau.replay.ReferenceRow;
import org.sealflow.tau.replay.ReplayFiles;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.replay.Replayer;
import org.sealflow.tau.task.RewardPart;

/**
 * Replays recordings of tau2-bench: writes reference rows and counts the verdicts by domain.
 *
 * <p>The rows take every natural-language assertion as met, as the recorded reference does. The
 * counts do not: an episode whose reward rests on such assertions counts as open.
 */
final class TauReplay implements ReplayFiles.Listener {
  private static final AssertionJudge ALL_MET =
      (steps, assertions) -> assertions.stream().map(assertion -> true).toList();

  /** The verdicts of one domain. */
  private static final class Counts {
    private long episodes;
    private long passed;
    private long failed;
    private long open;
    private long raised;
    private long withoutTask;
    private long drift;

    void add(ReplayedEpisode episode) {
      episodes++;
      drift += episode.drift();
      Judgement judgement = episode.judgement();
      if (judgement == null) {
        withoutTask++;
      } else if (judgement.failure() != null) {
        raised++;
      } else if (!judgement.passed()) {
        failed++;
      } else if (restsOnAssertions(judgement)) {
        open++;
      } else {
        passed++;
      }
    }

    private static boolean restsOnAssertions(Judgement judgement) {
      List<Boolean> language = judgement.checks().language();
      List<RewardPart> basis = judgement.basis();
      return language != null
          && !language.isEmpty()
          && basis != null
          && basis.contains(RewardPart.NL_ASSERTION);
    }
  }

  private final Map<String, Counts> domains = new TreeMap<>();
  private final @Nullable Writer output;
  private @Nullable String firstProblem;
  private long unusable;

  private TauReplay(@Nullable Writer output) {
    this.output = output;
  }

  /**
   * Replays files one after the other.
   *
   * @param tasks a folder in the layout of the benchmark
   * @param output where the rows go; null writes none
   * @throws UserError if the folder holds no benchmark, or a file cannot be read to its end
   */
  static TauReplay run(List<Path> files, Path tasks, @Nullable Path output) throws IOException {
    Replayer replayer = new Replayer(benchmark(tasks), new Grader(ALL_MET, true));
    try (Writer writer = output == null ? null : Files.newBufferedWriter(output);
        Progress progress = Progress.ofBytes("replay", files)) {
      TauReplay replay = new TauReplay(writer);
      for (Path file : files) {
        replay.read(file, replayer);
        progress.at(file.toString(), Files.size(file));
      }
      return replay;
    }
  }

  private static Benchmark benchmark(Path folder) {
    try {
      return new Benchmark(folder);
    } catch (IllegalArgumentException e) {
      throw new UserError("--tasks: " + e.getMessage(), e);
    }
  }

  private void read(Path file, Replayer replayer) throws IOException {
    try {
      ReplayFiles.replay(file, replayer, this);
    } catch (EOFException | ZipException e) {
      throw new UserError(
          file + " ends in the middle or is damaged; the rows before that were replayed", e);
    }
  }

  @Override
  public void replayed(ReplayedEpisode episode) throws IOException {
    domains.computeIfAbsent(episode.domain(), domain -> new Counts()).add(episode);
    if (output != null) {
      output.write(ReferenceRow.of(episode).toString());
      output.write('\n');
    }
  }

  @Override
  public void unusable(String problem) {
    unusable++;
    if (firstProblem == null) {
      firstProblem = problem;
    }
  }

  /** Whether no line gave an episode. */
  boolean isEmpty() {
    return domains.isEmpty();
  }

  /** The problem of the first unusable line and the number of others; null if all are usable. */
  @Nullable String problem() {
    if (firstProblem == null || unusable == 1) {
      return firstProblem;
    }
    return firstProblem + " (and " + (unusable - 1) + " more)";
  }

  void print(PrintWriter out) {
    AlignedRows rows =
        new AlignedRows(
            "domain", "episodes", "passed", "failed", "open", "raised", "no task", "drift");
    domains.forEach(
        (domain, counts) ->
            rows.row(
                domain,
                Long.toString(counts.episodes),
                Long.toString(counts.passed),
                Long.toString(counts.failed),
                Long.toString(counts.open),
                Long.toString(counts.raised),
                Long.toString(counts.withoutTask),
                Long.toString(counts.drift)));
    rows.print(out);
    if (unusable > 0) {
      out.println(unusable + " lines could not be used");
    }
    if (domains.values().stream().anyMatch(counts -> counts.open > 0)) {
      out.println("open: passes if a judge finds its natural-language assertions met");
    }
    out.flush();
  }

  void printJson(PrintWriter out) {
    ObjectNode summary = JsonNodeFactory.instance.objectNode();
    ObjectNode byDomain = summary.putObject("domains");
    domains.forEach(
        (domain, counts) ->
            byDomain
                .putObject(domain)
                .put("episodes", counts.episodes)
                .put("passed", counts.passed)
                .put("failed", counts.failed)
                .put("open", counts.open)
                .put("raised", counts.raised)
                .put("withoutTask", counts.withoutTask)
                .put("driftedResults", counts.drift));
    summary.put("unusableLines", unusable);
    out.println(summary);
    out.flush();
  }
}
