package org.sealflow.rollout;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.SampledTokens;
import org.sealflow.rollout.branch.Prefix;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.TrajectoryEvent;

/** Brings an episode to where it was, by answers that were given before: nothing is sampled. */
final class Playback {
  private Playback() {}

  /**
   * Takes a beginning up; the episode may end with it.
   *
   * @param prefix where a branch starts, null for an episode from its opening on
   * @param answers what was answered behind it
   * @param told takes what happens, in order
   * @throws PolicyException if it cannot be repeated word for word, or does not come to where the
   *     branch starts
   */
  static void repeat(
      Episode episode,
      Speakers speakers,
      @Nullable Prefix prefix,
      List<PolicyAnswer> answers,
      Consumer<TrajectoryEvent> told) {
    try {
      if (prefix != null) {
        requireFixedUser(episode);
        repeat(episode, speakers, prefix.steps().stream().map(Playback::given).toList(), told);
        requireAt(prefix, episode);
      }
      repeat(episode, speakers, answers, told);
    } catch (PolicyException said) {
      throw said;
    } catch (RuntimeException | StackOverflowError unrepeatable) {
      throw PolicyFailures.ofContent(unrepeatable);
    }
  }

  private static void repeat(
      Episode episode,
      Speakers speakers,
      List<PolicyAnswer> answers,
      Consumer<TrajectoryEvent> told) {
    for (PolicyAnswer given : answers) {
      if (episode.ended() != null) {
        return;
      }
      speakers.next(episode).repeat(episode.unanswered(), given);
      episode.repeat(given).forEach(told);
    }
  }

  /** A branch repeats the policy's steps alone; what a played user said is not among them. */
  private static void requireFixedUser(Episode episode) {
    if (episode.awaitsUser()) {
      throw new PolicyException(
          PolicyException.Cause.ENGINE, "episodes with a played user have no branches");
    }
  }

  private static void requireAt(Prefix prefix, Episode episode) {
    if (episode.ended() == null && episode.turn() != prefix.branch().getTurn()) {
      throw new PolicyException(
          PolicyException.Cause.ENGINE,
          "what was repeated of %s ends in turn %d, expected %d"
              .formatted(
                  prefix.branch().getEpisodeId(), episode.turn(), prefix.branch().getTurn()));
    }
  }

  private static PolicyAnswer given(AssistantStep step) {
    String text = step.getText();
    if (text == null) {
      throw new PolicyException(PolicyException.Cause.ENGINE, "a step to repeat has no text");
    }
    List<Integer> context = step.getContextTokenIds();
    List<Integer> sampled = step.getSampledTokenIds();
    SampledTokens tokens =
        context == null || sampled == null
            ? null
            : new SampledTokens(context, sampled, step.getSampledLogProbs());
    return new PolicyAnswer(text, step.getPolicyVersion(), tokens);
  }
}
