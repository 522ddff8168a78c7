package org.sealflow.rollout.plan;

import java.util.List;
import java.util.SortedMap;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.jspecify.annotations.Nullable;
import org.sealflow.rollout.branch.BranchChoice;
import org.sealflow.rollout.branch.BranchSources;
import org.sealflow.rollout.branch.Prefix;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * Answers a plan's questions about the batches played so far: failures to branch from, outcomes
 * that weight tasks and open stages, tokens that a budget counts. Keyed by run.
 */
final class PlayedBatches {
  private final RolloutPlan plan;
  private final OpenEpisodes open;
  private final AddedTasks added;
  private final @Nullable BranchSources sources;
  private final @Nullable EpisodeOutcomes outcomes;
  private final @Nullable Learnability learnability;
  private final @Nullable Curriculum curriculum;
  private final @Nullable TokenBudget budget;

  /** The batches of the key in force. */
  PlayedBatches(RolloutPlan plan, OpenEpisodes open, RuntimeContext context) {
    this.plan = plan;
    this.open = open;
    added = new AddedTasks(context);
    boolean byOutcome = plan.drawsByLearnability() || plan.hasStages();
    sources = plan.hasBranches() ? new BranchSources(context) : null;
    outcomes = byOutcome ? new EpisodeOutcomes(context) : null;
    learnability = plan.drawsByLearnability() ? new Learnability(context) : null;
    curriculum =
        plan.hasStages() ? new Curriculum(plan.runId(), plan.steering().stages(), context) : null;
    budget = plan.shape().tokens() > 0 ? new TokenBudget(plan.shape().tokens(), context) : null;
  }

  /**
   * Takes an event of an episode.
   *
   * @param next the batch to start next
   */
  void take(TrajectoryEvent event, long next) throws Exception {
    if (budget != null && event.getAssistantStep() != null) {
      Long batch = open.batchOf(event.getEpisodeId());
      List<Integer> sampled = event.getAssistantStep().getSampledTokenIds();
      if (batch != null && sampled != null && !event.getAssistantStep().getRepeated()) {
        budget.add(batch, sampled.size());
      }
    }
    if (sources != null) {
      sources.take(event, plan.settledBefore(next));
    }
    if (event.getKind() == EventKind.EPISODE_ENDED) {
      open.ended(event.getEpisodeId());
    }
  }

  /**
   * Takes a diagnosis.
   *
   * @param next the batch to start next
   */
  void take(Diagnosis diagnosis, long next) throws Exception {
    long oldest = plan.settledBefore(next);
    if (sources != null) {
      sources.take(diagnosis, oldest);
    }
    if (outcomes != null) {
      outcomes.take(diagnosis, oldest);
    }
  }

  /** Takes a task made for the run: batches planned from now on may play it. */
  void add(PlannedTask task) throws Exception {
    added.add(task);
  }

  /** Takes back a task made for the run: batches planned from now on do not play it. */
  void remove(String taskKey) throws Exception {
    added.remove(taskKey);
  }

  /** Whether all that the plan asks of a batch is known. */
  boolean isKnown(long batch) throws Exception {
    int episodes = plan.shape().groups() * plan.shape().groupSize();
    return (sources == null || sources.complete(batch) >= episodes)
        && (outcomes == null || outcomes.complete(batch) >= episodes)
        && (budget == null || !open.has(batch));
  }

  /** Whether batches start from failures of earlier ones. */
  boolean hasBranches() {
    return sources != null;
  }

  /** Whether sampled tokens are counted. */
  boolean hasBudget() {
    return budget != null;
  }

  /**
   * The share of the budget that the batches settled before one have spent, from 0; 0 without a
   * budget.
   */
  double budgetSpent(long next) throws Exception {
    return budget == null ? 0 : budget.spent(plan.settledBefore(next));
  }

  /**
   * The choice of a batch; to be asked once a batch, in order.
   *
   * @param sets the patches in force
   */
  BatchChoices choices(long next, PatchSets sets) throws Exception {
    if (outcomes != null) {
      SortedMap<Long, List<TaskOutcome>> settled = outcomes.settle(plan.settledBefore(next));
      if (learnability != null) {
        learnability.count(settled);
      }
      if (curriculum != null) {
        curriculum.count(settled);
      }
    }
    Stage stage = curriculum == null ? null : curriculum.stage(next);
    List<PlannedTask> all = plan.mode() == Mode.TRAIN ? added.besides(plan.tasks()) : plan.tasks();
    List<PlannedTask> tasks = stage == null ? all : all.stream().filter(stage::plays).toList();
    return new BatchChoices(
        tasks,
        learnability == null ? null : learnability.weights(tasks),
        prefixes(next),
        stage != null && stage.plain() ? sets.withoutActive() : sets);
  }

  private List<Prefix> prefixes(long next) throws Exception {
    long from = plan.settledBefore(next);
    if (sources == null || from < 0) {
      return List.of();
    }
    BranchChoice choice =
        new BranchChoice(plan.branching(), NamedDraws.of(plan.seed()).at("branches").at(next));
    List<Prefix> prefixes = sources.prefixes(from, choice, plan.branching().end());
    sources.forget(from);
    return prefixes;
  }
}
