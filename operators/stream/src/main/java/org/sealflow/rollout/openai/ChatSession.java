package org.sealflow.rollout.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.model.sampling.SamplingSettings;

/** An episode as a chat. */
final class ChatSession implements PolicySession {
  private final SamplingSettings sampling;
  private final RequestOptions requests;
  private final boolean toolsBeside;
  private final @Nullable String instructions;
  private final ServerClient client;
  private final ServerAnswers answers;
  private final AdapterLoader adapters;
  private final ArrayNode messages;
  private final ArrayNode tools;
  private int steps;
  private int asked;

  ChatSession(
      EpisodeContext context,
      OpenAiSettings settings,
      ServerClient client,
      ServerAnswers answers,
      AdapterLoader adapters) {
    this.sampling = context.sampling();
    this.requests = settings.requests();
    this.toolsBeside = settings.style() == OpenAiSettings.Style.CHAT_TOOLS;
    this.instructions = context.instructions();
    this.client = client;
    this.answers = answers;
    this.adapters = adapters;
    this.messages = client.json().createArrayNode();
    this.tools = ToolSchemas.functions(toolsBeside ? context.tools() : List.of(), client.json());
  }

  @Override
  public CompletableFuture<PolicyAnswer> answer(List<ChatMessage> added, Instant deadline) {
    added.forEach(this::add);
    return adapters
        .at(asked++)
        .thenCompose(
            served ->
                adapters
                    .ask(client, "/chat/completions", body(served.model()), deadline)
                    .thenApply(answer -> read(answer, served)))
        .exceptionallyCompose(ServerFailures::asPolicyException);
  }

  @Override
  public void repeat(List<ChatMessage> added, PolicyAnswer given) {
    added.forEach(this::add);
    add(new ChatMessage("assistant", given.text()));
    steps++;
  }

  private ObjectNode body(String model) {
    ObjectNode body = client.json().createObjectNode();
    body.put("model", model);
    body.set("messages", messages.deepCopy());
    if (!tools.isEmpty()) {
      body.set("tools", tools.deepCopy());
    }
    requests.write(body);
    SamplingFields.write(sampling, requests.seeded(), steps++, body);
    return body;
  }

  private PolicyAnswer read(JsonNode answer, ServedVersion served) {
    String text = answers.chat(answer);
    add(new ChatMessage("assistant", text));
    return PolicyAnswer.ofText(text, served.version());
  }

  private void add(ChatMessage message) {
    if (toolsBeside) {
      // The tools stand beside the conversation; the prompt that lists them would say them twice.
      if (message.role().equals("system")) {
        if (instructions != null) {
          write("system", instructions);
        }
        return;
      }
      tools.addAll(RevealedTools.functions(message.content(), client.json()));
    }
    write(message.role(), message.content());
  }

  private void write(String role, String content) {
    messages.add(client.json().createObjectNode().put("role", role).put("content", content));
  }

  @Override
  public void close() {}
}
