/** Reads and writes files: task directories, recorded trajectories, results. */
@NullMarked
package org.sealflow.jobs.files;

import org.jspecify.annotations.NullMarked;
