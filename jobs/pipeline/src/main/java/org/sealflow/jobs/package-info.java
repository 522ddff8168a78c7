/** Wiring only: one class per job, its stages, and its ends at Kafka. */
@NullMarked
package org.sealflow.jobs;

import org.jspecify.annotations.NullMarked;
