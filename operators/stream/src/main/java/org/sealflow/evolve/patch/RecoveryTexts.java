package org.sealflow.evolve.patch;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.sealflow.python.call.error.ErrorFamily;
import org.sealflow.schemas.RecoveryHint;
import org.sealflow.schemas.TurnFailure;

/**
 * The texts shown after an error: what the mistake was and how to go on, one line per family.
 * {@code {tool}} and {@code {argument}} stand for what the call and its error name.
 */
final class RecoveryTexts {
  private static final Set<ErrorFamily> OF_REFUSED_CALLS =
      EnumSet.of(ErrorFamily.UNKNOWN_TOOL, ErrorFamily.MALFORMED_CALL);

  private RecoveryTexts() {}

  /** The hints that answer a failure of a tool, in order of the families. */
  static List<RecoveryHint> of(TurnFailure failure) {
    Set<ErrorFamily> families =
        failure == TurnFailure.INVALID_CALL ? OF_REFUSED_CALLS : EnumSet.allOf(ErrorFamily.class);
    List<RecoveryHint> hints = new ArrayList<>();
    families.forEach(family -> hints.add(new RecoveryHint(family.name(), text(family))));
    return hints;
  }

  private static String text(ErrorFamily family) {
    return switch (family) {
      case MISSING_ARGUMENT ->
          "{tool} needs {argument}: call it again with every required argument.";
      case UNKNOWN_ARGUMENT ->
          "{tool} does not take {argument}: call it again with arguments of its schema only.";
      case SURPLUS_ARGUMENT ->
          "{tool} got more than it takes: give each argument of its schema once, by name.";
      case WRONG_TYPE ->
          "{tool} cannot use a value of that type: look up the types it declares and call it"
              + " again.";
      case INVALID_VALUE ->
          "{tool} does not accept the value of {argument}: give one that its description allows.";
      case INVALID_PATH ->
          "{tool} takes a plain name for {argument}: go there folder by folder, then give the name"
              + " alone.";
      case NOT_FOUND ->
          "Nothing is there under {argument} of {tool}: look up what exists, then call it with what"
              + " you found.";
      case ALREADY_DONE -> "{tool} need not be called again: this is done, go on with the rest.";
      case NOT_AUTHENTICATED ->
          "{tool} needs a valid login: log in, pass on what the login returns, then call it again.";
      case UNMET_CONDITION ->
          "{tool} is not possible yet: do what the error asks for, then call it again.";
      case LIMIT_EXCEEDED ->
          "{tool} asks for more than is available: look up what there is, then give what fits.";
      case UNKNOWN_TOOL ->
          "{tool} is none of your tools: call one that is listed, or answer in plain text.";
      case MALFORMED_CALL ->
          "Write each call as one JSON object with name and arguments between <tool_call> and"
              + " </tool_call>.";
      case OTHER -> "{tool} failed: read its schema again, correct the call and repeat it.";
    };
  }
}
