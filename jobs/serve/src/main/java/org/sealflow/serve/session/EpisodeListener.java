package org.sealflow.serve.session;

import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.schemas.EndReason;

/** Hears what happens in one episode, in order, from one thread at a time. Must not throw. */
public interface EpisodeListener {
  /** Hears nothing. */
  EpisodeListener NONE =
      new EpisodeListener() {
        @Override
        public void answered(PolicyAnswer answer, StepOutcome outcome) {}

        @Override
        public void ended(EndReason reason, @Nullable String message) {}
      };

  /** The policy answered, and the environment replied. */
  void answered(PolicyAnswer answer, StepOutcome outcome);

  /**
   * The episode is over; told once.
   *
   * @param message what happened, one line for people; null if the reason says it all
   */
  void ended(EndReason reason, @Nullable String message);
}
