/**
 * From the events and the diagnosis of an episode to what a training step takes of it: its place in
 * the batch, what was found, and its tokens as one sequence.
 *
 * <p>Shapes in comments: T tokens of a sequence.
 */
@NullMarked
package org.sealflow.learn.sample;

import org.jspecify.annotations.NullMarked;
