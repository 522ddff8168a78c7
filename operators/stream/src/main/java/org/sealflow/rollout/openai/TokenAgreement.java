package org.sealflow.rollout.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.sealflow.model.template.TemplateException;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.PromptTokenizer;
import org.sealflow.model.text.TemplateMessage;

/**
 * Compares the token ids that a server makes of conversations with those made here, where it has
 * vLLM's path {@code /tokenize}. A policy that is sampled by other ids than it is trained on learns
 * something else, without any sign.
 */
final class TokenAgreement {
  private static final String TOKENIZE = "/tokenize";

  /** Templates and tokenizers differ in these: roles, turns, white space, calls, scripts. */
  private static final List<List<TemplateMessage>> CONVERSATIONS =
      List.of(
          List.of(
              TemplateMessage.system("You are helpful."), TemplateMessage.user("List the files.")),
          List.of(
              TemplateMessage.system("Tools:\n{\"name\": \"ls\"}"),
              TemplateMessage.user("Go on."),
              TemplateMessage.assistant("<tool_call>\n{\"name\": \"ls\"}\n</tool_call>"),
              TemplateMessage.user("[\"a.txt\", \"b.txt\"]")),
          List.of(
              TemplateMessage.user("  Größe: 1234567.50 €,\r\n\ttab, 東京, 😀!  "),
              TemplateMessage.assistant("Done."),
              TemplateMessage.user("it's 2026-11-21…")));

  private final OpenAiSettings settings;
  private final ServerClient client;
  private final ChatTemplate template;
  private final PromptTokenizer tokenizer;

  /**
   * For one server.
   *
   * @param settings those of the server
   * @param atRoot talks to where the server's own paths begin
   */
  TokenAgreement(
      OpenAiSettings settings,
      ServerClient atRoot,
      ChatTemplate template,
      PromptTokenizer tokenizer) {
    this.settings = settings;
    this.client = atRoot;
    this.template = template;
    this.tokenizer = tokenizer;
  }

  /**
   * Compares.
   *
   * @return what differs, in one line; empty if nothing does, or the server does not tell its ids
   */
  Optional<String> check(Instant deadline) {
    try {
      for (int number = 0; number < CONVERSATIONS.size(); number++) {
        Optional<String> problem = check(number, deadline);
        if (problem.isPresent()) {
          return problem;
        }
      }
      return Optional.empty();
    } catch (TemplateException refused) {
      return Optional.of("the chat template here refuses a conversation: " + refused.getMessage());
    } catch (CompletionException failed) {
      // Servers of other makers have no such path, or take it otherwise.
      return ServerError.isNotFound(failed) || ServerError.isRefusal(failed)
          ? Optional.empty()
          : Optional.of(String.valueOf(ServerFailures.cause(failed).getMessage()));
    }
  }

  private Optional<String> check(int number, Instant deadline) {
    List<TemplateMessage> conversation = CONVERSATIONS.get(number);
    String text = template.render(conversation, settings.requests().chatSettings(), true);
    List<Integer> here = Arrays.stream(tokenizer.encode(text)).boxed().toList();
    ObjectNode asText = request();
    asText.put("prompt", text);
    Optional<List<Integer>> ofText = ids(asText, deadline);
    if (ofText.isEmpty()) {
      return Optional.empty();
    }
    if (!ofText.get().equals(here)) {
      return Optional.of(difference(number, here, ofText.get(), "another tokenizer"));
    }
    ObjectNode asChat = request();
    asChat.set("messages", messages(conversation));
    asChat.put("add_generation_prompt", true);
    settings.requests().write(asChat);
    return ids(asChat, deadline)
        .filter(there -> !there.equals(here))
        .map(there -> difference(number, here, there, "another chat template"));
  }

  private ObjectNode request() {
    ObjectNode body = client.json().createObjectNode();
    body.put("model", settings.model());
    body.put("add_special_tokens", false);
    return body;
  }

  private ArrayNode messages(List<TemplateMessage> conversation) {
    ArrayNode messages = client.json().createArrayNode();
    for (TemplateMessage message : conversation) {
      messages.addObject().put("role", message.role()).put("content", message.content());
    }
    return messages;
  }

  private Optional<List<Integer>> ids(ObjectNode body, Instant deadline) {
    JsonNode tokens = client.post(TOKENIZE, body, deadline).join().path("tokens");
    if (!tokens.isArray()) {
      return Optional.empty();
    }
    List<Integer> ids = new ArrayList<>();
    tokens.forEach(id -> ids.add(id.asInt()));
    return Optional.of(ids);
  }

  private String difference(int number, List<Integer> here, List<Integer> there, String suspected) {
    int at = 0;
    while (at < Math.min(here.size(), there.size()) && here.get(at).equals(there.get(at))) {
      at++;
    }
    return "the policy server at "
        + settings.baseUrl()
        + " makes other token ids of conversation "
        + (number + 1)
        + " than policy.model does: token "
        + at
        + " is "
        + token(there, at)
        + ", expected "
        + token(here, at)
        + "; it has "
        + suspected
        + ": serve the model that is trained, with its own chat template";
  }

  private String token(List<Integer> ids, int at) {
    if (at == ids.size()) {
      return "the end";
    }
    String text = tokenizer.decode(new int[] {ids.get(at)});
    return ids.get(at) + " '" + text.replace("\n", "\\n").replace("\r", "\\r") + "'";
  }
}
