package org.sealflow.jobs.input;

/**
 * Where a partition begins and ends.
 *
 * @param partition its number in the topic
 * @param begin offset of its oldest record, or of the next one if it holds none
 * @param end offset of the next record that comes
 * @param askedAt when the broker was asked, before it answered; milliseconds since the epoch
 */
record PartitionEnd(int partition, long begin, long end, long askedAt) {}
