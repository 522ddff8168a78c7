/** Reads recorded trajectories of several formats, one JSON value at a time. */
@NullMarked
package org.sealflow.review.read;

import org.jspecify.annotations.NullMarked;
