/**
 * The mathematics of the learner: advantages of a group, their weighting by what was diagnosed, the
 * clipped objective with its gradient, and the settings of all that. Pure functions in double
 * precision; no model, no stream, no clock.
 */
@NullMarked
package org.sealflow.learn.algorithm;

import org.jspecify.annotations.NullMarked;
