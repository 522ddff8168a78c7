/** Reads recordings as trajectory events, from files or from a log. */
@NullMarked
package org.sealflow.jobs.cli.replay.recorded;

import org.jspecify.annotations.NullMarked;
