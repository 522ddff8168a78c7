package org.sealflow.environment.conversation;

/**
 * Options of parsing answers (environment-protocol.md sections 1 and 4).
 *
 * @param strict whether a malformed tool call refuses the whole answer; otherwise it is passed over
 * @param rejectCallsWithContent whether text beside the calls of an answer refuses it; strict only
 * @param flagPythonLiterals whether the error on a malformed call that holds {@code True}, {@code
 *     False} or {@code None} says how JSON writes them
 * @param acceptParameters whether {@code parameters} is read where a call has no {@code arguments}
 */
public record ParserOptions(
    boolean strict,
    boolean rejectCallsWithContent,
    boolean flagPythonLiterals,
    boolean acceptParameters) {
  /** The protocol's defaults: strict and nothing else. */
  public static final ParserOptions DEFAULTS = new ParserOptions(true, false, false, false);
}
