package org.sealflow.learn.algorithm;

/** Which advantages SEAL's weight multiplies. */
public enum ApplyTo {
  /** All, as SEAL does. */
  ALL,
  /** Those above 0. */
  POSITIVE,
  /** Those below 0. */
  NEGATIVE;

  /** The factor on an advantage: the scale where it applies, else 1. */
  public double factor(double scale, double advantage) {
    boolean applies =
        switch (this) {
          case ALL -> true;
          case POSITIVE -> advantage > 0;
          case NEGATIVE -> advantage < 0;
        };
    return applies ? scale : 1;
  }
}
