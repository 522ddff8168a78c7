/** Training runs: the whole loop in one process, what it leaves on disk, and what guards it. */
@NullMarked
package org.sealflow.jobs.train;

import org.jspecify.annotations.NullMarked;
