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
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.EndpointKey;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.PromptTokenizer;
import org.sealflow.schemas.PolicyUpdate;

/**
 * A policy behind an OpenAI-compatible server, or several of the same model among which episodes
 * are dealt out in turn. Sessions are cheap: each holds its conversation, the server holds nothing
 * between answers.
 */
public final class OpenAiPolicy implements Policy {
  private static final Duration CHECK = Duration.ofSeconds(15);

  private final OpenAiSettings settings;
  private final EpisodeTokens.@Nullable Factory tokens;
  private final @Nullable String key;
  private final List<ServerClient> clients;
  private final AdapterLoader adapters;
  private final AtomicInteger opened = new AtomicInteger();

  /**
   * For the servers of the settings.
   *
   * @param tokens makes the token ids of episodes; needed for the styles that send ids alone
   * @param environment where the bearer key stands, e.g. {@link System#getenv()}
   * @throws IllegalArgumentException if the style needs token ids and nothing makes them, or no
   *     header can carry the key: one line without it
   */
  public OpenAiPolicy(
      OpenAiSettings settings,
      EpisodeTokens.@Nullable Factory tokens,
      Map<String, String> environment,
      Clock clock) {
    if (settings.sendsTokens() && tokens == null) {
      throw new IllegalArgumentException(
          "the style " + settings.style() + " needs a tokenizer: name its directory, or use CHAT");
    }
    this.settings = settings;
    this.tokens = tokens;
    this.key = EndpointKey.read(environment, settings.keyVariable());
    this.clients =
        settings.servers().stream().map(server -> new ServerClient(server, key, clock)).toList();
    this.adapters = new AdapterLoader(settings, clients, clock);
  }

  /**
   * Asks each server whether it is there, serves the model and, where each version's adapter is to
   * be loaded, takes adapters at all.
   *
   * @return what is wrong, in one line; empty if nothing is
   */
  public Optional<String> check(Clock clock) {
    return clients.stream().flatMap(client -> check(client, clock).stream()).findFirst();
  }

  private Optional<String> check(ServerClient client, Clock clock) {
    try {
      JsonNode models = client.get("/models", clock.instant().plus(CHECK)).join();
      List<String> served = new ArrayList<>();
      models.path("data").forEach(model -> served.add(model.path("id").asText()));
      return served.contains(settings.model())
          ? adapters.check(client, clock.instant().plus(CHECK))
          : Optional.of(unknown(client.settings(), served));
    } catch (CompletionException failed) {
      return Optional.of(String.valueOf(ServerFailures.cause(failed).getMessage()));
    }
  }

  /**
   * Compares the token ids that each server makes of a few conversations with those made here,
   * where it tells them.
   *
   * @param template the chat template of the model that is trained
   * @param tokenizer its tokenizer
   * @return what differs, in one line; empty if nothing does that can be seen
   */
  public Optional<String> checkTokens(
      ChatTemplate template, PromptTokenizer tokenizer, Clock clock) {
    return settings.servers().stream()
        .flatMap(
            server ->
                new TokenAgreement(
                        server, new ServerClient(server.atRoot(), key, clock), template, tokenizer)
                    .check(clock.instant().plus(CHECK)).stream())
        .findFirst();
  }

  private static String unknown(OpenAiSettings settings, List<String> served) {
    return "the server at "
        + settings.baseUrl()
        + " does not serve '"
        + settings.model()
        + "'; it serves "
        + (served.isEmpty() ? "nothing" : String.join(", ", served));
  }

  @Override
  public PolicySession open(EpisodeContext context) {
    ServerClient client = clients.get(Math.floorMod(opened.getAndIncrement(), clients.size()));
    ServerAnswers answers = new ServerAnswers(client.settings(), client.json());
    return settings.sendsTokens() && tokens != null
        ? new CompletionSession(
            context.sampling(), settings.requests(), tokens, client, answers, adapters)
        : new ChatSession(context, settings, client, answers, adapters);
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
  public boolean loadsVersions() {
    return settings.adapters();
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
