/** Reads a file of trajectories, one JSON value at a time, with the reader of its format. */
@NullMarked
package org.sealflow.review.read.file;

import org.jspecify.annotations.NullMarked;
