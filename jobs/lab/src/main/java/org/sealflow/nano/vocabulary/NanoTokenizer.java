package org.sealflow.nano.vocabulary;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.sealflow.environment.ToolDoc;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.family.GeneratorSplit;

/**
 * Writes the tokenizer of the nano policy into a model directory: {@code tokenizer.json} and {@code
 * tokenizer_config.json} with the chat template. Read it back with {@link
 * org.sealflow.model.text.HuggingFacePromptTokenizer#open} and {@link
 * org.sealflow.model.text.ChatTemplate#fromDirectory}.
 */
public final class NanoTokenizer {
  /** Longest context, in tokens, that the nano policy is made for (nano-policy.md). */
  private static final int CONTEXT = 768;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private NanoTokenizer() {}

  /**
   * Builds a tokenizer and writes it; of equal tools and texts equal bytes. The words that fill the
   * slots of generated training tasks are spelled: with entries of their own the policy would learn
   * to copy these, and not values as such.
   *
   * @param tools whose names and parameters become one token each
   * @param texts what is said in the conversations to be learnt, system prompts included
   * @param directory made where it is not there; files of the same names are replaced
   * @return how many tokens there are, at most {@link NanoVocabulary#SIZE}
   * @throws IOException if a file cannot be written
   * @throws IllegalArgumentException if a tool or parameter has a name that no call could have
   */
  public static int build(Collection<ToolDoc> tools, Collection<String> texts, Path directory)
      throws IOException {
    NanoVocabulary vocabulary =
        NanoVocabulary.of(tools, texts, TaskGenerator.lexicon(GeneratorSplit.TRAIN));
    Files.createDirectories(directory);
    write(TokenizerJson.of(vocabulary), directory.resolve("tokenizer.json"));
    write(config(), directory.resolve("tokenizer_config.json"));
    return vocabulary.entries().size();
  }

  private static ObjectNode config() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("tokenizer_class", "PreTrainedTokenizerFast")
        .put("eos_token", NanoVocabulary.TURN_ENDS)
        .put("pad_token", NanoVocabulary.PADDING)
        .put("unk_token", NanoVocabulary.UNKNOWN)
        .put("clean_up_tokenization_spaces", false)
        .put("model_max_length", CONTEXT)
        .put("chat_template", NanoChatTemplate.SOURCE);
  }

  private static void write(ObjectNode json, Path file) throws IOException {
    String text = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    // The same on every platform.
    String lines = String.join("\n", text.lines().toList()) + "\n";
    Files.write(file, lines.getBytes(StandardCharsets.UTF_8));
  }
}
