/**
 * The Berkeley Function-Calling Leaderboard's multi-turn environment: simulators, call execution,
 * tasks, checkers. Pure Java: no network, processes, reflection or scripting, and files in {@code
 * org.sealflow.bfcl.files} alone.
 */
@NullMarked
package org.sealflow.bfcl;

import org.jspecify.annotations.NullMarked;
