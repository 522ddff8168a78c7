/** How fast rollouts play, beside a bare client. */
@NullMarked
package org.sealflow.jobs.bench.rollout;

import org.jspecify.annotations.NullMarked;
