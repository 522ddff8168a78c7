package org.sealflow.diagnose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps ground truth out of what a policy is shown: it knows every value that a ground-truth call
 * passes and every text that is free to be shown, such as the tool documentation, both as whole
 * tokens, and finds values in a text that do not stand in what is free. Case does not count.
 */
public final class LeakGuard {
  private final Map<String, Set<List<String>>> valuesByFirstToken = new HashMap<>();
  private final Set<List<String>> documented = new HashSet<>();

  /** Adds the calls of a task's ground truth. */
  public void addGroundTruth(Collection<String> calls) {
    for (String call : calls) {
      for (String value : GroundTruthValues.of(call)) {
        List<String> tokens = Tokens.of(value);
        if (!tokens.isEmpty()) {
          valuesByFirstToken
              .computeIfAbsent(tokens.get(0), first -> new HashSet<>())
              .add(List.copyOf(tokens));
        }
      }
    }
  }

  /** Adds a text whose names and values are free to be shown, such as the tool documentation. */
  public void addDocumentation(String text) {
    List<String> tokens = Tokens.of(text);
    if (!tokens.isEmpty()) {
      documented.add(List.copyOf(tokens));
    }
  }

  /** The first ground-truth value that texts would give away, as its tokens; empty for none. */
  public Optional<String> leakIn(Collection<String> texts) {
    for (String text : texts) {
      List<String> tokens = new ArrayList<>(Tokens.of(text));
      for (int at = 0; at < tokens.size(); at++) {
        for (List<String> value : valuesByFirstToken.getOrDefault(tokens.get(at), Set.of())) {
          if (startsWith(tokens.subList(at, tokens.size()), value) && !isDocumented(value)) {
            return Optional.of(String.join(" ", value));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static boolean startsWith(List<String> tokens, List<String> value) {
    return tokens.size() >= value.size() && tokens.subList(0, value.size()).equals(value);
  }

  private boolean isDocumented(List<String> value) {
    return documented.stream().anyMatch(text -> Collections.indexOfSubList(text, value) >= 0);
  }
}
