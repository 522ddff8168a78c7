package org.sealflow.nano.demonstration;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The rates at which demonstrations do a turn wrongly, so that the policy learns to fail there as
 * often. Some tools are weak, each with a rate of its own; which ones and how weak depends on their
 * names alone.
 *
 * @param weakShare share of the tools that are weak, 0 to 1
 * @param least least rate of a weak tool, 0 to 1
 * @param greatest greatest rate of a weak tool, from {@code least} to 1
 * @param others rate of all other tools, 0 to 1
 * @param abstaining rate of turns in which no tool is to be called, 0 to 1
 */
public record MistakeRates(
    double weakShare, double least, double greatest, double others, double abstaining) {
  /** No mistakes. */
  public static final MistakeRates NONE = new MistakeRates(0, 0, 0, 0, 0);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first value out of range
   */
  public MistakeRates {
    requireShare("weakShare", weakShare);
    requireShare("least", least);
    requireShare("greatest", greatest);
    requireShare("others", others);
    requireShare("abstaining", abstaining);
    if (greatest < least) {
      throw new IllegalArgumentException(
          "greatest is " + greatest + ", expected at least least, which is " + least);
    }
  }

  private static void requireShare(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(name + " is " + share + ", expected a share from 0 to 1");
    }
  }

  /** The rate of turns whose first call is of a tool. */
  double of(String tool) {
    return place(tool, "weak") < weakShare
        ? least + place(tool, "rate") * (greatest - least)
        : others;
  }

  /** A number from 0, below 1, that depends on the texts alone. */
  static double place(String tool, String purpose) {
    long bits =
        UUID.nameUUIDFromBytes((purpose + ' ' + tool).getBytes(StandardCharsets.UTF_8))
            .getLeastSignificantBits();
    return (bits & 0xffffff) / (double) 0x1000000;
  }
}
