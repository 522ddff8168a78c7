/**
 * A policy inside the JVM: the learner's own model code answers, one engine for all episodes of a
 * process, and newer versions of the weights are swapped in as they are published.
 */
@NullMarked
package org.sealflow.rollout.embedded;

import org.jspecify.annotations.NullMarked;
