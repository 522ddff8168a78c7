package org.sealflow.synthesize;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sealflow.bfcl.check.EpisodePass;
import org.sealflow.bfcl.check.StateCheck;
import org.sealflow.bfcl.check.TaskProgram;
import org.sealflow.bfcl.check.TurnPass;
import org.sealflow.bfcl.task.Task;
import org.sealflow.generate.FamilyTools;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.generate.GroundTruthCheck;
import org.sealflow.python.call.CallOutcome;

/**
 * Decides which candidates become tasks. Every candidate is executed; nothing that it says is
 * believed. Not thread-safe.
 */
public final class Admission {
  private static final String MODEL = "synthesizer";

  private final KnownTasks known;
  private final FamilyTools families;
  private final List<Weakness> weaknesses;
  private final GroundTruthCheck check;
  private final Set<String> digests = new HashSet<>();
  private final Set<String> calls = new HashSet<>();

  /**
   * An admission that has admitted nothing yet.
   *
   * @param weaknesses what tasks are to teach, the weakest first
   */
  public Admission(KnownTasks known, FamilyTools families, List<Weakness> weaknesses) {
    this.known = known;
    this.families = families;
    // What names a tool says more than what names a category.
    this.weaknesses =
        Stream.concat(
                weaknesses.stream().filter(weakness -> !weakness.tools().isEmpty()),
                weaknesses.stream().filter(weakness -> weakness.tools().isEmpty()))
            .toList();
    this.check = new GroundTruthCheck(known.sources());
    known.training().forEach(this::remember);
  }

  private void remember(Task task) {
    digests.add(TaskContent.digest(task));
    calls.add(known.identity(task));
  }

  /** The weakness that a candidate teaches; empty if none. */
  Optional<Weakness> weakness(Candidate candidate) {
    Weakness asked = candidate.weakness();
    return asked == null
        ? weaknesses.stream().filter(weakness -> weakness.concerns(candidate.task())).findFirst()
        : Optional.of(asked).filter(weakness -> weakness.concerns(candidate.task()));
  }

  /** Why a candidate is refused; empty if it is admitted, and from then on known. */
  Optional<TaskRefusal> refusal(Candidate candidate) {
    Task task = candidate.task();
    Optional<TaskRefusal> refusal = unexecuted(candidate);
    if (refusal.isEmpty()) {
      refusal = executed(task);
    }
    if (refusal.isEmpty()) {
      remember(task);
    }
    return refusal;
  }

  /** The checks that need no execution. Those of held-out tasks come first. */
  private Optional<TaskRefusal> unexecuted(Candidate candidate) {
    Task task = candidate.task();
    if (!isDocumented(task)) {
      return Optional.of(TaskRefusal.UNKNOWN_START);
    }
    if (isHeldOut(candidate)) {
      return Optional.of(TaskRefusal.HELD_OUT);
    }
    if (digests.contains(TaskContent.digest(task))) {
      return Optional.of(TaskRefusal.DUPLICATE);
    }
    if (task.groundTruth().stream().allMatch(List::isEmpty)) {
      return Optional.of(TaskRefusal.TRIVIAL);
    }
    if (calls.contains(known.identity(task))) {
      return Optional.of(TaskRefusal.DUPLICATE_CALLS);
    }
    return weakness(candidate).isEmpty() ? Optional.of(TaskRefusal.OFF_TARGET) : Optional.empty();
  }

  private boolean isDocumented(Task task) {
    GeneratorSources sources = known.sources();
    return !task.involvedClasses().isEmpty()
        && sources.documents().keySet().containsAll(task.involvedClasses());
  }

  private boolean isHeldOut(Candidate candidate) {
    String scenario = candidate.scenario();
    boolean otherScenario =
        scenario == null
            ? families.mayBeHeldOut(TaskCalls.tools(candidate.task()))
            : FamilyTools.isHeldOut(scenario);
    return otherScenario || known.resemblesHeldOut(candidate.task());
  }

  private Optional<TaskRefusal> executed(Task task) {
    try {
      return check
          .problem(task)
          .map(
              problem ->
                  switch (problem) {
                    case TOOL_NOT_AVAILABLE -> TaskRefusal.UNKNOWN_TOOL;
                    case NOTHING_TO_ACT_ON, GROUND_TRUTH_ERROR, GROUND_TRUTH_FAILS ->
                        TaskRefusal.NOT_SOLVABLE;
                  })
          .or(() -> isTrivial(task) ? Optional.of(TaskRefusal.TRIVIAL) : Optional.empty());
    } catch (RuntimeException notLoadable) {
      // A start is foreign data: what it does to a simulator's loading is its own fault.
      return Optional.of(TaskRefusal.NOT_LOADABLE);
    }
  }

  /** Whether it passes without a call, or no call changes or fetches anything. */
  private boolean isTrivial(Task task) {
    EpisodePass idle = pass(task);
    idle.padUnreachedTurns();
    return idle.official(task.groundTruth().size()).isValid() || !hasEffect(task);
  }

  private boolean hasEffect(Task task) {
    EpisodePass pass = pass(task);
    for (List<String> turn : task.groundTruth()) {
      TurnPass played = pass.turn(turn.stream().map(List::of).toList());
      if (played.truth().stream().map(CallOutcome::text).anyMatch(Admission::fetches)) {
        return true;
      }
    }
    EpisodePass untouched = pass(task);
    untouched.padUnreachedTurns();
    return !StateCheck.equalWithPrivate(pass.policyInstances(), untouched.policyInstances());
  }

  private EpisodePass pass(Task task) {
    return new EpisodePass(new TaskProgram(task, known.sources().longContext()), MODEL, null);
  }

  /** Whether a result says anything. */
  private static boolean fetches(String result) {
    return !result.isBlank() && !result.equals("None");
  }
}
