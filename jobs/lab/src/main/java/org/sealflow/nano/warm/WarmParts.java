package org.sealflow.nano.warm;

/**
 * The parts of a warm start.
 *
 * @param exercise gives the copying exercises
 * @param source gives the demonstrations
 * @param judge judges the policy
 * @param checkpoints keeps what was learnt
 */
record WarmParts(
    CopyExercise exercise, ExampleSource source, Judge judge, Checkpoints checkpoints) {}
