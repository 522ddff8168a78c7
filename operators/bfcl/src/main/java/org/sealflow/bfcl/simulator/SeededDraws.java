package org.sealflow.bfcl.simulator;

import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyRandom;

/**
 * The {@code random.Random(seed)} an instance makes at load time. Most verifications never draw,
 * and seeding costs more than the rest of loading, so the generator is made at the first draw.
 */
final class SeededDraws {
  private final long seed;
  private @Nullable PyRandom generator;

  SeededDraws(long seed) {
    this.seed = seed;
  }

  /**
   * The generator of a scenario.
   *
   * @param fallback the seed where the scenario has no {@code random_seed}
   * @throws PyException TypeError where the seed is no int of 64 bits: the reference also takes
   *     None, floats and texts, which no task uses
   */
  static SeededDraws of(PyDict scenario, long fallback) {
    Object seed = scenario.getOrDefault("random_seed", fallback);
    if (seed instanceof Long given) {
      return new SeededDraws(given);
    }
    if (seed instanceof Boolean given) {
      return new SeededDraws(given ? 1 : 0);
    }
    throw PyException.typeError("random_seed has to be an int of 64 bits");
  }

  /** Draws that go on from here as these do. */
  SeededDraws copy() {
    SeededDraws copy = new SeededDraws(seed);
    copy.generator = generator == null ? null : generator.copy();
    return copy;
  }

  /** {@code randint(low, high)}, both ends included. */
  long randint(long low, long high) {
    if (generator == null) {
      generator = new PyRandom(seed);
    }
    return generator.randint(low, high);
  }

  /** How many words were drawn: two instances of one scenario draw alike from here on if equal. */
  long position() {
    return generator == null ? 0 : generator.drawn();
  }
}
