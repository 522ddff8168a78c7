package org.sealflow.environment;

/** A recorded result that re-execution does not reproduce. */
public record DriftCell(int step, int index, String recorded, String executed) {}
