/** Writes files that appear under their names when they are complete. */
@NullMarked
package org.sealflow.jobs.cli.replay.file;

import org.jspecify.annotations.NullMarked;
