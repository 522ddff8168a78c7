package org.sealflow.nano.demonstration;

/**
 * Options of demonstrations. Shares are probabilities, drawn for each demonstration on its own.
 *
 * @param shortListShare how often few tools are shown: those needed and some others
 * @param fewestOthers least number of tools on a short list that are not needed, at least 0
 * @param mostOthers greatest number of these, at least as many
 * @param patchedShare how often patches are shown: cues in signatures, hints after errors,
 *     guidelines
 * @param recoveryShare how often the assistant first makes one of its calls wrongly; the wrong call
 *     is not to be imitated, what follows is
 * @param refusalShare how often the assistant calls the tool that is withheld, and is refused,
 *     before it says that it has none; the call is not to be imitated, what follows is
 * @param mistakes how often a turn is done wrongly, and is to be imitated so
 */
public record DemonstrationOptions(
    double shortListShare,
    int fewestOthers,
    int mostOthers,
    double patchedShare,
    double recoveryShare,
    double refusalShare,
    MistakeRates mistakes) {
  /** All tools, no patches, no mistakes. */
  public static final DemonstrationOptions PLAIN =
      new DemonstrationOptions(0, 2, 5, 0, 0, 0, MistakeRates.NONE);

  /** Mostly few tools, to begin with. */
  public static final DemonstrationOptions SHORT_LISTS =
      new DemonstrationOptions(0.9, 2, 5, 0.15, 0.05, 0, MistakeRates.NONE);

  /** Mostly all tools, as the policy will see them. */
  public static final DemonstrationOptions FULL_LISTS =
      new DemonstrationOptions(0.15, 2, 5, 0.15, 0.05, 0, MistakeRates.NONE);

  public DemonstrationOptions {
    requireShare("shortListShare", shortListShare);
    requireShare("patchedShare", patchedShare);
    requireShare("recoveryShare", recoveryShare);
    requireShare("refusalShare", refusalShare);
    if (fewestOthers < 0 || mostOthers < fewestOthers) {
      throw new IllegalArgumentException(
          "a short list has "
              + fewestOthers
              + " to "
              + mostOthers
              + " other tools; expected at least 0, and at most no fewer than at least");
    }
  }

  private static void requireShare(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(name + " is " + share + "; expected a share from 0 to 1");
    }
  }
}
