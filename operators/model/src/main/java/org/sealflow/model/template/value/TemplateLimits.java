package org.sealflow.model.template.value;

/**
 * Limits of one rendering; a template beyond a limit is refused instead of running on.
 *
 * @param steps statements run, loop turns and calls made, at least 1
 * @param characters UTF-16 units written, those into captured blocks and macros included, at least
 *     1
 * @param depth macros open inside one another, 1 to 200
 */
public record TemplateLimits(long steps, long characters, int depth) {
  private static final int DEEPEST = 200;

  /** Five million steps, 16 Mi characters, 100 macros: far beyond any conversation. */
  public static final TemplateLimits DEFAULT = new TemplateLimits(5_000_000, 1L << 24, 100);

  public TemplateLimits {
    if (steps < 1) {
      throw new IllegalArgumentException("steps is " + steps + ", expected at least 1");
    }
    if (characters < 1) {
      throw new IllegalArgumentException("characters is " + characters + ", expected at least 1");
    }
    if (depth < 1 || depth > DEEPEST) {
      throw new IllegalArgumentException("depth is " + depth + ", expected 1 to " + DEEPEST);
    }
  }
}
