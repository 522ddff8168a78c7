package org.sealflow.model.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.sealflow.schemas.digest.Sha256;

/**
 * One token per byte of UTF-8: ids 0 to 255 are the bytes, the special tokens follow. It knows
 * every text, so it serves small models and tests.
 */
public final class ByteTokenizer implements PromptTokenizer {
  private static final int BYTES = 256;

  private final List<String> tokens;
  private final SpecialTokens specials;
  private final Set<Integer> endOfTurnIds;
  private final String digest;

  /**
   * A tokenizer.
   *
   * @param specialTokens in the order of their ids, which begin at 256; no two equal, none empty
   * @param endOfTurn which of them end a turn
   * @throws IllegalArgumentException if these do not hold
   */
  public ByteTokenizer(List<String> specialTokens, Set<String> endOfTurn) {
    Map<String, Integer> ids = new LinkedHashMap<>();
    for (String token : specialTokens) {
      if (token.isEmpty() || ids.put(token, BYTES + ids.size()) != null) {
        throw new IllegalArgumentException(
            "special tokens are texts that differ and are not empty, found " + specialTokens);
      }
    }
    this.tokens = List.copyOf(specialTokens);
    this.specials = new SpecialTokens(ids);
    this.endOfTurnIds = endOfTurnIds(ids, endOfTurn);
    this.digest = Sha256.hex("bytes\n" + String.join("\n", tokens));
  }

  private static Set<Integer> endOfTurnIds(Map<String, Integer> ids, Set<String> endOfTurn) {
    Set<Integer> ends = new HashSet<>();
    for (String token : endOfTurn) {
      Integer id = ids.get(token);
      if (id == null) {
        throw new IllegalArgumentException(
            "'" + token + "' ends a turn but is none of the special tokens " + ids.keySet());
      }
      ends.add(id);
    }
    return Set.copyOf(ends);
  }

  /** The special tokens of ChatML; {@code <|im_end|>} ends a turn. */
  public static ByteTokenizer chatMl() {
    return new ByteTokenizer(
        List.of("<|endoftext|>", "<|im_start|>", "<|im_end|>"), Set.of("<|im_end|>"));
  }

  @Override
  public int[] encode(String text) {
    IntStream.Builder ids = IntStream.builder();
    specials.split(WellFormed.of(text), part -> encodeBytes(part, ids), (token, id) -> ids.add(id));
    return ids.build().toArray();
  }

  @Override
  public int[] encodePlain(String text) {
    IntStream.Builder ids = IntStream.builder();
    encodeBytes(WellFormed.of(text), ids);
    return ids.build().toArray();
  }

  private static void encodeBytes(String text, IntStream.Builder ids) {
    for (byte value : text.getBytes(StandardCharsets.UTF_8)) {
      ids.add(Byte.toUnsignedInt(value));
    }
  }

  @Override
  public String decode(int[] ids) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(ids.length);
    for (int id : ids) {
      if (id < 0) {
        throw new IllegalArgumentException("token ids are 0 or more, found " + id);
      }
      if (id < BYTES) {
        bytes.write(id);
      } else if (id < vocabularySize()) {
        bytes.writeBytes(tokens.get(id - BYTES).getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Override
  public int vocabularySize() {
    return BYTES + tokens.size();
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

  /** Holds nothing to give back. */
  @Override
  public void close() {}
}
