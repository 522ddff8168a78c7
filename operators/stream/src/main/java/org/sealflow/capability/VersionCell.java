package org.sealflow.capability;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.diagnose.TagCell;

/**
 * Observations under one version.
 *
 * @param version the version, from 0
 * @param cell its observations
 */
public record VersionCell(long version, TagCell cell) {
  /**
   * The cells with one more observation.
   *
   * @param cells by version, oldest first, each version once
   * @param most how many are kept: those of the newest versions
   */
  static List<VersionCell> with(List<VersionCell> cells, EpisodeOutcome outcome, int most) {
    List<VersionCell> next = new ArrayList<>(cells);
    int place = next.size();
    while (place > 0 && next.get(place - 1).version >= outcome.version()) {
      place--;
    }
    boolean known = place < next.size() && next.get(place).version == outcome.version();
    if (!known) {
      next.add(place, new VersionCell(outcome.version(), TagCell.EMPTY));
    }
    TagCell cell = next.get(place).cell.observe(outcome.reward(), outcome.success());
    next.set(place, new VersionCell(outcome.version(), cell));
    return next.size() > most ? new ArrayList<>(next.subList(1, next.size())) : next;
  }
}
