package org.sealflow.jobs.bench.learner;

/**
 * A route and what was measured of it.
 *
 * @param name for people
 * @param prefix what its keys begin with; empty for the learner's own
 * @param rates its rates
 * @param peakBytes the most memory that opening it and training with it took; of a process of its
 *     own, all of it
 */
record LearnerRunner(String name, String prefix, LearnerRates rates, long peakBytes) {}
