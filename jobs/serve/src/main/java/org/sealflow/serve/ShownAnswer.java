package org.sealflow.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.engine.Continuation;
import org.sealflow.model.FinishReason;
import org.sealflow.model.text.PromptTokenizer;

/**
 * A continuation as a caller sees it: up to the token that ends it.
 *
 * @param text without what ended it
 * @param ids as sampled, the one that ended it included
 * @param logProbs natural-log probability of each
 * @param offsets where in the text each begins, in UTF-16 units
 * @param stopped whether it ended by itself; else it was cut at its longest
 * @param stopReason the stop text or stop token that ended it; null for the model's own end of turn
 */
record ShownAnswer(
    String text,
    List<Integer> ids,
    List<Float> logProbs,
    List<Integer> offsets,
    boolean stopped,
    @Nullable JsonNode stopReason) {
  ShownAnswer {
    ids = List.copyOf(ids);
    logProbs = List.copyOf(logProbs);
    offsets = List.copyOf(offsets);
  }

  /** A continuation shown as the request wants it. */
  static ShownAnswer of(Continuation continuation, RequestedSampling wish, ServedText words) {
    return new Reading(continuation, wish, words).answer();
  }

  /** Reads a continuation token by token. */
  private static final class Reading {
    private final Continuation continuation;
    private final RequestedSampling wish;
    private final ServedText words;
    private final PromptTokenizer tokenizer;
    private final GrowingText growing;
    private final List<Integer> offsets = new ArrayList<>();
    private final int spoken;

    Reading(Continuation continuation, RequestedSampling wish, ServedText words) {
      this.continuation = continuation;
      this.wish = wish;
      this.words = words;
      tokenizer = words.tokenizer();
      growing = new GrowingText(tokenizer);
      boolean stopped = continuation.reason() == FinishReason.STOP_TOKEN;
      spoken = continuation.tokens().size() - (stopped ? 1 : 0);
    }

    ShownAnswer answer() {
      for (int i = 0; i < spoken; i++) {
        int before = growing.length();
        offsets.add(before);
        int id = continuation.tokens().get(i);
        if (isShown(id)) {
          growing.append(id);
        }
        ShownAnswer stopped = stopped(before, i + 1);
        if (stopped != null) {
          return stopped;
        }
      }
      int before = growing.length();
      growing.end();
      ShownAnswer stopped = stopped(before, spoken);
      return stopped == null ? whole() : stopped;
    }

    private boolean isShown(int id) {
      return !wish.skipSpecial() || !words.isSpecial(id);
    }

    /** The answer where a stop text stands that ends behind a place; null if none does. */
    private @Nullable ShownAnswer stopped(int behind, int tokens) {
      String found = null;
      int first = Integer.MAX_VALUE;
      for (String stop : wish.stopTexts()) {
        int at = growing.indexOf(stop, behind - stop.length() + 1);
        if (at >= 0 && at < first) {
          found = stop;
          first = at;
        }
      }
      return found == null ? null : cut(first, tokens, found);
    }

    private ShownAnswer cut(int length, int tokens, String stop) {
      return new ShownAnswer(
          growing.text().subSequence(0, length).toString(),
          continuation.tokens().subList(0, tokens),
          continuation.logProbs().subList(0, tokens),
          offsets.subList(0, tokens).stream().map(offset -> Math.min(offset, length)).toList(),
          true,
          JsonNodeFactory.instance.textNode(stop));
    }

    private ShownAnswer whole() {
      boolean stopped = continuation.reason() == FinishReason.STOP_TOKEN;
      if (stopped) {
        offsets.add(growing.length());
      }
      return new ShownAnswer(
          growing.text().toString(),
          continuation.tokens(),
          continuation.logProbs(),
          offsets,
          stopped,
          stopped ? stopReason() : null);
    }

    private @Nullable JsonNode stopReason() {
      int last = continuation.tokens().get(spoken);
      return tokenizer.endOfTurnIds().contains(last)
          ? null
          : JsonNodeFactory.instance.numberNode(last);
    }
  }
}
