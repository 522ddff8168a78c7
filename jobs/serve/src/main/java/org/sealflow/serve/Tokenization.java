package org.sealflow.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Arrays;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;

/**
 * {@code POST /tokenize}: the ids of a text, or of a conversation as the chat template shows it, as
 * vLLM tells them. Trainers compare them with their own before they sample. No special token is
 * added to a text: those that a model wants are in its template.
 */
final class Tokenization implements Endpoint {
  /** Beside OpenAI's paths, as vLLM has it. */
  static final String PATH = "/tokenize";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final ServedText text;
  private final ServedModels models;

  Tokenization(ServedText text, ServedModels models) {
    this.text = text;
    this.models = models;
  }

  @Override
  public Answer answer(HttpCall call) throws IOException {
    RequestFields fields = RequestFields.of(call);
    String unused = models.adapter(fields.text("model"));
    fields.neutral("add_special_tokens", JSON.booleanNode(false));
    fields.neutral("return_token_strs", JSON.booleanNode(false));
    String prompt = fields.text("prompt");
    int[] ids = prompt == null ? conversation(fields) : text.tokenizer().encode(prompt);
    fields.end();
    ObjectNode body =
        JSON.objectNode().put("count", ids.length).put("max_model_len", models.contextLength());
    body.set("tokens", ResponseJson.ids(Arrays.stream(ids).boxed().toList()));
    body.set("token_strs", JSON.nullNode());
    return Answer.json(body);
  }

  private int[] conversation(RequestFields fields) {
    fields.neutral("add_generation_prompt", JSON.booleanNode(true));
    fields.neutral("continue_final_message", JSON.booleanNode(false));
    ChatSettings settings =
        new ChatSettings(RequestMessages.tools(fields), RequestMessages.variables(fields));
    return text.prompt(RequestMessages.read(fields), settings);
  }
}
