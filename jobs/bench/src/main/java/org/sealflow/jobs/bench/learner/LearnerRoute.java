package org.sealflow.jobs.bench.learner;

/** A way to do a learner's work on a model and a load given to it; one thread uses it. */
interface LearnerRoute extends AutoCloseable {
  /** Does one unit of work. */
  void run(LearnerWork work);

  /** Log-probability of each token of the load but the first, as [row][token]; 0 for the first. */
  float[][] logProbs();

  @Override
  void close();
}
