package org.sealflow.rollout.scripted;

import java.time.Clock;
import org.sealflow.learn.policy.Policy;
import org.sealflow.rollout.PolicyFactory;

/** Makes scripted policies, one for each parallel instance of a runner. */
public record ScriptedPolicyFactory(ScriptedPolicySettings settings) implements PolicyFactory {
  @Override
  public Policy create(Tasks tasks) {
    return new ScriptedPolicy(settings, tasks::named, Clock.systemUTC());
  }
}
