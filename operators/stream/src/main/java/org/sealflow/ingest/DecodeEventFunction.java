package org.sealflow.ingest;

import org.sealflow.schemas.TrajectoryEvent;

/** Decodes records of the topic {@code trajectories}. */
public final class DecodeEventFunction extends DecodeFunction<TrajectoryEvent, ReceivedEvent> {
  private static final long serialVersionUID = 1L;

  /** The name of this operator's part of the ledger. */
  public static final String OPERATOR = "decode";

  public DecodeEventFunction() {
    super(TrajectoryEvent.class);
  }

  @Override
  ReceivedEvent decoded(TrajectoryEvent value, RawRecord raw) {
    return new ReceivedEvent(
        value, raw.topic(), raw.partition(), raw.offset(), raw.requeues(), raw.value());
  }

  @Override
  String ledgerName() {
    return OPERATOR;
  }
}
