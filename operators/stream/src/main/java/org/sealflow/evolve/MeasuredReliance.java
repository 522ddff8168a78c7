package org.sealflow.evolve;

import org.sealflow.schemas.PatchReliance;

/**
 * How much the successful episodes of one batch lean on a patch.
 *
 * @param patchKey key of the patch
 * @param version the version of the policy that was measured, from 0
 * @param sums what was measured
 */
public record MeasuredReliance(String patchKey, long version, PatchReliance sums) {}
