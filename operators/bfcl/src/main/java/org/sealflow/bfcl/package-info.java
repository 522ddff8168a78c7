/**
 * The Berkeley Function-Calling Leaderboard's multi-turn environment: simulators, call execution,
 * tasks, checkers. Pure Java: no files, network, processes, reflection or scripting.
 */
@NullMarked
package org.sealflow.bfcl;

import org.jspecify.annotations.NullMarked;
