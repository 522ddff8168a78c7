/**
 * Makes trajectories: the planner turns policy versions into batches of episode requests, the
 * runner plays the requested episodes, hundreds at a time, and reports each event as it happens.
 * The cores know no Flink; {@code PlannerFunction} and the classes of {@code EpisodeRunner} are
 * their shells.
 */
@NullMarked
package org.sealflow.rollout;

import org.jspecify.annotations.NullMarked;
