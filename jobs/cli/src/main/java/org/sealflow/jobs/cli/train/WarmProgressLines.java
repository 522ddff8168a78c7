package org.sealflow.jobs.cli.train;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.sealflow.nano.warm.StepFigures;
import org.sealflow.nano.warm.StrictSuccesses;
import org.sealflow.nano.warm.WarmListener;

/**
 * Tells people how a warm start comes along: a line every few steps, and one for each judgement.
 */
final class WarmProgressLines implements WarmListener {
  private static final int STEPS_PER_LINE = 50;
  private static final int EXERCISES_PER_LINE = 5;

  private final PrintWriter out;
  private final Clock clock;
  private final long tokens;
  private long since = -1;
  private long readSince;
  private long lastRead;
  private double loss;
  private double accuracy;
  private int steps;

  /**
   * Lines.
   *
   * @param tokens the tokens the whole curriculum reads
   */
  WarmProgressLines(PrintWriter out, Clock clock, long tokens) {
    this.out = out;
    this.clock = clock;
    this.tokens = tokens;
  }

  @Override
  public void copied(int step, StepFigures figures) {
    if (step % EXERCISES_PER_LINE == 0) {
      line("copying exercise %d: %.1f %% copied surely", step, 100 * figures.accuracy());
    }
  }

  @Override
  public void learnt(int step, int phase, long read, double learningRate, StepFigures figures) {
    if (since < 0) {
      since = clock.millis();
      readSince = read;
    }
    loss += figures.loss();
    accuracy += figures.accuracy();
    steps++;
    lastRead = read;
    if (steps == STEPS_PER_LINE) {
      line(
          "step %d, phase %d: loss %.4f, accuracy %.2f %%, rate %.1e, %,d of %,d tokens%s",
          step,
          phase + 1,
          loss / steps,
          100 * accuracy / steps,
          learningRate,
          read,
          tokens,
          pace());
      loss = 0;
      accuracy = 0;
      steps = 0;
    }
  }

  private String pace() {
    double seconds = (clock.millis() - since) / 1e3;
    long read = lastRead - readSince;
    if (seconds <= 0 || read <= 0) {
      return "";
    }
    Duration left = Duration.ofSeconds(Math.round((tokens - lastRead) * seconds / read));
    return String.format(
        Locale.ROOT,
        ", %,.0f/s, about %d:%02d left",
        read / seconds,
        left.toMinutes(),
        left.toSecondsPart());
  }

  @Override
  public void judged(int step, long read, StrictSuccesses judgement, boolean best) {
    line("step %d judged: %s%s", step, text(judgement), best ? "; the best so far" : "");
  }

  @Override
  public void saved(int step) {}

  /** A judgement on one line: successes of tasks, over all and by category. */
  static String text(StrictSuccesses judgement) {
    StringJoiner categories = new StringJoiner(", ", " (", ")");
    for (Map.Entry<String, StrictSuccesses.Score> category : judgement.categories().entrySet()) {
      categories.add(category.getKey() + " " + share(category.getValue()));
    }
    return share(judgement.overall()) + " strict success" + categories;
  }

  private static String share(StrictSuccesses.Score score) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * score.share());
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }
}
