package org.sealflow.capability;

import java.util.List;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.FailureOrigin;

/**
 * The part of a diagnosed turn that profiles need. Lists and texts are never null; an absent text
 * is empty.
 *
 * @param turn index of the turn, from 0
 * @param reached whether the turn began
 * @param tag SEAL's tag, lower case as SEAL spells it, padded for unreached turns
 * @param failure name of the failure, e.g. {@code ARGUMENT_MISMATCH}; empty if the turn passed or
 *     was not reached
 * @param origin name of the failure's origin, e.g. {@code OWN}; empty exactly where the failure is
 * @param rootCause whether it is the earliest deviating turn of the episode
 * @param tools tools that the policy or the ground truth uses in the turn, each once; unknown ones
 *     as {@code other}
 * @param blamedTools tools that the evidence of the failure names, each once, unknown ones as
 *     {@code other}; where it names none, the tools of the ground truth
 * @param blamedArguments arguments that any evidence of the turn names, each once as {@code
 *     tool::argument}, unknown parts as {@code other}
 */
public record TurnObservation(
    int turn,
    boolean reached,
    String tag,
    String failure,
    String origin,
    boolean rootCause,
    List<String> tools,
    List<String> blamedTools,
    List<String> blamedArguments) {

  /**
   * Whether the turn was reached and fails, and not merely because of an earlier one: the blame for
   * a cascaded failure lies with its root cause.
   */
  public boolean failsByItself() {
    return reached && !failure.isEmpty() && !origin.equals(FailureOrigin.CASCADED.name());
  }

  /**
   * The failure patterns the turn shows, each {@code tool::failure}: one for each blamed tool; none
   * unless it fails by itself.
   */
  public List<String> failurePatterns() {
    return failsByItself()
        ? blamedTools.stream().map(tool -> Capabilities.name(tool, failure)).toList()
        : List.of();
  }
}
