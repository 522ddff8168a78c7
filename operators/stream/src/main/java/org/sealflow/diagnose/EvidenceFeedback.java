package org.sealflow.diagnose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sealflow.schemas.DiagnosedCall;
import org.sealflow.schemas.DriftCell;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.TurnDiagnosis;

/**
 * Feedback on the failed turns of an episode that does not tell the answer: the policy's own calls,
 * the errors they met, and the names of tools and arguments. Values, results and states of the
 * ground truth are left out, and a line that holds a value of it all the same is dropped, unless
 * the policy itself has said that value or got it as a result by the end of the turn.
 *
 * <p>Only turns that fail by themselves have feedback: what is told of a turn that only follows
 * from an earlier failure would blame what was right.
 */
public final class EvidenceFeedback {
  /** Longest feedback of a turn, in characters. */
  public static final int MAX_TEXT = 800;

  private static final String OPENING = "An earlier answer to this failed:";

  private EvidenceFeedback() {}

  /**
   * The feedback of an episode.
   *
   * @param turns the diagnoses of its turns, in any order
   * @return by turn; nothing for turns that do not fail by themselves or of which nothing can be
   *     told, and nothing at all if not every value of the ground truth is known
   */
  public static SortedMap<Integer, String> of(List<TurnDiagnosis> turns) {
    SortedMap<Integer, TurnDiagnosis> inOrder = new TreeMap<>();
    turns.forEach(turn -> inOrder.put(turn.getTurn(), turn));
    SortedMap<Integer, String> feedback = new TreeMap<>();
    if (inOrder.values().stream().anyMatch(EvidenceFeedback::isTruthCut)) {
      return feedback;
    }
    LeakGuard guard = new LeakGuard();
    EvidenceLine.PROSE.forEach(guard::addDocumentation);
    guard.addDocumentation(OPENING);
    for (TurnDiagnosis turn : inOrder.values()) {
      guard.addGroundTruth(
          turn.getGroundTruthCalls().stream().map(DiagnosedCall::getText).toList());
    }
    for (TurnDiagnosis turn : inOrder.values()) {
      seen(turn).forEach(guard::addDocumentation);
      if (turn.getFailure() != null && turn.getOrigin() == FailureOrigin.OWN) {
        text(turn, guard).ifPresent(text -> feedback.put(turn.getTurn(), text));
      }
    }
    return feedback;
  }

  /** Whether calls of the ground truth are missing or cut, so that their values are not known. */
  private static boolean isTruthCut(TurnDiagnosis turn) {
    return turn.getGroundTruthCalls().size() >= 2 * Diagnoser.MOST_OF_EACH_END
        || turn.getGroundTruthCalls().stream().anyMatch(call -> Diagnoser.isCut(call.getText()));
  }

  /**
   * The policy's words in a turn and the answers to them; a result that drifted is the recorded
   * one.
   */
  private static List<String> seen(TurnDiagnosis turn) {
    Map<List<Integer>, String> recorded = new HashMap<>();
    for (DriftCell cell : turn.getDrift()) {
      recorded.put(List.of(cell.getStep(), cell.getCall()), cell.getRecorded());
    }
    List<String> seen = new ArrayList<>();
    for (DiagnosedCall call : turn.getPolicyCalls()) {
      seen.add(call.getText());
      seen.add(
          recorded.getOrDefault(List.of(call.getStep(), call.getCall()), call.getResultText()));
    }
    // The last word of what is cut may be half of one.
    seen.removeIf(Diagnoser::isCut);
    return seen;
  }

  private static Optional<String> text(TurnDiagnosis turn, LeakGuard guard) {
    Set<String> lines = new LinkedHashSet<>();
    for (Evidence evidence : turn.getEvidence()) {
      EvidenceLine.of(evidence)
          .filter(line -> guard.leakIn(List.of(line)).isEmpty())
          .ifPresent(lines::add);
    }
    StringBuilder text = new StringBuilder(OPENING);
    for (String line : lines) {
      if (text.length() + line.length() < MAX_TEXT) {
        text.append('\n').append(line);
      }
    }
    // Lines that are free by themselves could make a value of several words together.
    boolean told = text.length() > OPENING.length();
    return told && guard.leakIn(List.of(text.toString())).isEmpty()
        ? Optional.of(text.toString())
        : Optional.empty();
  }
}
