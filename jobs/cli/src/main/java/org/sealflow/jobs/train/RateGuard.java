package org.sealflow.jobs.train;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.RateLowering;
import org.sealflow.schemas.Records;

/**
 * Lowers the learning rate of a run while it goes on: repeats the newest manifest with the lowering
 * in it. The manifests of a run have one order, in which the learner applies the lowering to those
 * behind the repetition; so which batch is trained at which rate does not depend on when the
 * learner reads it, nor on restarts. Lowerings are numbered and say how far the rate is lowered in
 * all: one that is asked for twice, as by a run that goes on before it has read its own log, counts
 * once.
 */
final class RateGuard implements AutoCloseable {
  private final Connection broker;
  private final double rateFactor;
  private int asked;
  private @Nullable Publisher publisher;

  /**
   * Of a run.
   *
   * @param broker where its batches are; stays open
   * @param rateFactor what each lowering multiplies the rate with, more than 0 and less than 1
   */
  RateGuard(Connection broker, double rateFactor) {
    this.broker = broker;
    this.rateFactor = rateFactor;
  }

  /**
   * Lowers the rate once more, unless that is on its way already.
   *
   * @param known the lowerings that were known when something was found to be wrong
   * @param newest the last batch planned; before the first there is nothing to lower
   * @param reason what is wrong, a line
   */
  void lower(List<LoweredRate> known, Optional<BatchManifest> newest, String reason) {
    int number = LoweredRate.last(known) + 1;
    if (number > asked && newest.isPresent()) {
      RateLowering lowering = new RateLowering(number, Math.pow(rateFactor, number), reason);
      publish(BatchManifest.newBuilder(newest.get()).setRateLowering(lowering).build());
      asked = number;
    }
  }

  private void publish(BatchManifest manifest) {
    if (publisher == null) {
      publisher = Publisher.open(broker);
    }
    publisher.batch(Records.valid(manifest));
    publisher.flush();
  }

  @Override
  public void close() {
    if (publisher != null) {
      publisher.close();
    }
  }
}
