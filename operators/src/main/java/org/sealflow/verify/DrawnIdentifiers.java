package org.sealflow.verify;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identifiers that results hand out: values of keys that are or end in {@code id} or {@code token}.
 * One that only the policy's results hold was drawn along a way the ground truth did not go.
 */
final class DrawnIdentifiers {
  private static final Pattern IDENTIFIER =
      Pattern.compile("[\"'](?:[a-z_]*_)?(?:id|token)[\"']: (?:[\"']([^\"'\\\\]+)[\"']|(-?\\d+))");

  private DrawnIdentifiers() {}

  /** Whether an argument of the calls is an identifier the policy has seen and the truth has not. */
  static boolean anyNamed(List<VerifiedCall> calls, List<String> policy, List<String> truth) {
    Set<String> drawn = in(policy);
    drawn.removeAll(in(truth));
    if (drawn.isEmpty()) {
      return false;
    }
    for (VerifiedCall call : calls) {
      for (String argument : call.arguments().values()) {
        if (drawn.contains(unquoted(argument))) {
          return true;
        }
      }
    }
    return false;
  }

  private static Set<String> in(List<String> results) {
    Set<String> found = new HashSet<>();
    for (String result : results) {
      Matcher matcher = IDENTIFIER.matcher(result);
      while (matcher.find()) {
        found.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
      }
    }
    return found;
  }

  private static String unquoted(String repr) {
    boolean quoted = repr.length() >= 2 && (repr.charAt(0) == '\'' || repr.charAt(0) == '"');
    return quoted ? repr.substring(1, repr.length() - 1) : repr;
  }
}
