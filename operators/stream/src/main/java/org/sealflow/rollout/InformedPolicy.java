package org.sealflow.rollout;

import java.util.function.LongConsumer;
import org.sealflow.learn.policy.Policy;
import org.sealflow.schemas.PolicyUpdate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a policy its versions, and others when a version is in use or cannot be had. */
final class InformedPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(InformedPolicy.class);

  private final Policy policy;
  private final PlayerThread thread;
  private final LongConsumer inUse;
  private long newestTold;

  /**
   * A policy that was told nothing.
   *
   * @param inUse takes the versions that are in use, on the player's thread
   */
  InformedPolicy(Policy policy, PlayerThread thread, LongConsumer inUse) {
    this.policy = policy;
    this.thread = thread;
    this.inUse = inUse;
  }

  /** Tells it a version. */
  void tell(PolicyUpdate update) {
    long version = update.getVersion();
    newestTold = version;
    policy.update(update);
    var unused =
        policy
            .settled()
            .whenComplete(
                (done, failed) ->
                    thread.execute(
                        () -> settled(update.getPolicyName(), version),
                        "version " + version + " is in use"));
  }

  /** Whether the newest version told could not be had. */
  boolean lacksNewest() {
    return policy.problem().isPresent();
  }

  /** A version that another has overtaken may never have been in use: the other one is, soon. */
  private void settled(String name, long version) {
    if (version == newestTold) {
      policy
          .problem()
          .ifPresentOrElse(
              problem -> LOG.warn("policy {}: {}", name, problem),
              () -> LOG.info("policy {}: version {} is in use", name, version));
      inUse.accept(version);
    }
  }
}
