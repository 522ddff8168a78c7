/** How fast the learner and its engine are, beside plain DJL and PyTorch. */
@NullMarked
package org.sealflow.jobs.bench.learner;

import org.jspecify.annotations.NullMarked;
