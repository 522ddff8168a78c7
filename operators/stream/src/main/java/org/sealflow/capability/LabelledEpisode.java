package org.sealflow.capability;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.schemas.Diagnoses;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnDiagnosis;

/** An episode, and the labels of those of its turns that bear one. */
final class LabelledEpisode {
  private final DiagnosedEpisode episode;
  private final Map<Integer, TurnLabel> labels = new TreeMap<>();

  /** Of an episode that says nothing about the policy no turn counts as labelled. */
  LabelledEpisode(DiagnosedEpisode episode) {
    this.episode = episode;
    for (int place = 0; episode.isAboutPolicy() && place < episode.turns().size(); place++) {
      TurnDiagnosis turn = turn(place);
      if (TurnLabel.isOn(turn)) {
        labels.put(place, TurnLabel.of(turn));
      }
    }
  }

  private TurnDiagnosis turn(int place) {
    return requireNonNull(episode.turns().get(place).getTurnDiagnosis());
  }

  /** Where labelled turns stand among the episode's, ascending. */
  List<Integer> places() {
    return List.copyOf(labels.keySet());
  }

  /** The labels that mark a root cause, or those that do not, by place. */
  List<TurnLabel> labels(boolean rootCause) {
    return labels.values().stream().filter(label -> label.rootCause() == rootCause).toList();
  }

  /**
   * The episode with other labels. The end of the episode names the same tags as its turns do, and
   * where it blames a labelled turn, that which is marked now.
   *
   * @param dealt a label for each of {@link #places}
   */
  DiagnosedEpisode with(Map<Integer, TurnLabel> dealt) {
    if (dealt.isEmpty()) {
      return episode;
    }
    List<Diagnosis> turns = new ArrayList<>(episode.turns());
    dealt.forEach((place, label) -> turns.set(place, label.on(turns.get(place))));
    return new DiagnosedEpisode(turns, end(dealt), episode.steps());
  }

  private Diagnosis end(Map<Integer, TurnLabel> dealt) {
    Diagnosis end = episode.end();
    EpisodeDiagnosis payload = EpisodeDiagnosis.newBuilder(episode.payload()).build();
    Integer blamed = payload.getRootCauseTurn();
    List<Tag> tags = new ArrayList<>(payload.getTags());
    dealt.forEach(
        (place, label) -> {
          int turn = turn(place).getTurn();
          if (turn < tags.size()) {
            tags.set(turn, label.tag());
          }
          if (label.rootCause() && blamed != null) {
            payload.setRootCauseTurn(turn);
          }
        });
    payload.setTags(tags);
    return Diagnoses.episode(
        new EpisodeAttempt(end.getRunId(), end.getEpisodeId(), end.getAttempt()), payload);
  }
}
