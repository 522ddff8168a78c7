package org.sealflow.rollout;

import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.MapFunction;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * A policy that breaks down at some of its answers, and a record of all events that went out in
 * between. Static, since copies of both run in the cluster; one test only may use it.
 */
final class TestingOutages {
  private static final AtomicInteger ANSWERS = new AtomicInteger();
  private static final Queue<TrajectoryEvent> SEEN = new ConcurrentLinkedQueue<>();

  private TestingOutages() {}

  static List<TrajectoryEvent> seen() {
    return List.copyOf(SEEN);
  }

  /** Keeps every event, whatever becomes of the job afterwards. */
  static final class Recorder implements MapFunction<TrajectoryEvent, TrajectoryEvent> {
    private static final long serialVersionUID = 1L;

    @Override
    public TrajectoryEvent map(TrajectoryEvent event) {
      SEEN.add(event);
      return event;
    }
  }

  /** The policy with an outage at each of some answers, counted over all copies. */
  static Policy of(Policy sound, Set<Integer> outages) {
    return new Policy() {
      @Override
      public PolicySession open(EpisodeContext context) {
        return session(sound.open(context), outages);
      }

      @Override
      public void update(PolicyUpdate update) {
        sound.update(update);
      }

      @Override
      public void close() {
        sound.close();
      }
    };
  }

  private static PolicySession session(PolicySession sound, Set<Integer> outages) {
    return new PolicySession() {
      @Override
      public CompletableFuture<PolicyAnswer> answer(List<ChatMessage> added, Instant deadline) {
        return outages.contains(ANSWERS.incrementAndGet())
            ? CompletableFuture.failedFuture(new IllegalStateException("outage"))
            : sound.answer(added, deadline);
      }

      @Override
      public void repeat(List<ChatMessage> added, PolicyAnswer given) {
        sound.repeat(added, given);
      }

      @Override
      public void close() {
        sound.close();
      }
    };
  }
}
