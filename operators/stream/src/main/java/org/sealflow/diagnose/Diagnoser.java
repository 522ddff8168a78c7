package org.sealflow.diagnose;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.DiagnosedCall;
import org.sealflow.schemas.Diagnoses;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DriftCell;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.RootCauseReason;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnJudgement;
import org.sealflow.schemas.Verdict;
import org.sealflow.verify.EndedEpisode;
import org.sealflow.verify.EpisodeVerdict;
import org.sealflow.verify.Verified;

/** Makes the diagnosis of what was verified: a pure function of its facts. */
public final class Diagnoser {
  /** Longest call and result a diagnosis carries, in characters. */
  private static final int MAX_TEXT = 2000;

  /**
   * Of calls, drift and what else a turn may hold any number of, so many are carried from the
   * beginning and as many from the end. With texts as long as they may be, all of it fits a
   * message.
   */
  static final int MOST_OF_EACH_END = 50;

  private Diagnoser() {}

  /** The first and the last of a list, all of it where that is no more. */
  static <T> List<T> ends(List<T> all) {
    if (all.size() <= 2 * MOST_OF_EACH_END) {
      return all;
    }
    List<T> ends = new ArrayList<>(all.subList(0, MOST_OF_EACH_END));
    ends.addAll(all.subList(all.size() - MOST_OF_EACH_END, all.size()));
    return ends;
  }

  /**
   * The diagnosis of a turn or an episode.
   *
   * @throws IllegalArgumentException if the facts contradict each other
   */
  public static Diagnosis diagnose(Verified verified) {
    EpisodeAttempt attempt =
        new EpisodeAttempt(verified.runId(), verified.episodeId(), verified.attempt());
    EndedEpisode episode = verified.episode();
    VerifiedTurn turn = verified.turn();
    if (episode != null) {
      return Diagnoses.episode(attempt, episode(verified.header(), verified.category(), episode));
    }
    if (turn != null) {
      return Diagnoses.turn(
          attempt, turn(verified.header(), verified.category(), turn, verified.turnEndedAt()));
    }
    throw new IllegalArgumentException("neither a turn nor an episode was verified");
  }

  static TurnDiagnosis turn(
      EpisodeStarted header, String category, VerifiedTurn turn, @Nullable Long endedAt) {
    TurnDiagnoser.Judgement judgement = TurnDiagnoser.judge(turn);
    return TurnDiagnosis.newBuilder()
        .setTaskId(header.getTaskId())
        .setCategory(category)
        .setTurn(turn.turn())
        .setEndedAt(turn.reached() && endedAt != null ? Instant.ofEpochMilli(endedAt) : null)
        .setReached(turn.reached())
        .setTag(Tag.valueOf(turn.tag().name()))
        .setFailure(judgement.failure())
        .setEvidence(ends(judgement.evidence()))
        .setOrigin(judgement.origin())
        .setRootCause(turn.deviation().first())
        .setDeviating(turn.deviates())
        .setDrift(drift(turn.calls().drift()))
        .setPolicyTools(tools(turn.calls().made()))
        .setGroundTruthTools(tools(turn.calls().truth()))
        .setCalls(turn.calls().made().size())
        .setErrors(errors(turn.calls().made()))
        .setUnsupported(unsupported(turn.calls().made()))
        .setPolicyCalls(calls(turn.calls().made()))
        .setGroundTruthCalls(calls(turn.calls().truth()))
        .setMode(header.getMode())
        .setArm(header.getArm())
        .setGroupId(header.getGroupId())
        .setBatchNumber(header.getBatchNumber())
        .build();
  }

  // Loops here and below: this runs for every turn of every episode, where streams are felt.
  private static List<DriftCell> drift(List<org.sealflow.environment.DriftCell> found) {
    List<DriftCell> cells = new ArrayList<>(found.size());
    for (org.sealflow.environment.DriftCell cell : ends(found)) {
      cells.add(
          new DriftCell(cell.step(), cell.index(), cut(cell.recorded()), cut(cell.executed())));
    }
    return cells;
  }

  private static int errors(List<VerifiedCall> calls) {
    int errors = 0;
    for (VerifiedCall call : calls) {
      errors += call.status() == CallStatus.SUCCEEDED ? 0 : 1;
    }
    return errors;
  }

  private static List<String> unsupported(List<VerifiedCall> calls) {
    List<String> texts = new ArrayList<>();
    for (VerifiedCall call : calls) {
      if (call.status() == CallStatus.UNSUPPORTED) {
        texts.add(cut(call.text()));
      }
    }
    return ends(texts);
  }

  private static List<DiagnosedCall> calls(List<VerifiedCall> calls) {
    List<DiagnosedCall> diagnosed = new ArrayList<>(calls.size());
    for (VerifiedCall call : ends(calls)) {
      diagnosed.add(
          new DiagnosedCall(
              call.step(),
              call.index(),
              cut(call.text()),
              call.tool(),
              call.status(),
              cut(call.result())));
    }
    return diagnosed;
  }

  private static List<String> tools(List<VerifiedCall> calls) {
    Set<String> tools = new LinkedHashSet<>();
    for (VerifiedCall call : calls) {
      if (call.tool() != null) {
        tools.add(call.tool());
      }
    }
    return ends(new ArrayList<>(tools));
  }

  private static EpisodeDiagnosis episode(
      EpisodeStarted header, String category, EndedEpisode ended) {
    VerifiedEpisode facts = ended.facts();
    Verdict verdict = EpisodeVerdict.of(ended);
    RootCauseReason reason = rootCauseReason(ended, verdict);
    boolean failed = verdict == Verdict.POLICY_FAILED;
    return EpisodeDiagnosis.newBuilder()
        .setTaskId(header.getTaskId())
        .setTaskDigest(header.getTaskDigest())
        .setCategory(category)
        .setMode(header.getMode())
        .setArm(header.getArm())
        .setPatchSetDigest(header.getPatchSetDigest())
        .setShownPatches(header.getShownPatches())
        .setGroupId(header.getGroupId())
        .setSampleIndex(header.getSampleIndex())
        .setGroupSize(header.getGroupSize())
        .setBatchNumber(header.getBatchNumber())
        .setPolicyVersionMin(ended.oldestPolicy())
        .setPolicyVersionMax(ended.newestPolicy())
        .setVerdict(verdict)
        .setVerdictReason(EpisodeVerdict.reason(ended))
        .setOfficialValid(facts.official().valid())
        .setOfficialErrorType(facts.official().errorType())
        .setIrrelevanceValid(facts.irrelevance().valid())
        .setIrrelevanceErrorType(facts.irrelevance().errorType())
        .setStrictSuccess(isStrict(ended, verdict))
        .setSealProgress(verdict == Verdict.UNJUDGED ? null : facts.progress().share())
        .setSealProgressWithIrrelevance(
            verdict == Verdict.UNJUDGED ? null : facts.progress().shareWithIrrelevance())
        .setTags(facts.turns().tags().stream().map(tag -> Tag.valueOf(tag.name())).toList())
        .setRootCauseTurn(
            failed && reason == null && facts.turns().firstDeviating() >= 0
                ? facts.turns().firstDeviating()
                : null)
        .setRootCauseReason(reason)
        .setTurns(facts.turns().reached())
        .setCalls(ended.calls())
        .setAsOfDate(header.getAsOfDate())
        .setEndedAt(Instant.ofEpochMilli(ended.endedAt()))
        .setModelName(header.getModelName())
        .setDrifted(facts.soundness().drifted())
        .setSource(header.getSource())
        .setJudgements(judgements(ended, verdict, reason))
        .setBranch(header.getBranch())
        .setRepair(ended.repair())
        .build();
  }

  /** Of turns that all succeed, those with a refused call alone are judged wrong. */
  private static boolean isStrict(EndedEpisode ended, Verdict verdict) {
    VerifiedEpisode facts = ended.facts();
    if (ended.reason() == EndReason.BRANCH_ENDED) {
      return verdict == Verdict.PASSED
          && facts.turns().judgements().get(facts.turns().reached() - 1) != TurnJudgement.WRONG;
    }
    return Boolean.TRUE.equals(facts.official().valid())
        && facts.turns().tags().stream().allMatch(tag -> tag.isSuccess())
        && !facts.turns().judgements().contains(TurnJudgement.WRONG);
  }

  /**
   * The judgements of the turns, where the end of the episode has its say: the root cause of a
   * failure is wrong even if its turn passes (it left another private state), and so is the turn
   * that the episode was cut off in.
   */
  private static List<TurnJudgement> judgements(
      EndedEpisode ended, Verdict verdict, @Nullable RootCauseReason reason) {
    VerifiedEpisode facts = ended.facts();
    List<TurnJudgement> judgements = new ArrayList<>(facts.turns().judgements());
    if (verdict != Verdict.POLICY_FAILED) {
      return judgements;
    }
    if (facts.turns().firstDeviating() >= 0) {
      judgements.set(facts.turns().firstDeviating(), TurnJudgement.WRONG);
    }
    boolean cutOff =
        ended.reason() == EndReason.STEP_LIMIT || reason == RootCauseReason.FORCE_TERMINATED;
    if (cutOff && facts.turns().reached() > 0) {
      judgements.set(facts.turns().reached() - 1, TurnJudgement.WRONG);
    }
    return judgements;
  }

  /**
   * An episode-level reason stands where no turn deviates, or where the attempt ended for a reason
   * outside the policy.
   */
  private static @Nullable RootCauseReason rootCauseReason(EndedEpisode ended, Verdict verdict) {
    if (verdict == Verdict.PASSED
        || verdict == Verdict.TASK_DEFECTIVE
        || verdict == Verdict.UNJUDGED) {
      return null;
    }
    boolean noTurn = ended.facts().turns().firstDeviating() < 0;
    return switch (ended.reason()) {
      case DEADLINE -> RootCauseReason.DEADLINE;
      case ENGINE_FAILURE -> RootCauseReason.ENGINE_FAILURE;
      case CANCELLED -> RootCauseReason.CANCELLED;
      case INFERENCE_ERROR -> RootCauseReason.INFERENCE_ERROR;
      case STEP_LIMIT -> noTurn ? RootCauseReason.STEP_LIMIT : null;
      case BRANCH_ENDED -> null;
      case COMPLETED ->
          noTurn && verdict == Verdict.POLICY_FAILED ? RootCauseReason.FORCE_TERMINATED : null;
    };
  }

  private static String cut(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
  }

  /** Whether a text that a diagnosis carries is the beginning of a longer one. */
  static boolean isCut(String text) {
    return text.length() > MAX_TEXT;
  }
}
