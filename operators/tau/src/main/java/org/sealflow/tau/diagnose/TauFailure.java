package org.sealflow.tau.diagnose;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.TurnFailure;

/**
 * One thing that makes a conversation fail.
 *
 * @param evidence what was seen
 * @param tool the tool called, or that should have been; null for a text
 * @param arguments those that differ from the reference's
 * @param expected the call or text wanted; null if none
 * @param actual the call found; null if none
 * @param origin whether it fails the conversation by itself, all other failures mended
 * @param note why {@code by} is what it is, where that needs a reason; else null
 */
public record TauFailure(
    TurnFailure kind,
    EvidenceKind evidence,
    Place place,
    @Nullable String tool,
    List<Argument> arguments,
    @Nullable String expected,
    @Nullable String actual,
    FailureOrigin origin,
    Responsible by,
    @Nullable String note) {
  /**
   * Where it happened.
   *
   * @param turn what happens between two messages of the user, from 0
   * @param call the call among all of the conversation, from 0; null where none was made
   * @param before the call before which one is missing; null where none is, or at the end
   */
  public record Place(int turn, @Nullable Integer call, @Nullable Integer before) {}

  /**
   * An argument with the reference's value and the one found, as Python writes them; null where
   * there is none.
   */
  public record Argument(String name, @Nullable String expected, @Nullable String actual) {}

  public TauFailure {
    arguments = List.copyOf(arguments);
  }
}
