/**
 * Turns diagnoses into profiles: how well the policy masters each capability, over all and over the
 * last versions, with and without patches.
 *
 * <p>The cores are plain; classes named {@code …Function} are the Flink operators around them.
 */
@NullMarked
package org.sealflow.capability;

import org.jspecify.annotations.NullMarked;
