package org.sealflow.rollout.embedded;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/** One engine for all who use it with the same settings, from the first of them to the last. */
final class SharedEngines {
  private final Map<EmbeddedPolicySettings, Use> uses = new HashMap<>();

  /** An engine, and how many use it. */
  private static final class Use {
    private final SharedEngine engine;
    private int users;

    private Use(SharedEngine engine) {
      this.engine = engine;
    }
  }

  /** An engine to use until it is released; opens it where nobody does yet. */
  synchronized SharedEngine acquire(EmbeddedPolicySettings settings, Clock clock) {
    Use use = uses.get(settings);
    if (use == null) {
      use = new Use(SharedEngine.open(settings, clock));
      uses.put(settings, use);
    }
    use.users++;
    return use.engine;
  }

  /** Lets go of an engine, which is closed where nobody uses it any more. */
  synchronized void release(EmbeddedPolicySettings settings) {
    Use use = uses.get(settings);
    if (use == null) {
      throw new IllegalStateException("an engine is released that nobody uses: " + settings);
    }
    use.users--;
    if (use.users == 0) {
      uses.remove(settings);
      use.engine.close();
    }
  }
}
