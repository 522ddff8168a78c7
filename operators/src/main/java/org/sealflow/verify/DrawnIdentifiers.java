package org.sealflow.verify;

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
final class DrawnIdentifiers {
  private static final String NAME = "(?:[a-z_]*_)?(?:id|token)";

  private static final Pattern PARAMETER = Pattern.compile(NAME);

  private static final Pattern IN_RESULT =
      Pattern.compile("[\"']" + NAME + "[\"']: (?:[\"']([^\"'\\\\]+)[\"']|(-?\\d+))");

  /**
   * In canonical states any text can be an identifier, as key or value; a number where it is one.
   */
  private static final Pattern IN_STATE =
      Pattern.compile("\"" + NAME + "\":(-?\\d+)|\\[(-?\\d+),|\"([^\"\\\\]+)\"");

  private DrawnIdentifiers() {}

  /**
   * Whether the calls name an identifier that exists in the policy's world alone.
   *
   * @param policy results the policy has seen before
   * @param truth results the ground truth has seen before
   * @param startingStates canonical states at the start of the episode; asked for only where needed
   */
  static boolean anyNamed(
      List<VerifiedCall> calls,
      List<String> policy,
      List<String> truth,
      Supplier<List<String>> startingStates) {
    Set<String> named = named(calls);
    if (!named.isEmpty()) {
      named.retainAll(in(policy, IN_RESULT, named));
    }
    if (!named.isEmpty()) {
      named.removeAll(in(truth, IN_RESULT, named));
    }
    if (!named.isEmpty()) {
      named.removeAll(in(startingStates.get(), IN_STATE, named));
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
    return named;
  }

  /** Looks at the end first, which most names do not have. */
  private static boolean isIdentifier(String parameter) {
    return (parameter.endsWith("id") || parameter.endsWith("token"))
        && PARAMETER.matcher(parameter).matches();
  }

  /** What any group of the pattern finds in those texts that hold anything wanted at all. */
  private static Set<String> in(List<String> texts, Pattern pattern, Set<String> wanted) {
    Set<String> found = new HashSet<>();
    for (String text : texts) {
      if (!holdsAny(text, wanted)) {
        continue;
      }
      Matcher matcher = pattern.matcher(text);
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

  private static boolean holdsAny(String text, Set<String> wanted) {
    for (String identifier : wanted) {
      if (text.contains(identifier)) {
        return true;
      }
    }
    return false;
  }

  private static String unquoted(String repr) {
    boolean quoted = repr.length() >= 2 && (repr.charAt(0) == '\'' || repr.charAt(0) == '"');
    return quoted ? repr.substring(1, repr.length() - 1) : repr;
  }
}
