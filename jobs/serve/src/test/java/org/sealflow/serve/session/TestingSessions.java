package org.sealflow.serve.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.schemas.EndReason;

/** The shop's tasks, sessions on them, and what listeners have heard. */
public final class TestingSessions {
  /** How long a session may be idle. */
  public static final Duration IDLE = Duration.ofMinutes(10);

  public final TestingClock clock = new TestingClock();
  public final List<String> heard = Collections.synchronizedList(new ArrayList<>());
  public final ServedTasks tasks;
  public final SessionLimit limit;
  private final AtomicInteger episodes = new AtomicInteger();
  private final AtomicInteger ids = new AtomicInteger();

  /**
   * Sessions of the shop.
   *
   * @param most sessions open at once
   */
  public TestingSessions(int most) {
    limit = new SessionLimit(most);
    tasks =
        new ServedTasks(
            "shop",
            new TestingShopFolder(),
            Map.of(),
            null,
            clock,
            episodes::incrementAndGet,
            Placements.strict(),
            episode -> listener());
  }

  private EpisodeListener listener() {
    return new EpisodeListener() {
      @Override
      public void answered(PolicyAnswer answer, StepOutcome outcome) {
        heard.add("answered " + outcome.turn() + "." + outcome.step());
      }

      @Override
      public void ended(EndReason reason, @Nullable String message) {
        heard.add(message == null ? reason.name() : reason + ": " + message);
      }
    };
  }

  /** Sessions of one protocol. */
  public PlaySessions sessions() {
    return new PlaySessions(
        limit, new SessionSettings(limit.most(), IDLE), clock, () -> "s" + ids.incrementAndGet());
  }

  /** A task as the protocol has it by default. */
  public SessionEpisode begin(String taskId) {
    return tasks.begin(EpisodeStart.plain(taskId, EpisodeStart.Purpose.TRAINING, Rules.of(null)));
  }

  /** The answer that calls a tool. */
  public static String call(String tool, String arguments) {
    return "<tool_call>\n{\"name\": \""
        + tool
        + "\", \"arguments\": "
        + arguments.replace('\'', '"')
        + "}\n</tool_call>";
  }

  /** The answer that puts something into the basket. */
  public static String put(String item, int count) {
    return call("put", "{'item': '" + item + "', 'count': " + count + "}");
  }

  /** The answer that counts the basket. */
  public static String total() {
    return call("total", "{}");
  }
}
