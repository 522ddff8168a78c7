package org.sealflow.ledger;

/**
 * The counts of one parallel instance of an operator since the job began, failovers included.
 *
 * @param operator whose counts these are
 * @param subtask which instance
 * @param parallelism how many instances there are; parts of another parallelism are outdated
 * @param counts the counts
 */
public record LedgerPart(String operator, int subtask, int parallelism, Ledger counts) {}
