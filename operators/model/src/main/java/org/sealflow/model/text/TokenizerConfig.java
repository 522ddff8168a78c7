package org.sealflow.model.text;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JSON files around a tokenizer, as Hugging Face reads them.
 *
 * @param specialTokens by their roles, such as {@code eos_token}
 * @param chatTemplates by their names; {@link #DEFAULT_TEMPLATE} where there is one alone
 * @param endOfTurnIds of {@code generation_config.json}, or else of {@code config.json}; beside
 *     these the {@code eos_token} ends a turn
 */
record TokenizerConfig(
    Map<String, String> specialTokens,
    Map<String, String> chatTemplates,
    Set<Integer> endOfTurnIds) {
  static final String DEFAULT_TEMPLATE = "default";

  private static final List<String> ROLES =
      List.of(
          "bos_token",
          "eos_token",
          "unk_token",
          "sep_token",
          "pad_token",
          "cls_token",
          "mask_token");

  /**
   * Reads what there is in a model directory; a file that is not there says nothing.
   *
   * @throws IllegalArgumentException for a file that is no JSON object: one line
   */
  static TokenizerConfig read(Path directory) throws IOException {
    Map<String, @Nullable Object> config =
        TemplateJson.objectIfPresent(directory.resolve("tokenizer_config.json"));
    Map<String, String> templates = templates(config.get("chat_template"));
    Path file = directory.resolve("chat_template.jinja");
    if (Files.exists(file)) {
      templates.put(DEFAULT_TEMPLATE, Files.readString(file, StandardCharsets.UTF_8));
    }
    return new TokenizerConfig(specialTokens(config), templates, endOfTurnIds(directory));
  }

  private static Map<String, String> specialTokens(Map<String, @Nullable Object> config) {
    Map<String, String> tokens = new LinkedHashMap<>();
    for (String role : ROLES) {
      Object token = config.get(role);
      // Written as a text, or as an object that tells more of the token.
      Object content = token instanceof Map<?, ?> added ? added.get("content") : token;
      if (content instanceof String text) {
        tokens.put(role, text);
      }
    }
    return tokens;
  }

  private static Map<String, String> templates(@Nullable Object value) {
    Map<String, String> templates = new LinkedHashMap<>();
    if (value instanceof String single) {
      templates.put(DEFAULT_TEMPLATE, single);
    } else if (value instanceof List<?> several) {
      for (Object entry : several) {
        if (entry instanceof Map<?, ?> named
            && named.get("name") instanceof String name
            && named.get("template") instanceof String template) {
          templates.put(name, template);
        }
      }
    }
    return templates;
  }

  private static Set<Integer> endOfTurnIds(Path directory) throws IOException {
    Set<Integer> ids = ids(directory.resolve("generation_config.json"));
    return ids.isEmpty() ? ids(directory.resolve("config.json")) : ids;
  }

  private static Set<Integer> ids(Path file) throws IOException {
    Object value = TemplateJson.objectIfPresent(file).get("eos_token_id");
    Set<Integer> ids = new HashSet<>();
    for (Object id :
        value instanceof List<?> several ? several : value == null ? List.of() : List.of(value)) {
      if (id instanceof Long number && number >= 0 && number <= Integer.MAX_VALUE) {
        ids.add(number.intValue());
      }
    }
    return ids;
  }
}
