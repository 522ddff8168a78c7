package org.sealflow.diagnose;

import static java.util.Objects.requireNonNullElse;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;

/** Says in a line what an evidence shows of the policy's side, and nothing of what was expected. */
final class EvidenceLine {
  /** The fixed words of all lines. */
  static final List<String> PROSE =
      Arrays.stream(EvidenceKind.values()).map(EvidenceLine::pattern).toList();

  private static final int MAX_QUOTE = 200;
  private static final Pattern SLOT = Pattern.compile("\\{(\\w+)}");

  private EvidenceLine() {}

  /** The line; empty for an evidence of which nothing can be told. */
  static Optional<String> of(Evidence evidence) {
    String pattern = pattern(evidence.getKind());
    if (pattern.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        SLOT.matcher(pattern)
            .replaceAll(slot -> Matcher.quoteReplacement(quoted(value(slot.group(1), evidence)))));
  }

  private static @Nullable String value(String slot, Evidence evidence) {
    return switch (slot) {
      case "call" -> evidence.getCallText();
      case "tool" -> evidence.getTool();
      case "argument" -> evidence.getArgument();
      case "path" -> evidence.getAttributePath();
      case "note" -> evidence.getNote();
      default -> throw new IllegalStateException("unknown slot " + slot);
    };
  }

  private static String pattern(EvidenceKind kind) {
    return switch (kind) {
      case REJECTED_CALL -> "{call} was refused: {note}";
      case UNDECODABLE_CALL -> "{call} could not be read as calls.";
      case UNKNOWN_TOOL -> "{call} names no tool that there is.";
      case BINDING_ERROR -> "{call} does not fit the parameters: {note}";
      case TYPE_ERROR -> "{call} passes a value of a wrong type: {note}";
      case UNDECLARED_VALUE -> "{call} passes a value of {argument} that is not allowed.";
      case OTHER_VALUE -> "{call} passes a wrong value of {argument}.";
      case STATE_DIFFERENCE, PRIVATE_STATE_DIFFERENCE -> "{path} was left in a wrong state.";
      case ERROR_RESULT -> "{call} failed and nothing made up for it: {note}";
      case MISSING_CALL -> "{tool} was not called, or not as it was asked for.";
      case MISSING_RESULT -> "A result that was asked for was not obtained.";
      case SPURIOUS_CALL -> "{call} was called, but no call was asked for.";
      case CHECKER_EXCEPTION -> "";
    };
  }

  private static String quoted(@Nullable String text) {
    String line = requireNonNullElse(text, "something").replaceAll("\\s+", " ").strip();
    return line.length() <= MAX_QUOTE ? line : line.substring(0, MAX_QUOTE) + "…";
  }
}
