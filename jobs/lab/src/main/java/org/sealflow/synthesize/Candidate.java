package org.sealflow.synthesize;

import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.task.Task;

/**
 * A proposed task.
 *
 * @param task under any id; its category counts
 * @param weakness what it is to teach; null if any weakness will do
 * @param scenario the action families of its turns, joined by {@code +}; null if the task is none
 *     of the generator's
 */
public record Candidate(Task task, @Nullable Weakness weakness, @Nullable String scenario) {}
