package org.sealflow.review;

import org.jspecify.annotations.Nullable;

/**
 * One tool call.
 *
 * @param id as recorded, empty if there is none
 * @param name the tool
 * @param arguments the text as the model wrote it; of formats whose arguments are objects, their
 *     JSON
 * @param kind who executes it
 * @param result what came back; null if nothing did
 */
public record RecordedCall(
    String id, String name, String arguments, CallKind kind, @Nullable RecordedResult result) {}
