package org.sealflow.verify;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ReadyTask;

/**
 * The calls that a policy executed in an episode, with all it takes to execute them again.
 *
 * @param modelName the name the policy's world carries
 * @param asOf today, where known
 * @param turns the calls by turn and step, each step with at least one; a turn that was not reached
 *     is left out
 */
public record PlayedCalls(
    ReadyTask task, String modelName, @Nullable LocalDate asOf, List<List<List<String>>> turns) {}
