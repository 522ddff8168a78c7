/** Trajectories read live, from logs and from files: verdicts, diagnoses and metrics. */
@NullMarked
package org.sealflow.system.reading;

import org.jspecify.annotations.NullMarked;
