package org.sealflow.jobs.export.diagnosis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The findings in a message of the model.
 *
 * @param message the message's index in its trajectory
 * @param call the index of the call among the message's; null if it is about no single call
 * @param failure the name of the failure, or of the rule that is broken
 * @param explanation one sentence
 * @param details everything known of it, the two above included
 */
public record DiagnosedTurn(
    int message, @Nullable Integer call, String failure, String explanation, ObjectNode details) {}
