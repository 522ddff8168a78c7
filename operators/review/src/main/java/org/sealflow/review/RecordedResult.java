package org.sealflow.review;

/**
 * The result of a tool.
 *
 * @param message the index of the message that holds it
 * @param text as the model saw it
 * @param success whether the record says that the call succeeded
 */
public record RecordedResult(int message, String text, CallSuccess success) {}
