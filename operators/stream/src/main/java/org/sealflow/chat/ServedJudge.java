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
 * Asks a served model, greedily. Statements without a whole answer stay open, also those that come
 * while a server that failed is left alone. One thread asks; any may read the counts.
 */
public final class ServedJudge implements StatementJudge {
  private static final Logger LOG = LoggerFactory.getLogger(ServedJudge.class);
  private static final Duration SHORTEST_PAUSE = Duration.ofMinutes(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(32);

  private final JudgeSettings settings;
  private final ChatEndpoint endpoint;
  private final GrowingPause pause;
  private volatile JudgeCounts counts = JudgeCounts.NONE;

  /**
   * A judge that has decided nothing yet.
   *
   * @param environment holds the variable with the server's key
   * @throws IllegalArgumentException if no header can carry the key: one line without it
   */
  public ServedJudge(JudgeSettings settings, Map<String, String> environment, Clock clock) {
    this.settings = settings;
    this.endpoint = new ChatEndpoint(settings.endpoint(environment, Integer.MAX_VALUE), 0);
    this.pause = new GrowingPause(SHORTEST_PAUSE, LONGEST_PAUSE, clock);
  }

  @Override
  public @Nullable List<Boolean> judge(
      String instruction, String question, List<String> statements) {
    List<Boolean> decided = pause.isOn() ? null : asked(instruction, question, statements);
    counts = counts.plus(decided);
    return decided;
  }

  private @Nullable List<Boolean> asked(
      String instruction, String question, List<String> statements) {
    try {
      String answer = endpoint.answer(instruction, question, settings.timeout());
      pause.reset();
      return JudgeAnswer.read(answer, statements);
    } catch (FailedRequestException failed) {
      Duration length = pause.begin();
      LOG.warn("the judge is left alone for {}: {}", length, failed.getMessage());
      return null;
    }
  }

  /** Numbers of its questions and decisions so far. */
  public JudgeCounts counts() {
    return counts;
  }
}
