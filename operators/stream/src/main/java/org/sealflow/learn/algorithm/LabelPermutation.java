package org.sealflow.learn.algorithm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** Deals out labels anew. */
public final class LabelPermutation {
  private LabelPermutation() {}

  /**
   * The same labels in an order drawn at random, each order as likely as any (Fisher and Yates).
   *
   * @param labels the labels in an order that does not depend on arrival
   * @param seed seed of the run
   * @param step number of the batch, so that every batch is dealt differently
   */
  public static <T> List<T> permute(List<T> labels, long seed, long step) {
    return permute(labels, random(seed, step));
  }

  /** The chance of a batch. */
  static SplittableRandom random(long seed, long step) {
    return new SplittableRandom(new SplittableRandom(seed).nextLong() + step);
  }

  static <T> List<T> permute(List<T> labels, SplittableRandom random) {
    List<T> dealt = new ArrayList<>(labels);
    for (int last = dealt.size() - 1; last > 0; last--) {
      Collections.swap(dealt, last, random.nextInt(last + 1));
    }
    return dealt;
  }
}
