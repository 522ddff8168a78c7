/**
 * Trajectories that anybody's agent recorded, in one neutral form: what their files have in common.
 */
@NullMarked
package org.sealflow.review;

import org.jspecify.annotations.NullMarked;
