package org.sealflow.nano.warm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/** Batches of rows of about the same length, so that little of a batch is padding. */
final class LengthBatches {
  /** Lengths are blurred by up to as many tokens, so that the same rows do not always meet. */
  private static final double BLUR = 16;

  private LengthBatches() {}

  private record Ranked(Example example, double rank) {}

  /**
   * Divides examples into batches, in random order.
   *
   * @param tokens most tokens of a batch, padding included; a longer example makes one of its own
   */
  static List<List<Example>> of(List<Example> examples, int tokens, RandomGenerator random) {
    List<Ranked> ranked = new ArrayList<>(examples.size());
    for (Example example : examples) {
      ranked.add(new Ranked(example, example.length() + BLUR * random.nextDouble()));
    }
    ranked.sort(Comparator.comparingDouble(Ranked::rank));
    List<List<Example>> batches = new ArrayList<>();
    List<Example> open = new ArrayList<>();
    int longest = 0;
    for (Ranked next : ranked) {
      int width = Math.max(longest, next.example().length());
      if (!open.isEmpty() && (long) width * (open.size() + 1) > tokens) {
        batches.add(List.copyOf(open));
        open.clear();
        width = next.example().length();
      }
      open.add(next.example());
      longest = width;
    }
    if (!open.isEmpty()) {
      batches.add(List.copyOf(open));
    }
    return shuffled(batches, random);
  }

  private static <T> List<T> shuffled(List<T> items, RandomGenerator random) {
    List<T> shuffled = new ArrayList<>(items);
    for (int last = shuffled.size() - 1; last > 0; last--) {
      int other = random.nextInt(last + 1);
      T item = shuffled.get(last);
      shuffled.set(last, shuffled.get(other));
      shuffled.set(other, item);
    }
    return shuffled;
  }
}
