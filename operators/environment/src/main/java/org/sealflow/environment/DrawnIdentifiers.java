package org.sealflow.environment;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identifiers that results hand out: values of keys that are or end in {@code id} or {@code token}.
 * One that only the policy's results hold, and that was not there from the start, was drawn along a
 * way the ground truth did not go.
 */
public final class DrawnIdentifiers {
  private static final List<String> LAST_WORDS = List.of("id", "token");

  /**
   * In canonical states any text can be an identifier, as key or value; a number where it is one.
   */
  private static final Pattern IN_STATE =
      Pattern.compile("\"(?:[a-z_]*_)?(?:id|token)\":(-?\\d+)|\\[(-?\\d+),|\"([^\"\\\\]+)\"");

  /** So many identifiers are looked for one by one: most results do not hold them. */
  private static final int FEW = 8;

  private DrawnIdentifiers() {}

  /**
   * Whether the calls name an identifier that exists in the policy's world alone. What it is looked
   * up in is asked for only where calls name any.
   *
   * @param policy results the policy has seen before
   * @param truth results the ground truth has seen before
   * @param startingStates canonical states at the start of the episode
   */
  public static boolean anyNamed(
      List<VerifiedCall> calls,
      Supplier<List<String>> policy,
      Supplier<List<String>> truth,
      Supplier<List<String>> startingStates) {
    Set<String> named = named(calls);
    if (!named.isEmpty()) {
      named.retainAll(handedOut(policy.get(), named));
    }
    if (!named.isEmpty()) {
      named.removeAll(handedOut(truth.get(), named));
    }
    if (!named.isEmpty()) {
      named.removeAll(inStates(startingStates.get()));
    }
    return !named.isEmpty();
  }

  private static Set<String> named(List<VerifiedCall> calls) {
    Set<String> named = new HashSet<>();
    for (VerifiedCall call : calls) {
      for (Map.Entry<String, String> argument : call.arguments().entrySet()) {
        if (isIdentifier(argument.getKey())) {
          named.add(unquoted(argument.getValue()));
        }
      }
    }
    named.removeIf(identifier -> !isPlain(identifier));
    return named;
  }

  /** Whether a text can stand between quotes as it is. */
  private static boolean isPlain(String identifier) {
    return !identifier.isEmpty()
        && identifier.chars().noneMatch(c -> c == '"' || c == '\'' || c == '\\');
  }

  /** Whether a name is {@code id}, {@code token}, or words that end in one of them. */
  private static boolean isIdentifier(String name) {
    for (String word : LAST_WORDS) {
      if (name.endsWith(word)
          && (name.length() == word.length()
              || name.charAt(name.length() - word.length() - 1) == '_')) {
        return name.chars().allMatch(DrawnIdentifiers::isOfName);
      }
    }
    return false;
  }

  private static boolean isOfName(int character) {
    return (character >= 'a' && character <= 'z') || character == '_';
  }

  /** Those of the identifiers that results give as the value of an identifier's key. */
  private static Set<String> handedOut(List<String> results, Set<String> identifiers) {
    Set<String> found = new HashSet<>();
    if (identifiers.size() > FEW) {
      results.forEach(result -> addValuesOfIdentifierKeys(result, found));
      return found;
    }
    for (String identifier : identifiers) {
      for (String result : results) {
        if (handsOut(result, identifier)) {
          found.add(identifier);
          break;
        }
      }
    }
    return found;
  }

  /** Each result is read once, where looking for many identifiers would read it for each. */
  private static void addValuesOfIdentifierKeys(String result, Set<String> found) {
    for (int colon = result.indexOf(": "); colon >= 0; colon = result.indexOf(": ", colon + 2)) {
      int value = colon + 2;
      if (!followsIdentifierKey(result, value)) {
        continue;
      }
      int start = isQuote(result, value) ? value + 1 : value;
      int end = start;
      if (start > value) {
        while (end < result.length() && !isQuote(result, end)) {
          end++;
        }
      } else {
        end += result.startsWith("-", end) ? 1 : 0;
        while (isDigit(result, end)) {
          end++;
        }
      }
      if (start == value || end < result.length()) {
        found.add(result.substring(start, end));
      }
    }
  }

  // Looks for the identifier and then at what stands before it: most results do not hold it, and a
  // pattern would look at every key of each.
  private static boolean handsOut(String result, String identifier) {
    for (int at = result.indexOf(identifier); at >= 0; at = result.indexOf(identifier, at + 1)) {
      int end = at + identifier.length();
      boolean quoted = isQuote(result, at - 1) && isQuote(result, end);
      if ((quoted || (isNumber(identifier) && !isDigit(result, end)))
          && followsIdentifierKey(result, quoted ? at - 1 : at)) {
        return true;
      }
    }
    return false;
  }

  /** Whether what begins there is the value of a key such as {@code "booking_id": }. */
  private static boolean followsIdentifierKey(String result, int value) {
    int keyEnd = value - 3;
    if (!isQuote(result, keyEnd) || !result.startsWith(": ", keyEnd + 1)) {
      return false;
    }
    int keyStart = keyEnd;
    while (keyStart > 0 && isOfName(result.charAt(keyStart - 1))) {
      keyStart--;
    }
    return isQuote(result, keyStart - 1) && isIdentifier(result.substring(keyStart, keyEnd));
  }

  private static boolean isQuote(String text, int at) {
    return at >= 0 && at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'');
  }

  private static boolean isDigit(String text, int at) {
    return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  private static boolean isNumber(String identifier) {
    int digits = identifier.startsWith("-") ? 1 : 0;
    for (int i = digits; i < identifier.length(); i++) {
      if (!isDigit(identifier, i)) {
        return false;
      }
    }
    return identifier.length() > digits;
  }

  private static Set<String> inStates(List<String> states) {
    Set<String> found = new HashSet<>();
    for (String state : states) {
      Matcher matcher = IN_STATE.matcher(state);
      while (matcher.find()) {
        for (int group = 1; group <= matcher.groupCount(); group++) {
          String identifier = matcher.group(group);
          if (identifier != null) {
            found.add(identifier);
          }
        }
      }
    }
    return found;
  }

  private static String unquoted(String repr) {
    boolean quoted = repr.length() >= 2 && (repr.charAt(0) == '\'' || repr.charAt(0) == '"');
    return quoted ? repr.substring(1, repr.length() - 1) : repr;
  }
}
