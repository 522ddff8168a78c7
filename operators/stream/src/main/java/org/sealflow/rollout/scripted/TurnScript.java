package org.sealflow.rollout.scripted;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers of one turn: answers with calls, one after the other, before the turn is ended. */
final class TurnScript {
  private final Deque<String> answers;
  private final boolean endless;
  private final @Nullable Fault unrecovered;
  private boolean inVain;

  private TurnScript(Deque<String> answers, boolean endless, @Nullable Fault unrecovered) {
    this.answers = answers;
    this.endless = endless;
    this.unrecovered = unrecovered;
    this.inVain = unrecovered != null;
  }

  /** A turn of one answer; of none, where it is empty. */
  static TurnScript of(String answer) {
    return new TurnScript(
        new ArrayDeque<>(answer.isEmpty() ? List.of() : List.of(answer)), false, null);
  }

  /** A turn that never ends. */
  static TurnScript endless(String answer) {
    return new TurnScript(new ArrayDeque<>(List.of(answer)), true, null);
  }

  /** The same turn, begun in vain; it goes on only where a hint follows. */
  TurnScript after(String answerInVain, Fault fault) {
    Deque<String> longer = new ArrayDeque<>(answers);
    longer.addFirst(answerInVain);
    return new TurnScript(longer, endless, fault);
  }

  /** Hears what the environment says to the last answer. */
  void hear(String reply) {
    if (inVain && unrecovered != null) {
      inVain = false;
      if (!ShownText.holdsHint(reply, unrecovered.cure())) {
        answers.clear();
      }
    }
  }

  /** The next answer; null if the turn is to be ended. */
  @Nullable String next() {
    return endless && !inVain ? answers.peek() : answers.poll();
  }
}
