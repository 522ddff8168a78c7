package org.sealflow.jobs.train;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.run.BatchLine;
import org.sealflow.jobs.run.Successes;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;

/** A batch while its episodes end, counted once each however often their records come. */
final class BatchCount {
  private final long number;
  private final Map<String, Map<Integer, TurnDiagnosis>> turns = new HashMap<>();
  private final Map<String, EpisodeDiagnosis> episodes = new HashMap<>();
  private final Set<String> steps = new HashSet<>();

  /** Attempts that were judged at their end, and those whose end was read. */
  private final Set<String> judged = new HashSet<>();

  private final Set<String> ended = new HashSet<>();
  private final Map<String, Integer> staleness = new TreeMap<>();
  private long sampledTokens;
  private @Nullable BatchManifest manifest;

  BatchCount(long number) {
    this.number = number;
  }

  void plan(BatchManifest planned) {
    manifest = planned;
  }

  void add(Diagnosis diagnosis) {
    TurnDiagnosis turn = diagnosis.getTurnDiagnosis();
    EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
    String key = diagnosis.getEpisodeId() + "#" + diagnosis.getAttempt();
    if (turn != null) {
      turns.computeIfAbsent(key, any -> new TreeMap<>()).put(turn.getTurn(), turn);
    }
    if (episode != null && !episodes.containsKey(diagnosis.getEpisodeId())) {
      episodes.put(diagnosis.getEpisodeId(), episode);
      if (episode.getVerdict() == Verdict.PASSED || episode.getVerdict() == Verdict.POLICY_FAILED) {
        judged.add(key);
      }
      // Of interrupted attempts, turns may have been diagnosed too.
      turns
          .keySet()
          .removeIf(
              other -> other.startsWith(diagnosis.getEpisodeId() + "#") && !other.equals(key));
    }
  }

  /** Takes the next event of an episode in. */
  void add(TrajectoryEvent event) {
    String attempt = event.getEpisodeId() + "#" + event.getAttempt();
    AssistantStep step = event.getAssistantStep();
    if (step != null && !step.getRepeated()) {
      add(attempt + "#" + event.getSequence(), step);
    }
    if (event.getEpisodeEnded() != null) {
      ended.add(attempt);
    }
  }

  private void add(String stepKey, AssistantStep step) {
    Long version = step.getPolicyVersion();
    if (steps.add(stepKey)) {
      List<Integer> sampled = step.getSampledTokenIds();
      sampledTokens += sampled == null ? 0 : sampled.size();
      if (version != null) {
        staleness.merge(String.valueOf(Math.max(0, number - version)), 1, Integer::sum);
      }
    }
  }

  /**
   * Whether the manifest is known, every episode of it has its diagnosis, and what was judged has
   * been read to its end: diagnoses may be read before the events they are of.
   */
  boolean isComplete() {
    return manifest != null
        && episodes.size() >= manifest.getGroups().stream().mapToInt(PlannedGroup::getSize).sum()
        && ended.containsAll(judged);
  }

  /** The batch as it stands; its manifest must be known. */
  BatchLine line() {
    BatchManifest planned = java.util.Objects.requireNonNull(manifest, "manifest");
    Map<String, Successes> arms = new TreeMap<>();
    Map<String, Successes> categories = new TreeMap<>();
    Map<String, Integer> verdicts = new TreeMap<>();
    int branches = 0;
    long endedAt = planned.getPlannedAt().toEpochMilli();
    for (EpisodeDiagnosis episode : episodes.values()) {
      verdicts.merge(episode.getVerdict().name(), 1, Integer::sum);
      endedAt = Math.max(endedAt, episode.getEndedAt().toEpochMilli());
      if (episode.getBranch() != null) {
        branches++;
        continue;
      }
      Successes one = successes(episode);
      arms.merge(episode.getArm().name(), one, Successes::plus);
      categories.merge(episode.getCategory(), one, Successes::plus);
    }
    Map<String, Integer> tags = new TreeMap<>();
    Map<String, Integer> failures = new TreeMap<>();
    turns.values().forEach(each -> each.values().forEach(turn -> count(turn, tags, failures)));
    return new BatchLine(
        number,
        planned.getPolicyVersion(),
        planned.getPlannedAt().toEpochMilli(),
        endedAt,
        episodes.size(),
        arms,
        categories,
        verdicts,
        tags,
        failures,
        staleness,
        branches,
        sampledTokens);
  }

  private static void count(
      TurnDiagnosis turn, Map<String, Integer> tags, Map<String, Integer> failures) {
    if (turn.getReached()) {
      tags.merge(turn.getTag().name(), 1, Integer::sum);
      if (turn.getFailure() != null) {
        failures.merge(turn.getFailure().name(), 1, Integer::sum);
      }
    }
  }

  /** An episode as a count of one; of none if it does not count. */
  static Successes successes(EpisodeDiagnosis episode) {
    Verdict verdict = episode.getVerdict();
    boolean passed = verdict == Verdict.PASSED;
    boolean counts = passed || verdict == Verdict.POLICY_FAILED;
    return new Successes(
        counts ? 1 : 0, passed ? 1 : 0, passed && episode.getStrictSuccess() ? 1 : 0);
  }
}
