/** Reviews recorded trajectories without a simulator, and writes what was found. */
@NullMarked
package org.sealflow.jobs.cli.replay.review;

import org.jspecify.annotations.NullMarked;
