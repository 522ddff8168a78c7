package org.sealflow.rollout.branch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.Branch;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * The episodes that branches may start from, until the batch that branches off theirs is planned.
 * Keyed by run.
 */
public final class BranchSources {
  /**
   * Key: run. Episode and attempt → its steps so far. Goes when the batch that branches off the
   * episode's is planned, whether the episode has ended or not.
   */
  private static final MapStateDescriptor<String, PlayedEpisode> PLAYED =
      new MapStateDescriptor<>(
          "branch-played", Types.STRING, TypeInformation.of(PlayedEpisode.class));

  /** Key: run. Episode → its diagnosis. Goes as the entries above. */
  private static final MapStateDescriptor<String, Diagnosis> DIAGNOSED =
      new MapStateDescriptor<>(
          "branch-diagnosed", Types.STRING, new AvroTypeInfo<>(Diagnosis.class));

  private final MapState<String, PlayedEpisode> played;
  private final MapState<String, Diagnosis> diagnosed;

  /** The sources of the key in force. */
  public BranchSources(RuntimeContext context) {
    played = context.getMapState(PLAYED);
    diagnosed = context.getMapState(DIAGNOSED);
  }

  private static String key(String episodeId, int attempt) {
    return episodeId + " " + attempt;
  }

  /**
   * Takes in what happened in an episode.
   *
   * @param oldest the oldest batch that will be branched off; what belongs to others is passed over
   */
  public void take(TrajectoryEvent event, long oldest) throws Exception {
    String key = key(event.getEpisodeId(), event.getAttempt());
    EpisodeStarted header = event.getEpisodeStarted();
    AssistantStep step = event.getAssistantStep();
    PlayedEpisode known = played.get(key);
    if (header != null) {
      Long batch = header.getBatchNumber();
      boolean source =
          header.getMode() == Mode.TRAIN
              && header.getBranch() == null
              && batch != null
              && batch >= oldest;
      if (source && known == null) {
        played.put(key, PlayedEpisode.of(header));
      }
    } else if (known != null && step != null) {
      played.put(key, known.plus(event.getSequence(), step));
    } else if (known != null && event.getKind() == EventKind.EPISODE_ENDED) {
      played.put(key, known.end());
    }
  }

  /** Takes in a diagnosis; those of branches, and of turns, are passed over. */
  public void take(Diagnosis diagnosis, long oldest) throws Exception {
    EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
    Long batch = episode == null ? null : episode.getBatchNumber();
    if (episode != null && batch != null && batch >= oldest && episode.getBranch() == null) {
      diagnosed.put(diagnosis.getEpisodeId(), diagnosis);
    }
  }

  /** How many episodes of a batch are diagnosed, and known to their end. */
  public int complete(long batch) throws Exception {
    int complete = 0;
    for (Diagnosis one : of(batch)) {
      PlayedEpisode episode = played.get(key(one.getEpisodeId(), one.getAttempt()));
      complete += episode != null && episode.ended() ? 1 : 0;
    }
    return complete;
  }

  private List<Diagnosis> of(long batch) throws Exception {
    List<Diagnosis> all = new ArrayList<>();
    for (Diagnosis one : diagnosed.values()) {
      if (number(one) == batch) {
        all.add(one);
      }
    }
    return all;
  }

  private static long number(Diagnosis diagnosis) {
    EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
    Long batch = episode == null ? null : episode.getBatchNumber();
    return batch == null ? -1 : batch;
  }

  /**
   * The prefixes that the branches off a batch repeat. A branch off an episode that is not known to
   * its end is left out.
   */
  public List<Prefix> prefixes(long batch, BranchChoice choice, BranchEnd end) throws Exception {
    List<Failed> failures = new ArrayList<>();
    for (Diagnosis one : of(batch)) {
      EpisodeDiagnosis episode = one.getEpisodeDiagnosis();
      if (episode != null) {
        Failed.of(one.getEpisodeId(), one.getAttempt(), episode).ifPresent(failures::add);
      }
    }
    List<Prefix> prefixes = new ArrayList<>();
    for (Branch branch : choice.choose(failures)) {
      PlayedEpisode episode = played.get(key(branch.getEpisodeId(), branch.getAttempt()));
      if (episode != null && episode.ended()) {
        prefixes.add(episode.before(branch, end));
      }
    }
    return prefixes;
  }

  /** Forgets the episodes of a batch and of all before it. */
  public void forget(long upTo) throws Exception {
    List<String> old = new ArrayList<>();
    for (Map.Entry<String, PlayedEpisode> entry : played.entries()) {
      Long batch = entry.getValue().header().getBatchNumber();
      if (batch == null || batch <= upTo) {
        old.add(entry.getKey());
      }
    }
    for (String key : old) {
      played.remove(key);
    }
    List<String> done = new ArrayList<>();
    for (Map.Entry<String, Diagnosis> entry : diagnosed.entries()) {
      if (number(entry.getValue()) <= upTo) {
        done.add(entry.getKey());
      }
    }
    for (String key : done) {
      diagnosed.remove(key);
    }
  }
}
