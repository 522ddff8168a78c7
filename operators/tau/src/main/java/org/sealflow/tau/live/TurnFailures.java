package org.sealflow.tau.live;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ProvedFailure;
import org.sealflow.environment.Tag;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.TurnJudgement;
import org.sealflow.tau.diagnose.Responsible;
import org.sealflow.tau.diagnose.TauFailure;

/** The failures of one turn. */
final class TurnFailures {
  private static final int MAX_VALUE = 500;

  private final List<EpisodeTold.Place> places;
  private final List<TauFailure> failures = new ArrayList<>();
  private boolean caused = true;
  private boolean byAgent;

  TurnFailures(List<EpisodeTold.Place> places) {
    this.places = places;
  }

  /**
   * @param consequence whether it fails only because of other failures
   */
  void add(TauFailure failure, boolean consequence) {
    failures.add(failure);
    caused &= consequence;
    byAgent |= !consequence && failure.by() == Responsible.AGENT;
  }

  /** Whether nothing fails in the turn but because of other turns. */
  boolean isConsequence() {
    return caused;
  }

  private TauFailure gravest() {
    TauFailure gravest = failures.get(0);
    for (TauFailure failure : failures) {
      boolean graver = failure.kind().compareTo(gravest.kind()) < 0;
      boolean own = failure.origin() != FailureOrigin.CASCADED;
      boolean isOwn = gravest.origin() != FailureOrigin.CASCADED;
      if (own == isOwn ? graver : own) {
        gravest = failure;
      }
    }
    return gravest;
  }

  /**
   * SEAL's tag.
   *
   * @param silent whether the policy made no call in the turn
   */
  Tag tag(boolean silent) {
    return switch (gravest().kind()) {
      case SPURIOUS_CALL -> silent ? Tag.STATE_MISMATCH : Tag.SPURIOUS_TOOL_CALL;
      case WRONG_RESPONSE -> Tag.RESPONSE_MISMATCH;
      case MISSING_CALL -> silent ? Tag.EMPTY_TURN_MODEL_RESPONSE : Tag.STATE_MISMATCH;
      case INVALID_CALL, ARGUMENT_MISMATCH, WRONG_EFFECT, RECOVERY_FAILURE -> Tag.STATE_MISMATCH;
    };
  }

  /** Whether the policy acted rightly: unknown where the user may be to blame. */
  TurnJudgement judgement(TurnJudgement otherwise) {
    if (caused) {
      return otherwise;
    }
    return byAgent ? TurnJudgement.WRONG : TurnJudgement.UNJUDGED;
  }

  ProvedFailure proved() {
    TauFailure gravest = gravest();
    List<Evidence> evidence = new ArrayList<>(evidence(gravest));
    for (TauFailure failure : failures) {
      if (!failure.equals(gravest)) {
        evidence.addAll(evidence(failure));
      }
    }
    return new ProvedFailure(gravest.kind(), gravest.origin(), evidence);
  }

  private List<Evidence> evidence(TauFailure failure) {
    List<Evidence> evidence = new ArrayList<>();
    for (TauFailure.Argument argument : failure.arguments()) {
      Evidence found = of(failure);
      found.setArgument(argument.name());
      found.setExpected(cut(argument.expected()));
      found.setActual(cut(argument.actual()));
      evidence.add(found);
    }
    if (evidence.isEmpty()) {
      Evidence found = of(failure);
      found.setExpected(cut(failure.expected()));
      found.setActual(cut(failure.actual()));
      evidence.add(found);
    }
    return evidence;
  }

  private Evidence of(TauFailure failure) {
    Evidence evidence = new Evidence();
    evidence.setKind(failure.evidence());
    evidence.setTool(failure.tool());
    evidence.setNote(note(failure));
    Integer call = failure.place().call();
    if (call != null) {
      EpisodeTold.Place place = places.get(call);
      evidence.setCallText(cut(place.text()));
      if (place.isOfPolicy()) {
        evidence.setStep(place.step());
        evidence.setCall(place.index());
      }
    }
    return evidence;
  }

  /** Names the user as such, where the record proves that it is the user's doing. */
  private static @Nullable String note(TauFailure failure) {
    return switch (failure.by()) {
      case AGENT -> failure.note();
      case USER -> "by the user" + because(failure);
      case UNDETERMINED ->
          failure.origin() == FailureOrigin.CASCADED
              ? failure.note()
              : "undetermined whose doing" + because(failure);
    };
  }

  private static String because(TauFailure failure) {
    return failure.note() == null ? "" : ": " + failure.note();
  }

  private static @Nullable String cut(@Nullable String text) {
    return text == null || text.length() <= MAX_VALUE ? text : text.substring(0, MAX_VALUE) + "…";
  }
}
