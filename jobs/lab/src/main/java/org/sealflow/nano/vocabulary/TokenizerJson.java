package org.sealflow.nano.vocabulary;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The {@code tokenizer.json} of a vocabulary: special tokens are cut out first, the rest becomes
 * bytes, is split and looked up, the longest entry first (WordPiece).
 *
 * <p>Decoding joins everything with blanks, then takes away those that stand beside punctuation:
 * what is left are the blanks between two words, which have no token.
 */
final class TokenizerJson {
  private static final String BLANK = " ";

  /** Looking up takes the cube of a word's length; longer ones become one unknown token. */
  private static final int LONGEST_WORD = 256;

  private static final String NOT_BETWEEN_WORDS = "(?<![A-Za-z0-9]) | (?![A-Za-z0-9])";
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private TokenizerJson() {}

  static ObjectNode of(NanoVocabulary vocabulary) {
    ObjectNode root = JSON.objectNode();
    root.put("version", "1.0");
    root.putNull("truncation");
    root.putNull("padding");
    root.set("added_tokens", addedTokens());
    root.putNull("normalizer");
    root.set("pre_tokenizer", splitting(vocabulary));
    root.putNull("post_processor");
    root.set("decoder", joining());
    root.set("model", model(vocabulary));
    return root;
  }

  /** Tags of calls are no special tokens to readers that leave these out of the text. */
  private static ArrayNode addedTokens() {
    ArrayNode tokens = JSON.arrayNode();
    NanoVocabulary.marks().forEach(mark -> addToken(tokens, mark, true));
    NanoVocabulary.tags().forEach(tag -> addToken(tokens, tag, false));
    return tokens;
  }

  private static void addToken(ArrayNode tokens, String content, boolean special) {
    int id = tokens.size();
    tokens
        .addObject()
        .put("id", id)
        .put("content", content)
        .put("single_word", false)
        .put("lstrip", false)
        .put("rstrip", false)
        .put("normalized", false)
        .put("special", special);
  }

  private static ObjectNode splitting(NanoVocabulary vocabulary) {
    ArrayNode steps = JSON.arrayNode();
    steps.add(byteLevel());
    steps.add(split(SplittingPattern.IMPLIED_BLANK, "Removed"));
    steps.add(split(SplittingPattern.of(vocabulary), "Isolated"));
    ObjectNode sequence = typed("Sequence");
    sequence.set("pretokenizers", steps);
    return sequence;
  }

  private static ObjectNode split(String pattern, String behavior) {
    ObjectNode split = typed("Split");
    split.putObject("pattern").put("Regex", pattern);
    return split.put("behavior", behavior).put("invert", false);
  }

  private static ObjectNode joining() {
    ArrayNode steps = JSON.arrayNode();
    steps.add(typed("WordPiece").put("prefix", NanoVocabulary.CONTINUES).put("cleanup", false));
    steps.add(typed("Fuse"));
    // What the first entry continues is not known here, so its mark goes too.
    steps.add(replace("Regex", "^" + NanoVocabulary.CONTINUES + "|" + NOT_BETWEEN_WORDS, ""));
    steps.add(replace("String", BLANK, ByteAlphabet.of(BLANK)));
    steps.add(byteLevel());
    ObjectNode sequence = typed("Sequence");
    sequence.set("decoders", steps);
    return sequence;
  }

  private static ObjectNode replace(String kind, String pattern, String content) {
    ObjectNode replace = typed("Replace");
    replace.putObject("pattern").put(kind, pattern);
    return replace.put("content", content);
  }

  private static ObjectNode byteLevel() {
    return typed("ByteLevel")
        .put("add_prefix_space", false)
        .put("trim_offsets", false)
        .put("use_regex", false);
  }

  private static ObjectNode model(NanoVocabulary vocabulary) {
    ObjectNode model =
        typed("WordPiece")
            .put("unk_token", NanoVocabulary.UNKNOWN)
            .put("continuing_subword_prefix", NanoVocabulary.CONTINUES)
            .put("max_input_chars_per_word", LONGEST_WORD);
    ObjectNode ids = model.putObject("vocab");
    List<String> entries = vocabulary.entries();
    for (int id = 0; id < entries.size(); id++) {
      ids.put(entries.get(id), id);
    }
    return model;
  }

  private static ObjectNode typed(String type) {
    return JSON.objectNode().put("type", type);
  }
}
