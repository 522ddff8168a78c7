package org.sealflow.nano.warm;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.sealflow.model.Optimizer;
import org.sealflow.model.PolicyModel;

/**
 * A warm start under way: copying exercises, then the phases of the curriculum. The policy is
 * judged by greedy episodes, and the best one is kept. Goes on where a checkpoint was left; on one
 * thread of the engine the same settings give the same weights bit for bit, interrupted or not.
 */
final class WarmStart implements AutoCloseable {
  private static final Duration BETWEEN_CHECKPOINTS = Duration.ofMinutes(1);

  private final WarmPlan plan;
  private final PolicyModel model;
  private final Optimizer optimizer;
  private final SupervisedStep step;
  private final WarmParts parts;
  private final Pools pools;
  private final Clock clock;
  private final WarmListener listener;
  private Position position = Position.START;
  private Best best = Best.NONE;
  private long spent;
  private final long begun;
  private long savedAt;

  /**
   * A warm start that goes on from the last checkpoint, or begins where there is none.
   *
   * @param model the induction start, to be trained; stays the caller's
   * @throws IllegalArgumentException if the checkpoint belongs to other settings
   */
  WarmStart(WarmPlan plan, PolicyModel model, WarmParts parts, Clock clock, WarmListener listener) {
    this.plan = plan;
    this.model = model;
    this.parts = parts;
    this.clock = clock;
    this.listener = listener;
    optimizer = new Optimizer(model, plan.training().steps().optimizer());
    step = new SupervisedStep(model, optimizer, plan.training().steps().largestNorm());
    pools = new Pools(parts.source(), plan.training());
    begun = clock.millis();
    savedAt = begun;
    Checkpoints.Saved saved = parts.checkpoints().load();
    if (saved != null) {
      position = saved.position();
      best = saved.best();
      spent = saved.millis();
      optimizer.restore(saved.snapshot());
    }
  }

  /**
   * Learns until the end; then the model is the best policy judged.
   *
   * @param stopped asked before every step
   * @return whether the end was reached; otherwise a checkpoint was saved
   * @throws InterruptedException if the thread is interrupted
   */
  boolean run(BooleanSupplier stopped) throws InterruptedException {
    List<Phase> phases = plan.curriculum().phases();
    while (position.phase() < phases.size()) {
      if (stopped.getAsBoolean()) {
        save();
        return false;
      }
      if (position.steps() < plan.copying().steps()) {
        copy();
      } else {
        learn(phases.get(position.phase()));
      }
      if (clock.millis() - savedAt >= BETWEEN_CHECKPOINTS.toMillis()) {
        save();
      }
    }
    judge();
    model.setTrainedWeights(parts.checkpoints().loadBest(best));
    return true;
  }

  private void copy() {
    CopySettings copying = plan.copying();
    SplittableRandom random = new SplittableRandom(plan.training().seed() ^ position.steps());
    double rate = copying.learningRate() * (position.steps() + 1) / copying.steps();
    StepFigures figures =
        step.learn(parts.exercise().draw(copying.rows(), copying.length(), random), rate);
    position = position.copied();
    listener.copied(position.steps(), figures);
  }

  private void learn(Phase phase) throws InterruptedException {
    if (position.readInPhase() >= phase.tokens()) {
      position = position.nextPhase();
      return;
    }
    List<List<Example>> batches = pools.get(phase, position.pool());
    if (position.batch() >= batches.size()) {
      position = position.nextPool();
      return;
    }
    double rate = phase.learningRate(position.readInPhase()) * warmth();
    StepFigures figures = step.learn(batches.get(position.batch()), rate);
    long before = position.read();
    position = position.learnt(figures.tokens());
    listener.learnt(position.steps(), position.phase(), position.read(), rate, figures);
    if (isJudgedBetween(before, position.read())) {
      judge();
    }
  }

  /** A policy of the first phase has mostly seen few tools: its episodes are long and in vain. */
  private boolean isJudgedBetween(long before, long after) {
    long interval = plan.judging().everyTokens();
    return position.phase() > 0
        && before / interval < after / interval
        && after < plan.curriculum().tokens();
  }

  /** The factor on the rate: it rises over the first steps behind the exercises. */
  private double warmth() {
    int made = position.steps() - plan.copying().steps() + 1;
    return Math.min(1, made / (double) Math.max(1, plan.training().steps().warmUpSteps()));
  }

  private void judge() {
    StrictSuccesses judgement = parts.judge().judge(model);
    int successes = judgement.overall().successes();
    boolean better = successes > best.successes();
    if (better) {
      parts.checkpoints().saveBest(position.steps(), model.trainedWeights());
      best = new Best(position.steps(), position.read(), successes);
    }
    listener.judged(position.steps(), position.read(), judgement, better);
    save();
  }

  private void save() {
    savedAt = clock.millis();
    parts
        .checkpoints()
        .save(new Checkpoints.Saved(position, best, spent + savedAt - begun, optimizer.snapshot()));
    listener.saved(position.steps());
  }

  /** The result, with judgements of it. */
  WarmResult result(Map<String, StrictSuccesses> judgements) {
    double seconds = (spent + savedAt - begun) / 1e3;
    return new WarmResult(best.step(), best.read(), seconds, judgements);
  }

  /** How far it has come. */
  Position position() {
    return position;
  }

  @Override
  public void close() {
    pools.close();
    optimizer.close();
  }
}
