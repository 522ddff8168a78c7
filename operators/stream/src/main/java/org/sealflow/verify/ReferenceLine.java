package org.sealflow.verify;

/**
 * A row in the shape of the recorded reference.
 *
 * @param ordinal position of the trajectory in the input
 * @param json the row
 */
public record ReferenceLine(long ordinal, String json) {}
