package org.sealflow.rollout.scripted;

import java.time.Clock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ReadyTask;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.rollout.plan.NamedDraws;
import org.sealflow.schemas.PolicyUpdate;

/**
 * Plays the ground truth with faults on purpose. Of the environment it knows the messages it is
 * sent and nothing else: a patch that shows no text that cures changes none of its answers. When it
 * errs depends on the seed and the name of the episode alone, so that an episode goes the same way
 * whatever else is played.
 */
public final class ScriptedPolicy implements Policy {
  private final ScriptedPolicySettings settings;
  private final Function<String, @Nullable ReadyTask> truth;
  private final Clock clock;
  private final Delay delay;
  private volatile @Nullable Long version;
  private volatile boolean closed;

  /**
   * A policy that takes its delays in real time.
   *
   * @param truth the task of a name, with its ground truth; null if there is none
   * @param clock tells deadlines
   */
  public ScriptedPolicy(
      ScriptedPolicySettings settings, Function<String, @Nullable ReadyTask> truth, Clock clock) {
    this(settings, truth, clock, Delay.real());
  }

  ScriptedPolicy(
      ScriptedPolicySettings settings,
      Function<String, @Nullable ReadyTask> truth,
      Clock clock,
      Delay delay) {
    this.settings = settings;
    this.truth = truth;
    this.clock = clock;
    this.delay = delay;
  }

  @Override
  public PolicySession open(EpisodeContext context) {
    ReadyTask task = truth.apply(context.taskId());
    if (task == null) {
      throw new PolicyException(
          PolicyException.Cause.ENGINE,
          "the scripted policy has no ground truth of task "
              + context.taskId()
              + "; give it the tasks that are played");
    }
    NamedDraws draws = NamedDraws.of(settings.seed()).at(context.episodeId());
    TurnComposer composer = new TurnComposer(task, settings.faults(), draws);
    return new ScriptedSession(this, composer, context.episodeId(), task.closing());
  }

  @Override
  public void update(PolicyUpdate update) {
    version = update.getVersion();
  }

  @Override
  public void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  /** The version that answers now; null before the first is known. */
  @Nullable Long version() {
    return version;
  }

  /** The share of the faults' rates that is left at a version, 0 to 1. */
  double strength() {
    Long known = version;
    return Math.pow(1 - settings.learningRate(), known == null ? 0 : known.doubleValue());
  }

  ScriptedPolicySettings settings() {
    return settings;
  }

  Clock clock() {
    return clock;
  }

  Delay delay() {
    return delay;
  }
}
