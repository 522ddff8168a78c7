/** Reads trajectories of the Agent Trajectory Interchange Format. */
@NullMarked
package org.sealflow.review.read.atif;

import org.jspecify.annotations.NullMarked;
