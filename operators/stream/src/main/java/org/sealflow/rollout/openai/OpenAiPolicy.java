package org.sealflow.rollout.openai;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PolicyUpdate;

/**
 * A policy behind an OpenAI-compatible server. Sessions are cheap: each holds its conversation, the
 * server holds nothing between answers.
 */
public final class OpenAiPolicy implements Policy {
  private static final Duration CHECK = Duration.ofSeconds(15);

  private final OpenAiSettings settings;
  private final EpisodeTokens.@Nullable Factory tokens;
  private final ServerClient client;
  private final AdapterLoader adapters;

  /**
   * For one server.
   *
   * @param tokens makes the token ids of training episodes; needed for the style TOKENS alone
   * @param environment where the bearer key stands, e.g. {@link System#getenv()}
   * @throws IllegalArgumentException if the style needs token ids and nothing makes them
   */
  public OpenAiPolicy(
      OpenAiSettings settings,
      EpisodeTokens.@Nullable Factory tokens,
      Map<String, String> environment,
      Clock clock) {
    if (settings.style() == OpenAiSettings.Style.TOKENS && tokens == null) {
      throw new IllegalArgumentException(
          "the style TOKENS needs a tokenizer: name its directory, or use CHAT");
    }
    this.settings = settings;
    this.tokens = tokens;
    this.client = new ServerClient(settings, environment.get(settings.keyVariable()), clock);
    this.adapters = new AdapterLoader(settings, client, clock);
  }

  /**
   * Asks the server whether it is there, serves the model and, where each version's adapter is to
   * be loaded, takes adapters at all.
   *
   * @return what is wrong, in one line; empty if nothing is
   */
  public Optional<String> check(Clock clock) {
    try {
      JsonNode models = client.get("/models", clock.instant().plus(CHECK)).join();
      List<String> served = new ArrayList<>();
      models.path("data").forEach(model -> served.add(model.path("id").asText()));
      return served.contains(settings.model())
          ? adapters.check(clock.instant().plus(CHECK))
          : Optional.of(unknown(served));
    } catch (CompletionException failed) {
      return Optional.of(String.valueOf(ServerFailures.cause(failed).getMessage()));
    }
  }

  private String unknown(List<String> served) {
    return "the policy server at "
        + settings.baseUrl()
        + " does not serve '"
        + settings.model()
        + "'; it serves "
        + (served.isEmpty() ? "nothing" : String.join(", ", served));
  }

  @Override
  public PolicySession open(EpisodeContext context) {
    boolean asTokens =
        settings.style() == OpenAiSettings.Style.TOKENS && context.mode() == Mode.TRAIN;
    ServerAnswers answers = new ServerAnswers(settings, client.json());
    return asTokens && tokens != null
        ? new CompletionSession(context.sampling(), tokens.open(), client, answers, adapters)
        : new ChatSession(context, settings.style(), client, answers, adapters);
  }

  @Override
  public void update(PolicyUpdate update) {
    adapters.update(update);
  }

  @Override
  public CompletableFuture<?> settled() {
    return adapters.settled();
  }

  @Override
  public Optional<String> problem() {
    return adapters.problem();
  }

  /** Unloads the adapters it has loaded; connections close when idle. */
  @Override
  public void close() {
    adapters.close();
  }
}
