package org.sealflow.diagnose.repair;

import java.util.Comparator;
import org.sealflow.schemas.EditKind;

/**
 * A change to the calls of a turn, placed among the calls as they were recorded.
 *
 * @param place index of the call that is dropped or replaced, or that the inserted call comes
 *     before: the number of calls where it comes last
 * @param truth index of the ground-truth call that is wanted; -1 for {@code DROP}
 */
record Edit(int turn, int place, EditKind kind, int truth) implements Comparable<Edit> {
  static final int NONE = -1;

  private static final Comparator<Edit> ORDER =
      Comparator.comparingInt(Edit::turn)
          .thenComparingInt(Edit::place)
          .thenComparing(edit -> edit.kind() != EditKind.INSERT)
          .thenComparingInt(Edit::truth);

  static Edit drop(int turn, int place) {
    return new Edit(turn, place, EditKind.DROP, NONE);
  }

  static Edit replace(int turn, int place, int truth) {
    return new Edit(turn, place, EditKind.REPLACE, truth);
  }

  static Edit insert(int turn, int place, int truth) {
    return new Edit(turn, place, EditKind.INSERT, truth);
  }

  /** Whether both change the same call of the policy, or both make the same ground-truth call. */
  boolean contradicts(Edit other) {
    if (turn != other.turn) {
      return false;
    }
    boolean sameCall =
        kind != EditKind.INSERT && other.kind != EditKind.INSERT && place == other.place;
    return sameCall || (truth != NONE && truth == other.truth);
  }

  /** By turn and place; what is inserted before a call comes before it. */
  @Override
  public int compareTo(Edit other) {
    return ORDER.compare(this, other);
  }
}
