/** Writes diagnosed trajectories in the formats of other tools, where each allows extensions. */
@NullMarked
package org.sealflow.jobs.export.diagnosis;

import org.jspecify.annotations.NullMarked;
