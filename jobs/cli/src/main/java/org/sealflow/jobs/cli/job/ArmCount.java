package org.sealflow.jobs.cli.job;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Verdict;

/** Diagnosed episodes by arm, and how many of them passed. */
final class ArmCount {
  private final Map<Arm, Integer> episodes = new EnumMap<>(Arm.class);
  private final Map<Arm, Integer> passed = new EnumMap<>(Arm.class);

  void add(EpisodeDiagnosis episode) {
    episodes.merge(episode.getArm(), 1, Integer::sum);
    if (episode.getVerdict() == Verdict.PASSED) {
      passed.merge(episode.getArm(), 1, Integer::sum);
    }
  }

  /** The arms that have an episode. */
  Set<Arm> arms() {
    return episodes.keySet();
  }

  int episodes(Arm arm) {
    return episodes.getOrDefault(arm, 0);
  }

  int passed(Arm arm) {
    return passed.getOrDefault(arm, 0);
  }

  /** The episodes of all arms. */
  int episodes() {
    return arms().stream().mapToInt(this::episodes).sum();
  }

  /** For example {@code passed: patched 3/4, holdout 1/4}. */
  String text() {
    return arms().stream()
        .map(arm -> arm.name().toLowerCase(Locale.ROOT) + " " + passed(arm) + "/" + episodes(arm))
        .collect(Collectors.joining(", ", "passed: ", ""));
  }
}
