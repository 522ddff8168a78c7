package org.sealflow.rollout.embedded;

import java.time.Clock;
import org.sealflow.learn.policy.Policy;
import org.sealflow.rollout.PolicyFactory;

/**
 * Makes the policy of each parallel instance of a runner; those of one JVM share an engine.
 *
 * @param settings which model answers
 */
public record EmbeddedPolicyFactory(EmbeddedPolicySettings settings) implements PolicyFactory {
  /**
   * {@inheritDoc}
   *
   * @throws org.sealflow.model.file.ModelDirectoryException where the model directory is broken,
   *     one line
   * @throws IllegalArgumentException if the context is longer than the model's, or tokenizer or
   *     chat template cannot be used, one line
   * @throws IllegalStateException if the engine is not where it must be, or cannot start
   */
  @Override
  public Policy create(Tasks tasks) {
    return EmbeddedPolicy.open(settings, Clock.systemUTC());
  }
}
