package org.sealflow.rollout.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.rollout.branch.Prefix;

/**
 * The tasks, branches and patches that the groups of a batch may get.
 *
 * @param tasks the tasks to choose from, at least one
 * @param weights how often each of them is to be played, beside the others; above 0; null if every
 *     task is played once before any is played again
 * @param prefixes the beginnings that the branches of the batch repeat, a group for each; left out
 *     where the patches that their sources were shown are not known any more
 * @param patches the patches that groups may be shown
 */
record BatchChoices(
    List<PlannedTask> tasks,
    @Nullable List<Double> weights,
    List<Prefix> prefixes,
    PatchSets patches) {}
