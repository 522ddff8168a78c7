package org.sealflow.diagnose;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.sealflow.schemas.Tag;

/** The one tag that stands for an episode. */
public final class DominantTag {
  private DominantTag() {}

  /**
   * The most frequent tag other than {@code PASS}, of equally frequent ones the first seen; {@code
   * PASS} where there is no other. A correct abstention is not a pass here, as in SEAL.
   *
   * @param tags the tag of each turn in order
   * @return the dominant tag; empty if there is no tag, which SEAL writes {@code unknown}
   */
  public static Optional<Tag> of(List<Tag> tags) {
    Tag dominant = null;
    for (Tag tag : tags) {
      if (dominant == null || outranks(tag, dominant, tags)) {
        dominant = tag;
      }
    }
    return Optional.ofNullable(dominant);
  }

  private static boolean outranks(Tag tag, Tag other, List<Tag> tags) {
    if (tag == Tag.PASS || other == Tag.PASS) {
      return tag != Tag.PASS;
    }
    return Collections.frequency(tags, tag) > Collections.frequency(tags, other);
  }
}
