package org.sealflow.chat;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.StatementJudge;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a served model, greedily. Statements without a whole answer stay open, and a server that
 * failed is left alone for a while, which doubles with each failure in a row: the caller waits for
 * one answer, not for one an episode. One thread asks; any may read the counts.
 */
public final class ServedJudge implements StatementJudge {
  private static final Logger LOG = LoggerFactory.getLogger(ServedJudge.class);
  private static final Duration SHORTEST_PAUSE = Duration.ofMinutes(1);
  private static final int MOST_DOUBLINGS = 5;

  private final JudgeSettings settings;
  private final ChatEndpoint endpoint;
  private final Clock clock;
  private volatile JudgeCounts counts = JudgeCounts.NONE;
  private long pausedUntil = Long.MIN_VALUE;
  private int failuresInARow;

  /**
   * A judge that has decided nothing yet.
   *
   * @param environment holds the variable with the server's key
   */
  public ServedJudge(JudgeSettings settings, Map<String, String> environment, Clock clock) {
    this.settings = settings;
    this.endpoint = new ChatEndpoint(settings.endpoint(environment, Integer.MAX_VALUE), 0);
    this.clock = clock;
  }

  @Override
  public @Nullable List<Boolean> judge(
      String instruction, String question, List<String> statements) {
    List<Boolean> decided =
        clock.millis() < pausedUntil ? null : asked(instruction, question, statements);
    counts = counts.plus(decided);
    return decided;
  }

  private @Nullable List<Boolean> asked(
      String instruction, String question, List<String> statements) {
    try {
      String answer = endpoint.answer(instruction, question, settings.timeout());
      failuresInARow = 0;
      return JudgeAnswer.read(answer, statements);
    } catch (FailedRequestException failed) {
      Duration pause = SHORTEST_PAUSE.multipliedBy(1L << Math.min(failuresInARow, MOST_DOUBLINGS));
      failuresInARow++;
      pausedUntil = clock.millis() + pause.toMillis();
      LOG.warn("the judge is left alone for {}: {}", pause, failed.getMessage());
      return null;
    }
  }

  /** Numbers of its questions and decisions so far. */
  public JudgeCounts counts() {
    return counts;
  }
}
