package org.sealflow.tau.live;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.ArgumentChange;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.tau.diagnose.TauDiagnosis;
import org.sealflow.tau.diagnose.TauFailure;

/**
 * Writes a proven diagnosis as edits of the policy's calls. None are found if a text, another order
 * or a call of the user would have to change, or if the end itself failed the episode.
 */
final class TauRepair {
  private static final int MAX_TEXT = 2000;
  private static final int MAX_VALUE = 500;

  private final TauLiveTask task;
  private final List<EpisodeTold.Place> places;
  private final int turns;

  TauRepair(TauLiveTask task, EpisodeTold told) {
    this.task = task;
    this.places = told.places();
    this.turns = told.turns().size();
  }

  Repair of(TauDiagnosis diagnosis) {
    List<CallEdit> edits = new ArrayList<>();
    boolean all = diagnosis.proven() && diagnosis.end() == null && turns > 0;
    for (TauFailure failure : diagnosis.failures()) {
      all &= add(failure, edits);
    }
    boolean found = all && !edits.isEmpty();
    return new Repair(
        found ? RepairOutcome.FOUND : RepairOutcome.NONE_FOUND,
        found ? edits : List.of(),
        diagnosis.executions());
  }

  /** Adds the edits that mend a failure; false if no edit of the policy's calls does. */
  private boolean add(TauFailure failure, List<CallEdit> edits) {
    Integer call = failure.place().call();
    EpisodeTold.Place made = call == null ? null : places.get(call);
    if (made == null) {
      return failure.tool() != null && insert(failure, failure.tool(), edits);
    }
    if (!made.isOfPolicy() || failure.evidence() == EvidenceKind.STATE_DIFFERENCE) {
      return false;
    }
    boolean replaces = !failure.arguments().isEmpty();
    CallEdit edit = edit(replaces ? EditKind.REPLACE : EditKind.DROP, failure, made);
    edit.setCallText(cut(made.text(), MAX_TEXT));
    edits.add(edit);
    if (replaces) {
      edit.setWantedText(cut(failure.expected(), MAX_TEXT));
      edit.setArguments(failure.arguments().stream().map(TauRepair::change).toList());
    } else if (failure.expected() != null) {
      CallEdit instead = edit(EditKind.INSERT, failure, made);
      instead.setTool(failure.expected().substring(0, failure.expected().indexOf('(')));
      instead.setWantedText(cut(failure.expected(), MAX_TEXT));
      edits.add(instead);
    }
    return true;
  }

  /** A missing call of the agent goes before a call of the policy, or to the end of its turn. */
  private boolean insert(TauFailure failure, String tool, List<CallEdit> edits) {
    if (!task.solo() && task.task().domain().agent().toolkit().tool(tool) == null) {
      return false;
    }
    Integer before = failure.place().before();
    EpisodeTold.Place next = before == null ? null : places.get(before);
    CallEdit edit = edit(EditKind.INSERT, failure, next != null && next.isOfPolicy() ? next : null);
    edit.setTurn(Math.min(failure.place().turn(), turns - 1));
    edit.setWantedText(cut(failure.expected(), MAX_TEXT));
    edits.add(edit);
    return true;
  }

  private static CallEdit edit(
      EditKind kind, TauFailure failure, EpisodeTold.@Nullable Place place) {
    CallEdit edit = new CallEdit();
    edit.setKind(kind);
    edit.setTool(failure.tool());
    edit.setArguments(List.of());
    if (place != null) {
      edit.setTurn(place.turn());
      edit.setStep(place.step());
      edit.setCall(place.index());
    }
    return edit;
  }

  private static ArgumentChange change(TauFailure.Argument argument) {
    return new ArgumentChange(
        argument.name(), cut(argument.actual(), MAX_VALUE), cut(argument.expected(), MAX_VALUE));
  }

  private static @Nullable String cut(@Nullable String text, int most) {
    return text == null || text.length() <= most ? text : text.substring(0, most) + "…";
  }
}
