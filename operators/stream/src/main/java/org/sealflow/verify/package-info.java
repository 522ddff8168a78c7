/**
 * Re-executes what a policy did, turn by turn, and compares it with the ground truth: facts, not
 * yet judgements. The cores know no Flink; {@code VerifyFunction} is their shell.
 */
@NullMarked
package org.sealflow.verify;

import org.jspecify.annotations.NullMarked;
