package org.sealflow.model.text;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import org.sealflow.schemas.digest.Sha256;

/** The tokenizer of a Hugging Face model directory, by DJL's binding of their own library. */
public final class HuggingFacePromptTokenizer implements PromptTokenizer {
  private final HuggingFaceTokenizer tokenizer;
  private final TokenizerFile file;
  private final SpecialTokens specials;
  private final Set<Integer> endOfTurnIds;
  private final String digest;

  private HuggingFacePromptTokenizer(
      HuggingFaceTokenizer tokenizer,
      TokenizerFile file,
      Set<Integer> endOfTurnIds,
      String digest) {
    this.tokenizer = tokenizer;
    this.file = file;
    this.specials = new SpecialTokens(file.special());
    this.endOfTurnIds = endOfTurnIds;
    this.digest = digest;
  }

  /**
   * Opens the tokenizer of a model directory: its {@code tokenizer.json}, and where they are there
   * {@code tokenizer_config.json}, {@code generation_config.json} and {@code config.json}, which
   * say what ends a turn.
   *
   * @throws IllegalArgumentException if the directory or {@code tokenizer.json} is not there or is
   *     none: one line
   * @throws IOException if a file cannot be read
   */
  public static HuggingFacePromptTokenizer open(Path directory) throws IOException {
    Path path = directory.resolve("tokenizer.json");
    if (!Files.isRegularFile(path)) {
      throw new IllegalArgumentException(
          "no " + path + ", expected a model directory of Hugging Face with a fast tokenizer");
    }
    TokenizerFile file = TokenizerFile.read(path);
    Set<Integer> ends = endOfTurnIds(file, TokenizerConfig.read(directory));
    return new HuggingFacePromptTokenizer(
        load(path), file, ends, Sha256.hex(Files.readAllBytes(path)));
  }

  private static HuggingFaceTokenizer load(Path path) throws IOException {
    try {
      // Left to itself the binding cuts long texts and pads short ones.
      return HuggingFaceTokenizer.builder()
          .optTokenizerPath(path)
          .optAddSpecialTokens(false)
          .optTruncation(false)
          .optPadding(false)
          .build();
    } catch (RuntimeException refused) {
      throw new IllegalArgumentException(
          path + " is refused: " + String.valueOf(refused.getMessage()).replaceAll("\\s+", " "),
          refused);
    }
  }

  private static Set<Integer> endOfTurnIds(TokenizerFile file, TokenizerConfig config) {
    Set<Integer> ids = new HashSet<>(config.endOfTurnIds());
    Integer endOfText = file.added().get(config.specialTokens().getOrDefault("eos_token", ""));
    if (endOfText != null) {
      ids.add(endOfText);
    }
    return Set.copyOf(ids);
  }

  @Override
  public int[] encode(String text) {
    return ids(WellFormed.of(text));
  }

  private int[] ids(String text) {
    long[] ids = tokenizer.encode(text, false, false).getIds();
    return Arrays.stream(ids).mapToInt(Math::toIntExact).toArray();
  }

  @Override
  public int[] encodePlain(String text) {
    return specials.apart(WellFormed.of(text)).stream()
        .flatMapToInt(part -> Arrays.stream(ids(part)))
        .toArray();
  }

  @Override
  public String decode(int[] ids) {
    for (int id : ids) {
      if (id < 0) {
        throw new IllegalArgumentException("token ids are 0 or more, found " + id);
      }
    }
    return tokenizer.decode(Arrays.stream(ids).asLongStream().toArray(), false);
  }

  @Override
  public int vocabularySize() {
    return file.vocabularySize();
  }

  @Override
  public OptionalInt specialId(String token) {
    return specials.id(token);
  }

  @Override
  public Set<Integer> endOfTurnIds() {
    return endOfTurnIds;
  }

  @Override
  public String digest() {
    return digest;
  }

  @Override
  public void close() {
    tokenizer.close();
  }
}
