/**
 * Sampling as a service inside the JVM: one thread owns a model and continues the prompts of all
 * who ask, joining them into running batches between two tokens. New weights are swapped in on the
 * way.
 */
@NullMarked
package org.sealflow.learn.engine;

import org.jspecify.annotations.NullMarked;
