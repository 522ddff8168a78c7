package org.sealflow.jobs.train;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.openai.OpenAiPolicy;
import org.sealflow.rollout.openai.OpenAiPolicyFactory;
import org.sealflow.rollout.openai.OpenAiSettings;

/** The policies of a run behind an OpenAI-compatible server. */
final class ServedPolicies {
  private static final int ATTEMPTS = 3;
  private static final Duration BACKOFF = Duration.ofMillis(500);

  private ServedPolicies() {}

  /**
   * How the server is reached.
   *
   * @throws UserError if it cannot be reached so, or cannot be given the weights that are trained
   */
  static OpenAiSettings server(TrainSettings settings) {
    TrainSettings.Rollouts rollouts = settings.rollouts();
    if (rollouts.loadAdapters() && settings.policy().adapterRank() == 0) {
      throw new UserError(
          "policy.adapterRank is 0, which trains all weights, but a server is given adapters alone:"
              + " expected 1 or more, or rollouts.engine=embedded");
    }
    try {
      return new OpenAiSettings(
          rollouts.baseUrl(),
          rollouts.servedModel(),
          rollouts.keyVariable(),
          OpenAiSettings.Style.TOKENS,
          ATTEMPTS,
          BACKOFF,
          rollouts.loadAdapters());
    } catch (IllegalArgumentException wrong) {
      throw new UserError("rollouts: " + wrong.getMessage(), wrong);
    }
  }

  /**
   * Asks the server whether it can play.
   *
   * @throws UserError if it cannot, one line
   */
  static void require(OpenAiSettings server, Clock clock) {
    OpenAiSettings chats = server.withStyle(OpenAiSettings.Style.CHAT);
    try (OpenAiPolicy probe = new OpenAiPolicy(chats, null, System.getenv(), clock)) {
      probe
          .check(clock)
          .ifPresent(
              problem -> {
                throw new UserError("rollouts.baseUrl: " + problem);
              });
    }
  }

  /**
   * Makes policies that ask the server.
   *
   * @param model directory of the model, whose tokenizer and chat template make the token ids
   */
  static PolicyFactory factory(OpenAiSettings server, Path model) {
    return new OpenAiPolicyFactory(server, model.toAbsolutePath().toString());
  }
}
