/** How fast trajectories are verified. */
@NullMarked
package org.sealflow.jobs.bench.verify;

import org.jspecify.annotations.NullMarked;
