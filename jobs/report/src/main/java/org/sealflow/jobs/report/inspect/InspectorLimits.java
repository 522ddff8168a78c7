package org.sealflow.jobs.report.inspect;

/**
 * Limits of what an inspector keeps in memory.
 *
 * @param episodes most episodes, at least 1; those after them are counted and left out
 * @param searchedCharacters most characters of an episode's calls and answers that a search looks
 *     through, at least 0
 */
public record InspectorLimits(int episodes, int searchedCharacters) {
  /** 200,000 episodes, 2,000 characters of each: about 4 KiB an episode. */
  public static final InspectorLimits DEFAULT = new InspectorLimits(200_000, 2_000);

  public InspectorLimits {
    if (episodes < 1 || searchedCharacters < 0) {
      throw new IllegalArgumentException(
          "limits are at least 1 episode and 0 characters, not "
              + episodes
              + " and "
              + searchedCharacters);
    }
  }
}
