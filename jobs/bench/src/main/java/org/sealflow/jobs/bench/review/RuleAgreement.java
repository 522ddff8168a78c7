package org.sealflow.jobs.bench.review;

import java.util.EnumSet;
import java.util.Set;
import org.sealflow.review.rule.ReviewRule;
import org.sealflow.schemas.EvidenceKind;

/** Counts the turns in which a rule finds something beside those of the reference. */
public final class RuleAgreement {
  private final ReviewRule rule;
  private final Set<EvidenceKind> counterparts;
  private long found;
  private long failing;
  private long inFailedEpisode;
  private long named;
  private long both;

  RuleAgreement(ReviewRule rule) {
    this.rule = rule;
    this.counterparts = counterparts(rule);
  }

  /** The evidence by which diagnosis with a reference says the same; empty if it says no such. */
  private static Set<EvidenceKind> counterparts(ReviewRule rule) {
    return switch (rule) {
      case ARGUMENTS_NOT_JSON ->
          EnumSet.of(EvidenceKind.REJECTED_CALL, EvidenceKind.UNDECODABLE_CALL);
      case SCHEMA_VIOLATION ->
          EnumSet.of(
              EvidenceKind.BINDING_ERROR, EvidenceKind.TYPE_ERROR, EvidenceKind.UNDECLARED_VALUE);
      case UNKNOWN_TOOL -> EnumSet.of(EvidenceKind.UNKNOWN_TOOL);
      case ERROR_NOT_RECOVERED -> EnumSet.of(EvidenceKind.ERROR_RESULT);
      case REPEATED_CALL -> EnumSet.of(EvidenceKind.SPURIOUS_CALL);
      case UNSEEN_IDENTIFIER -> EnumSet.of(EvidenceKind.OTHER_VALUE);
      case CLAIM_AFTER_FAILURE, UNSEEN_IN_ANSWER, NO_ANSWER ->
          EnumSet.of(EvidenceKind.MISSING_CALL, EvidenceKind.MISSING_RESULT);
    };
  }

  void add(ReferenceTurn turn, boolean failedEpisode, boolean ruleFinds) {
    boolean names = turn.evidence().stream().anyMatch(counterparts::contains);
    named += names ? 1 : 0;
    if (ruleFinds) {
      found++;
      failing += turn.fails() ? 1 : 0;
      inFailedEpisode += failedEpisode ? 1 : 0;
      both += names ? 1 : 0;
    }
  }

  public ReviewRule rule() {
    return rule;
  }

  /** Turns in which the rule finds something. */
  public long found() {
    return found;
  }

  /** Those of them that fail by the reference. */
  public long failing() {
    return failing;
  }

  /** Those of them that are part of an episode that fails. */
  public long inFailedEpisode() {
    return inFailedEpisode;
  }

  /** Turns of which the reference says the same as the rule would. */
  public long named() {
    return named;
  }

  /** Turns of which both say it. */
  public long both() {
    return both;
  }

  /** The share of the found turns that fail; NaN if nothing is found. */
  public double precision() {
    return (double) failing / found;
  }

  /** The share of the turns named by the reference that the rule finds; NaN if none is named. */
  public double recall() {
    return (double) both / named;
  }
}
