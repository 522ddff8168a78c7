/** Replays recorded results of tau2-bench, and writes what was found. */
@NullMarked
package org.sealflow.jobs.cli.replay.tau;

import org.jspecify.annotations.NullMarked;
