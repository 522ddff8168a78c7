package org.sealflow.jobs.cli.job;

import java.util.Optional;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.PlannedGroup;

/**
 * How far a batch has been played. Its manifest says how many episodes it has, those that branch
 * off earlier ones among them, and may be read after some of them. Whoever counts, counts each
 * episode once.
 */
final class PlayedBatch {
  private static final int UNKNOWN = -1;

  private final ArmCount diagnosed = new ArmCount();
  private int planned = UNKNOWN;
  private int ended;
  private boolean told;

  /** Takes its manifest; after a restart of the planner it may come again. */
  void plan(BatchManifest manifest) {
    planned = manifest.getGroups().stream().mapToInt(PlannedGroup::getSize).sum();
  }

  /** Takes the end of an episode. */
  void countEnded() {
    ended++;
  }

  /** Takes the diagnosis of an episode. */
  void add(EpisodeDiagnosis episode) {
    diagnosed.add(episode);
  }

  /** Whether its manifest is known. */
  boolean isPlanned() {
    return planned != UNKNOWN;
  }

  /** How many episodes it has; 0 while its manifest is unknown. */
  int planned() {
    return Math.max(0, planned);
  }

  /** Whether all its episodes have ended, and are diagnosed if they are to be. */
  boolean isPlayed(boolean withDiagnoses) {
    return isPlanned() && ended >= planned && (!withDiagnoses || isDiagnosed());
  }

  private boolean isDiagnosed() {
    return isPlanned() && diagnosed.episodes() >= planned;
  }

  /** How many passed, told once: when all its episodes are diagnosed. */
  Optional<String> result() {
    if (told || !isDiagnosed()) {
      return Optional.empty();
    }
    told = true;
    return Optional.of(diagnosed.text());
  }
}
