package org.sealflow.model.text;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A small {@code tokenizer.json}: a byte-level BPE with a handful of merges, the way of splitting
 * and the special tokens that models of the ChatML family have.
 */
final class TestingTokenizerFile {
  static final int BYTES = 256;

  /** The pairs merged, the first before the second; a blank is written Ġ. */
  private static final List<List<String>> MERGES =
      List.of(
          List.of("t", "h"),
          List.of("th", "e"),
          List.of("Ġ", "the"),
          List.of("c", "a"),
          List.of("ca", "ll"),
          List.of("l", "l"),
          List.of("a", "n"),
          List.of("an", "d"),
          List.of("1", "2"));

  private static final String SPLIT =
      "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r"
          + "\\n"
          + "\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r"
          + "\\n"
          + "]*|\\s*[\\r"
          + "\\n"
          + "]+|\\s+(?!\\S)|\\s+";

  /** Special tokens, and two that are added but not special. */
  private static final List<String> ADDED =
      List.of("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>");

  private static final int SPECIAL = 3;
  private static final ObjectMapper JSON = new ObjectMapper();

  private TestingTokenizerFile() {}

  /** Writes the file into a directory. */
  static void write(Path directory) throws IOException {
    write(directory, root());
  }

  /** Writes the file with the setting that cuts texts after a few tokens. */
  static void writeTruncating(Path directory) throws IOException {
    ObjectNode root = root();
    root.putObject("truncation")
        .put("direction", "Right")
        .put("max_length", 5)
        .put("strategy", "LongestFirst")
        .put("stride", 0);
    write(directory, root);
  }

  private static void write(Path directory, ObjectNode root) throws IOException {
    JSON.writeValue(directory.resolve("tokenizer.json").toFile(), root);
  }

  /** The id of an added token. */
  static int id(String added) {
    return vocabulary().size() + ADDED.indexOf(added);
  }

  static int vocabularySize() {
    return vocabulary().size() + ADDED.size();
  }

  private static ObjectNode root() {
    ObjectNode root = JSON.createObjectNode().put("version", "1.0");
    root.putNull("truncation").putNull("padding");
    addTokens(root.putArray("added_tokens"));
    root.putObject("normalizer").put("type", "NFC");
    ObjectNode splitter = root.putObject("pre_tokenizer").put("type", "Sequence");
    ArrayNode steps = splitter.putArray("pretokenizers");
    ObjectNode split = steps.addObject().put("type", "Split");
    split.putObject("pattern").put("Regex", SPLIT);
    split.put("behavior", "Isolated").put("invert", false);
    byteLevel(steps.addObject());
    byteLevel(root.putObject("post_processor"));
    byteLevel(root.putObject("decoder"));
    addModel(root.putObject("model"));
    return root;
  }

  private static void byteLevel(ObjectNode step) {
    step.put("type", "ByteLevel")
        .put("add_prefix_space", false)
        .put("trim_offsets", false)
        .put("use_regex", false);
  }

  private static void addTokens(ArrayNode tokens) {
    for (int i = 0; i < ADDED.size(); i++) {
      tokens
          .addObject()
          .put("id", vocabulary().size() + i)
          .put("content", ADDED.get(i))
          .put("single_word", false)
          .put("lstrip", false)
          .put("rstrip", false)
          .put("normalized", false)
          .put("special", i < SPECIAL);
    }
  }

  private static void addModel(ObjectNode model) {
    model.put("type", "BPE").putNull("dropout").putNull("unk_token");
    model.put("continuing_subword_prefix", "").put("end_of_word_suffix", "");
    model.put("fuse_unk", false).put("byte_fallback", false).put("ignore_merges", false);
    ObjectNode vocabulary = model.putObject("vocab");
    vocabulary().forEach(vocabulary::put);
    ArrayNode merges = model.putArray("merges");
    MERGES.forEach(pair -> merges.add(String.join(" ", pair)));
  }

  /** Bytes first, in their order, then what merges make. */
  private static Map<String, Integer> vocabulary() {
    Map<String, Integer> vocabulary = new HashMap<>();
    int unprintable = BYTES;
    for (int value = 0; value < BYTES; value++) {
      boolean printable = (value >= '!' && value <= '~') || (value >= 0xa1 && value != 0xad);
      vocabulary.put(Character.toString(printable ? value : unprintable++), value);
    }
    MERGES.forEach(pair -> vocabulary.putIfAbsent(String.join("", pair), vocabulary.size()));
    return vocabulary;
  }
}
