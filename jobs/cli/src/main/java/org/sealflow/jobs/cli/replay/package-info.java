/** Commands that read recorded trajectories. */
@NullMarked
package org.sealflow.jobs.cli.replay;

import org.jspecify.annotations.NullMarked;
