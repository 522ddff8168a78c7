package org.sealflow.rollout;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.schemas.PolicyUpdate;

/**
 * Makes policies that stay at one version, as evaluations need them.
 *
 * @param policies makes the policy, as it was before any training
 * @param version the version it is brought to
 */
public record FixedVersionFactory(PolicyFactory policies, PolicyUpdate version)
    implements PolicyFactory {
  private static final int PATIENCE_MINUTES = 5;

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if the version cannot be had, one line
   */
  @Override
  public Policy create(Tasks tasks) {
    Policy policy = policies.create(tasks);
    try {
      policy.update(version);
      await(policy.settled());
      policy
          .problem()
          .ifPresent(
              problem -> {
                throw new IllegalStateException(problem);
              });
      return new Fixed(policy);
    } catch (RuntimeException failed) {
      policy.close();
      throw failed;
    }
  }

  private void await(CompletableFuture<?> settled) {
    try {
      settled.get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("stopped while a version was loaded", stopped);
    } catch (ExecutionException | TimeoutException failed) {
      throw new IllegalStateException(
          "version " + version.getVersion() + " was not loaded: " + failed.getMessage(), failed);
    }
  }

  /** Hears of no newer version. */
  private record Fixed(Policy policy) implements Policy {
    @Override
    public PolicySession open(EpisodeContext context) {
      return policy.open(context);
    }

    @Override
    public void update(PolicyUpdate update) {}

    @Override
    public void close() {
      policy.close();
    }
  }
}
