package org.sealflow.evolve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sealflow.capability.EpisodeObservation;
import org.sealflow.capability.TurnObservation;
import org.sealflow.schemas.Capabilities;

/**
 * What evolution needs of episodes that ended in one subtask within a moment, for one key. There is
 * at least one.
 *
 * @param samples what each brings to the measures of patches, in the order they came
 * @param examples by tag and failure, the newest episodes that show it
 * @param spread by category, how often each failure was seen
 */
public record EvidenceBundle(
    List<Sample> samples, Map<String, Examples> examples, Map<String, FailureSpread> spread) {
  /**
   * An episode as the measures of patches see it.
   *
   * @param groupId the group its reward is compared in
   * @param version the version it counts under, from 0
   * @param patched whether it belongs to the arm PATCHED
   * @param shown keys of the patches it was shown
   * @param tools the tools of its reached turns, each once
   * @param success whether it succeeded
   */
  public record Sample(
      String groupId,
      long version,
      boolean patched,
      List<String> shown,
      List<String> tools,
      boolean success) {
    static Sample of(EpisodeObservation episode) {
      Set<String> tools = new LinkedHashSet<>();
      for (TurnObservation turn : episode.turns()) {
        if (turn.reached()) {
          tools.addAll(turn.tools());
        }
      }
      return new Sample(
          episode.placement().groupId(),
          episode.stamp().version(),
          episode.patching().patched(),
          episode.patching().shown(),
          List.copyOf(tools),
          episode.result().success());
    }
  }

  /**
   * Some episodes that show a tag or a failure.
   *
   * @param ids each once, newest last; at most {@link #MOST}
   */
  public record Examples(List<String> ids) {
    /** Episodes named in the evidence of a patch. */
    static final int MOST = 3;

    /** The newest of these and of those that came later. */
    Examples plus(Examples later) {
      Set<String> all = new LinkedHashSet<>(ids);
      all.addAll(later.ids);
      return new Examples(List.copyOf(all).subList(Math.max(0, all.size() - MOST), all.size()));
    }
  }

  /** Nothing yet, to be added to. */
  static EvidenceBundle empty() {
    return new EvidenceBundle(new ArrayList<>(), new HashMap<>(), new HashMap<>());
  }

  /** An episode that counts, alone. */
  static EvidenceBundle of(EpisodeObservation episode) {
    Set<String> shown = new LinkedHashSet<>();
    List<String> failures = new ArrayList<>();
    for (TurnObservation turn : episode.turns()) {
      shown.add(turn.tag());
      if (turn.failsByItself()) {
        failures.add(Capabilities.name(Capabilities.ALL, turn.failure()));
        failures.addAll(turn.failurePatterns());
      }
    }
    shown.addAll(failures);
    Map<String, Examples> examples = new HashMap<>();
    shown.forEach(cell -> examples.put(cell, new Examples(List.of(episode.episodeId()))));
    return new EvidenceBundle(
        List.of(Sample.of(episode)),
        examples,
        Map.of(
            episode.placement().category(), FailureSpread.of(episode.stamp().version(), failures)));
  }

  /** Adds others that came later. */
  void add(EvidenceBundle later) {
    samples.addAll(later.samples);
    later.examples.forEach((cell, newer) -> examples.merge(cell, newer, Examples::plus));
    later.spread.forEach(
        (category, more) -> spread.merge(category, more, (known, also) -> known.plus(also, 0)));
  }
}
