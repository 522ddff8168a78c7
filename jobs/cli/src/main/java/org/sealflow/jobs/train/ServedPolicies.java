package org.sealflow.jobs.train;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.openai.OpenAiPolicy;
import org.sealflow.rollout.openai.OpenAiPolicyFactory;
import org.sealflow.rollout.openai.OpenAiSettings;
import org.sealflow.rollout.openai.RequestOptions;
import org.sealflow.rollout.openai.ServerReplicas;
import org.sealflow.rollout.openai.TrainedTemperature;

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
    TrainRollouts rollouts = settings.rollouts();
    if (rollouts.server().loadAdapters() && settings.policy().adapterRank() == 0) {
      throw new UserError(
          "policy.adapterRank is 0, which trains all weights, but a server is given adapters alone:"
              + " expected 1 or more, or rollouts.engine=embedded");
    }
    TrainedTemperature.problem(
            rollouts.answers().temperature(),
            rollouts.server().processedLogProbs(),
            "rollouts.temperature",
            "rollouts.processedLogProbs=true")
        .ifPresent(
            problem -> {
              throw new UserError(problem);
            });
    try {
      return new OpenAiSettings(
          rollouts.server().baseUrl(),
          rollouts.server().servedModel(),
          rollouts.server().keyVariable(),
          OpenAiSettings.Style.TOKENS,
          ATTEMPTS,
          BACKOFF,
          rollouts.server().loadAdapters(),
          new ServerReplicas(
              rollouts.server().replicas(),
              rollouts.server().adapterPaths(),
              rollouts.server().adapterCopies()),
          new RequestOptions(rollouts.answers().seeded(), rollouts.answers().enableThinking()));
    } catch (IllegalArgumentException wrong) {
      throw new UserError("rollouts: " + wrong.getMessage(), wrong);
    }
  }

  /**
   * Asks the servers whether they can play, and whether they make the token ids that are trained
   * on.
   *
   * @param model directory of the model that is trained
   * @throws UserError if not so, one line
   */
  static void require(OpenAiSettings server, Path model, Clock clock) {
    OpenAiSettings chats = server.withStyle(OpenAiSettings.Style.CHAT);
    try (OpenAiPolicy probe = probe(chats, clock);
        HuggingFacePromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(model)) {
      ChatTemplate template = ChatTemplate.fromDirectory(model, clock);
      probe
          .check(clock)
          .or(() -> probe.checkTokens(template, tokenizer, clock))
          .ifPresent(
              problem -> {
                throw new UserError("rollouts.baseUrl: " + problem);
              });
    } catch (IOException unreadable) {
      throw new UserError("policy.model: " + unreadable.getMessage(), unreadable);
    }
  }

  private static OpenAiPolicy probe(OpenAiSettings server, Clock clock) {
    try {
      return new OpenAiPolicy(server, null, System.getenv(), clock);
    } catch (IllegalArgumentException unusable) {
      throw new UserError("rollouts.keyVariable: " + unusable.getMessage(), unusable);
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
