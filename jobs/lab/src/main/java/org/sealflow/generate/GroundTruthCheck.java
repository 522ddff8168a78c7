package org.sealflow.generate;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sealflow.bfcl.check.EpisodePass;
import org.sealflow.bfcl.check.TaskProgram;
import org.sealflow.bfcl.check.TurnPass;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.ToolDoc;
import org.sealflow.generate.family.DropReason;
import org.sealflow.generate.family.Scene;
import org.sealflow.generate.family.UnfitException;

/** Plays a task's ground truth as if it were a policy's answer, one call per step. */
public final class GroundTruthCheck {
  private static final String MODEL = "generator";

  private final GeneratorSources sources;

  /** A check with the tools of these sources. */
  public GroundTruthCheck(GeneratorSources sources) {
    this.sources = sources;
  }

  /**
   * Why a task cannot be solved by its ground truth; empty if it can.
   *
   * @param task its ground truth consists of calls by name, its classes are documented
   */
  public Optional<DropReason> problem(Task task) {
    try {
      require(task);
      return Optional.empty();
    } catch (UnfitException unfit) {
      return Optional.of(unfit.reason());
    }
  }

  /**
   * Lets a task pass that its ground truth solves: with tools known at that turn, without an error,
   * strictly in every turn and officially.
   *
   * @throws UnfitException for every other task
   */
  void require(Task task) {
    requireTools(task);
    EpisodePass pass = new EpisodePass(new TaskProgram(task, sources.longContext()), MODEL, null);
    for (List<String> calls : task.groundTruth()) {
      TurnPass turn = pass.turn(calls.stream().map(List::of).toList());
      if (turn.truth().stream().anyMatch(Scene::isFault)) {
        throw new UnfitException(DropReason.GROUND_TRUTH_ERROR);
      }
      if (!turn.tag().isSuccess()) {
        throw new UnfitException(DropReason.GROUND_TRUTH_FAILS);
      }
    }
    if (!pass.official(task.groundTruth().size()).isValid()) {
      throw new UnfitException(DropReason.GROUND_TRUTH_FAILS);
    }
  }

  private void requireTools(Task task) {
    Set<String> documented = new HashSet<>();
    for (ToolDoc tool : sources.of(task)) {
      documented.add(tool.name());
    }
    for (int turn = 0; turn < task.groundTruth().size(); turn++) {
      for (String call : task.groundTruth().get(turn)) {
        String tool = call.substring(0, call.indexOf('('));
        if (!documented.contains(tool) || task.availableFrom(tool) > turn) {
          throw new UnfitException(DropReason.TOOL_NOT_AVAILABLE);
        }
      }
    }
  }
}
