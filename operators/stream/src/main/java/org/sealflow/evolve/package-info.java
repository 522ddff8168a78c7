/**
 * Turns capability profiles into patches of the environment's interface: made where the policy
 * fails in a way the interface can help with, and retired when they are no longer needed or do not
 * help.
 *
 * <p>The cores are plain; {@code EvolveFunction} is the Flink operator around them.
 */
@NullMarked
package org.sealflow.evolve;

import org.jspecify.annotations.NullMarked;
