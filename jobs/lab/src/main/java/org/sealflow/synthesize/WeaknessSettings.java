package org.sealflow.synthesize;

/**
 * When a capability counts as weak.
 *
 * @param observations how many observations it takes, from 1
 * @param failingShare the share of turns that a tool is to blame in, or of episodes that fail in a
 *     category, from which it is failing: the lower end of its 95 % interval is compared, above 0
 *     up to 1
 */
public record WeaknessSettings(long observations, double failingShare) {
  /** At least eight observations, of which more than one in ten fails. */
  public static final WeaknessSettings DEFAULT = new WeaknessSettings(8, 0.1);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if one is left
   */
  public WeaknessSettings {
    if (observations < 1) {
      throw new IllegalArgumentException(
          "observations is " + observations + ", expected 1 or more");
    }
    if (!(failingShare > 0 && failingShare <= 1)) {
      throw new IllegalArgumentException(
          "failingShare is " + failingShare + ", expected more than 0, up to 1");
    }
  }
}
