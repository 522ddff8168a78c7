package org.sealflow.learn.sample;

import java.util.List;

/**
 * A successful episode as it would have been without the patches it was shown.
 *
 * @param sequence the same sampled tokens, in the context without patches
 * @param patches keys of the patches, at least one
 */
public record PlainEpisode(TrainingSequence sequence, List<String> patches) {
  /** Copies the keys. */
  public PlainEpisode {
    patches = List.copyOf(patches);
  }
}
