package org.sealflow.synthesize;

import org.sealflow.bfcl.task.Task;

/**
 * An admitted task, and why it was made.
 *
 * @param task under an id that follows from its content
 * @param origin who proposed it
 * @param weakness what it is to teach
 */
public record SynthesizedTask(Task task, String origin, Weakness weakness) {}
