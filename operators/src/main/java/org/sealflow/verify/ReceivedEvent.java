package org.sealflow.verify;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * A trajectory event and where it was read.
 *
 * @param topic null where it was read from a file
 * @param requeues how often the record had been sent again before
 */
public record ReceivedEvent(
    TrajectoryEvent event, @Nullable String topic, int partition, long offset, int requeues) {}
