package org.sealflow.evolve;

import org.sealflow.schemas.PatchAction;

/**
 * An operator's order that is in force.
 *
 * @param action {@code RETIRE} or {@code PIN}
 * @param reason why, in a line for people; empty if none is given
 */
public record PatchOrder(PatchAction action, String reason) {
  /** The order as the reason of a record. */
  String line() {
    String what = action == PatchAction.PIN ? "pinned" : "retired";
    return what + " by order" + (reason.isEmpty() ? "" : ": " + reason);
  }
}
