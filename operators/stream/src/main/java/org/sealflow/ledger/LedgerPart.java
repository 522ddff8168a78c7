package org.sealflow.ledger;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.OutputTag;

/**
 * The counts of one parallel instance of an operator since the job began, failovers included.
 *
 * @param operator whose counts these are
 * @param subtask which instance
 * @param parallelism how many instances there are; parts of another parallelism are outdated
 * @param counts the counts
 */
public record LedgerPart(String operator, int subtask, int parallelism, Ledger counts) {
  /** The side output of operators for their counts, now and then and at the end of the input. */
  public static final OutputTag<LedgerPart> OUTPUT =
      new OutputTag<>("ledger", TypeInformation.of(LedgerPart.class));
}
