package org.sealflow.model.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The special tokens of a tokenizer: their texts, their ids, and where they stand in a text. */
final class SpecialTokens {
  private final Map<String, Integer> ids;

  /** Matches any of them, of several the longest; null if there are none. */
  private final @Nullable Pattern any;

  /**
   * Special tokens.
   *
   * @param ids by their texts, which are not empty
   */
  SpecialTokens(Map<String, Integer> ids) {
    this.ids = new LinkedHashMap<>(ids);
    this.any = ids.isEmpty() ? null : Pattern.compile(alternatives(ids));
  }

  private static String alternatives(Map<String, Integer> ids) {
    List<String> texts = new ArrayList<>(ids.keySet());
    texts.sort(Comparator.comparingInt(String::length).reversed());
    return String.join("|", texts.stream().map(Pattern::quote).toList());
  }

  OptionalInt id(String token) {
    Integer id = ids.get(token);
    return id == null ? OptionalInt.empty() : OptionalInt.of(id);
  }

  /** Walks over a text: what stands between special tokens, and the tokens, in their order. */
  void split(String text, Consumer<String> plain, ObjIntConsumer<String> special) {
    int done = 0;
    if (any != null) {
      Matcher matcher = any.matcher(text);
      while (matcher.find()) {
        acceptPart(text, done, matcher.start(), plain);
        special.accept(matcher.group(), ids.getOrDefault(matcher.group(), 0));
        done = matcher.end();
      }
    }
    acceptPart(text, done, text.length(), plain);
  }

  /**
   * The text cut behind the first character of each special token in it, so that no part holds one
   * (but a special token of one character, which cannot be cut).
   */
  List<String> apart(String text) {
    List<String> parts = new ArrayList<>();
    int done = 0;
    if (any != null) {
      Matcher matcher = any.matcher(text);
      while (matcher.find(done)) {
        int cut = text.offsetByCodePoints(matcher.start(), 1);
        parts.add(text.substring(done, cut));
        done = cut;
      }
    }
    parts.add(text.substring(done));
    return parts;
  }

  private static void acceptPart(String text, int from, int to, Consumer<String> plain) {
    if (from < to) {
      plain.accept(text.substring(from, to));
    }
  }
}
