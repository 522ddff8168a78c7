package org.sealflow.jobs.cli.train;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.train.RunStatus;
import org.sealflow.schemas.TrainingStep;

/**
 * Shows a training run as it goes on: on a terminal a block that is painted over, elsewhere a line
 * for each version and evaluation, and one that says how it stands where there is neither for long.
 */
final class TrainView {
  private static final String ESCAPE = "\u001b[";
  private static final String LINE_BEGIN = "\r" + ESCAPE + "K";

  /** Longest silence where there is no terminal. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(15);

  private final TrainLines lines;
  private final PrintWriter out;
  private final boolean terminal;
  private final InstantSource clock;
  private Instant spokenAt;
  private int painted;
  private long shownVersion = -1;
  private int shownEvaluations;
  private int shownSyntheses;

  TrainView(Colours colours, boolean terminal, PrintWriter out, InstantSource clock) {
    this.lines = new TrainLines(colours);
    this.terminal = terminal;
    this.out = out;
    this.clock = clock;
    this.spokenAt = clock.instant();
  }

  /** Shows what is new. */
  void show(RunStatus status) {
    if (terminal) {
      paint(lines.block(status));
    } else {
      list(status);
    }
    out.flush();
  }

  private void paint(List<String> block) {
    if (painted > 0) {
      out.print(ESCAPE + painted + "A");
    }
    block.forEach(line -> out.print(LINE_BEGIN + line + "\n"));
    // A block that has become shorter leaves lines below.
    out.print(ESCAPE + "J");
    painted = block.size();
  }

  private void list(RunStatus status) {
    List<String> news = news(status);
    Instant now = clock.instant();
    if (news.isEmpty() && !now.isBefore(spokenAt.plus(LONGEST_SILENCE))) {
      news.add(lines.now(status));
    }
    if (!news.isEmpty()) {
      news.forEach(out::println);
      spokenAt = now;
    }
  }

  private List<String> news(RunStatus status) {
    List<String> news = new ArrayList<>();
    for (TrainingStep step : status.done().steps()) {
      if (step.getVersion() > shownVersion) {
        shownVersion = step.getVersion();
        news.add(lines.version(step, status));
      }
    }
    List<EvaluationLine> evaluations = status.done().evaluations();
    evaluations
        .subList(Math.min(shownEvaluations, evaluations.size()), evaluations.size())
        .forEach(line -> news.add(lines.evaluation(line)));
    shownEvaluations = evaluations.size();
    news.addAll(status.synthesis().subList(shownSyntheses, status.synthesis().size()));
    shownSyntheses = status.synthesis().size();
    return news;
  }
}
