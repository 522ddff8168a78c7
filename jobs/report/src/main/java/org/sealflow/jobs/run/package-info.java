/** Writes and reads the files in a training run's directory. */
@NullMarked
package org.sealflow.jobs.run;

import org.jspecify.annotations.NullMarked;
