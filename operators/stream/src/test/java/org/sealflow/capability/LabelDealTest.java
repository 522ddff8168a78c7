package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.capability.TestingLabels.GROUP_SIZE;
import static org.sealflow.capability.TestingLabels.diagnosed;
import static org.sealflow.capability.TestingLabels.diagnoses;
import static org.sealflow.capability.TestingLabels.end;
import static org.sealflow.capability.TestingLabels.failed;
import static org.sealflow.capability.TestingLabels.labels;
import static org.sealflow.capability.TestingLabels.turn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Records;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;

class LabelDealTest {
  private static final long SEED = 7;
  private static final long BATCH = 3;

  /** Six failed episodes, and one that passed although a call in it was spurious. */
  private static List<DiagnosedEpisode> batch() {
    List<DiagnosedEpisode> episodes = new ArrayList<>();
    for (String id : List.of("a", "b", "c", "d", "e", "f")) {
      episodes.add(failed(id, "group", BATCH));
    }
    episodes.add(spurious("g"));
    return episodes;
  }

  private static DiagnosedEpisode spurious(String id) {
    return diagnosed(
        TestingEpisode.passed(id)
            .strict(false)
            .batch(BATCH)
            .group("group", GROUP_SIZE)
            .tags(Tag.PASS)
            .turn(
                new TestingTurn(1)
                    .tag(Tag.SPURIOUS_TOOL_CALL)
                    .fails(TurnFailure.SPURIOUS_CALL, FailureOrigin.OWN)
                    .shows(EvidenceKind.SPURIOUS_CALL, "rm", id)));
  }

  private static List<Diagnosis> dealt(List<DiagnosedEpisode> episodes) {
    return diagnoses(LabelDeal.of(episodes, SEED, BATCH));
  }

  @Test
  void everyLabelOfTheBatchGoesToOneFailedTurn() {
    Map<String, TurnLabel> before = labels(diagnoses(batch()));
    Map<String, TurnLabel> after = labels(dealt(batch()));

    assertThat(after.keySet()).isEqualTo(before.keySet());
    assertThat(after.values()).containsExactlyInAnyOrderElementsOf(before.values());
    assertThat(after).isNotEqualTo(before);
  }

  @Test
  void theOrderOfArrivalDoesNotMatter() {
    List<DiagnosedEpisode> reversed = batch();
    Collections.reverse(reversed);

    assertThat(dealt(reversed)).isEqualTo(dealt(batch()));
  }

  @Test
  void anotherSeedOrAnotherBatchDealsDifferently() {
    List<Diagnosis> dealt = dealt(batch());

    assertThat(diagnoses(LabelDeal.of(batch(), SEED, BATCH))).isEqualTo(dealt);
    assertThat(diagnoses(LabelDeal.of(batch(), SEED + 1, BATCH))).isNotEqualTo(dealt);
    assertThat(diagnoses(LabelDeal.of(batch(), SEED, BATCH + 1))).isNotEqualTo(dealt);
  }

  @Test
  void allButTheLabelsStaysWhereItWas() {
    List<Diagnosis> before = diagnoses(batch());
    List<Diagnosis> after = dealt(batch());

    assertThat(after).hasSameSizeAs(before);
    for (int i = 0; i < before.size(); i++) {
      assertThat(withoutLabel(after.get(i))).isEqualTo(withoutLabel(before.get(i)));
    }
  }

  /** Verdict, reward, calls and the rest: all that no label says. */
  private static Diagnosis withoutLabel(Diagnosis diagnosis) {
    Diagnosis bare = Diagnosis.newBuilder(diagnosis).build();
    TurnDiagnosis turn = bare.getTurnDiagnosis();
    EpisodeDiagnosis end = bare.getEpisodeDiagnosis();
    if (turn != null && TurnLabel.isOn(turn)) {
      turn.setTag(Tag.STATE_MISMATCH);
      turn.setFailure(null);
      turn.setOrigin(null);
      turn.setRootCause(false);
      turn.setEvidence(List.of());
    }
    if (end != null) {
      end.setTags(end.getTags().stream().map(LabelDealTest::coarse).toList());
      end.setRootCauseTurn(end.getRootCauseTurn() == null ? null : 0);
    }
    return bare;
  }

  private static Tag coarse(Tag tag) {
    return tag == Tag.SPURIOUS_TOOL_CALL || tag == Tag.RESPONSE_MISMATCH ? Tag.STATE_MISMATCH : tag;
  }

  @Test
  void everyFailedEpisodeKeepsOneRootCauseAndItsEndSaysTheSameAsItsTurns() {
    for (long batch = 0; batch < 50; batch++) {
      Map<String, List<TurnDiagnosis>> turns = new HashMap<>();
      for (Diagnosis diagnosis : diagnoses(LabelDeal.of(batch(), SEED, batch))) {
        assertThat(Records.check(diagnosis)).isEmpty();
        List<TurnDiagnosis> own =
            turns.computeIfAbsent(diagnosis.getEpisodeId(), id -> new ArrayList<>());
        if (diagnosis.getTurnDiagnosis() != null) {
          own.add(turn(diagnosis));
        } else {
          assertAgree(own, end(diagnosis));
        }
      }
      assertThat(turns).hasSize(batch().size());
    }
  }

  private static void assertAgree(List<TurnDiagnosis> turns, EpisodeDiagnosis end) {
    List<Integer> marked =
        turns.stream().filter(TurnDiagnosis::getRootCause).map(TurnDiagnosis::getTurn).toList();
    assertThat(marked).hasSize(1);
    assertThat(turns.stream().map(TurnDiagnosis::getTag).toList()).isEqualTo(end.getTags());
    assertThat(end.getRootCauseTurn())
        .isEqualTo(end.getVerdict() == Verdict.PASSED ? null : marked.get(0));
  }

  /** Of 1,000 deals: each of 6 places is hit by one in 6, with a standard deviation of 12. */
  @Test
  void eachRootCauseIsAsLikelyToGoToOneEpisodeAsToAnother() {
    List<DiagnosedEpisode> episodes = batch().subList(0, 6);
    TurnLabel first = labels(diagnoses(episodes)).get("a/0");
    Map<String, Integer> places = new TreeMap<>();
    for (long batch = 0; batch < 1000; batch++) {
      labels(diagnoses(LabelDeal.of(episodes, SEED, batch)))
          .forEach(
              (place, label) -> {
                if (label.equals(first)) {
                  places.merge(place, 1, Integer::sum);
                }
              });
    }

    Map<String, Integer> ofEpisodes = new TreeMap<>();
    places.forEach((place, count) -> ofEpisodes.merge(place.substring(0, 1), count, Integer::sum));
    assertThat(ofEpisodes).hasSize(6);
    assertThat(ofEpisodes.values()).allMatch(count -> count > 110 && count < 225);
    assertThat(places.get("a/0")).isBetween(45, 125);
    assertThat(places.get("a/2")).isBetween(45, 125);
  }

  @Test
  void whatSaysNothingAboutThePolicyIsLeftAsItWas() {
    DiagnosedEpisode broken = broken("h");
    List<DiagnosedEpisode> episodes = batch();
    List<Diagnosis> without = dealt(episodes);
    episodes.add(broken);

    assertThat(dealt(episodes)).startsWith(without.toArray(new Diagnosis[0]));
    assertThat(dealt(episodes)).endsWith(broken.diagnoses().toArray(new Diagnosis[0]));
  }

  private static DiagnosedEpisode broken(String id) {
    return diagnosed(
        TestingEpisode.broken(id)
            .batch(BATCH)
            .group("group", GROUP_SIZE)
            .turn(TestingLabels.mismatched(0, id))
            .turn(TestingLabels.withoutEffect(1, id)));
  }

  @Test
  void aRootCauseThatPassesStaysMarked() {
    DiagnosedEpisode episode = failed("z", "group", BATCH);
    turn(episode.turns().get(0)).setRootCause(false);
    turn(episode.turns().get(1)).setRootCause(true);
    turn(episode.turns().get(1)).setDeviating(true);
    end(episode.end()).setRootCauseTurn(1);
    List<DiagnosedEpisode> episodes = batch();
    episodes.add(episode);

    List<Diagnosis> dealt = dealt(episodes);
    List<Diagnosis> own = dealt.subList(dealt.size() - 5, dealt.size());

    assertThat(own.get(1)).isEqualTo(episode.turns().get(1));
    assertThat(turn(own.get(0)).getRootCause()).isFalse();
    assertThat(turn(own.get(2)).getRootCause()).isFalse();
    assertThat(end(own.get(4)).getRootCauseTurn()).isEqualTo(1);
  }

  @Test
  void aLabelBlamesTheSameToolsOnEveryTurn() {
    DiagnosedEpisode silent = failed("a", "group", BATCH);
    List<Diagnosis> turns = silent.turns();

    assertThat(blamed(turns.get(2))).containsExactly("touch", "echo");
    assertThat(blamed(TurnLabel.of(turn(turns.get(2))).on(turns.get(0))))
        .containsExactly("touch", "echo");
    assertThat(blamed(TurnLabel.of(turn(turns.get(0))).on(turns.get(2)))).containsExactly("cd");
  }

  private static List<String> blamed(Diagnosis diagnosis) {
    return TurnObservations.of(turn(diagnosis)).blamedTools();
  }

  @Test
  void whatIsGivenDoesNotChange() {
    List<DiagnosedEpisode> episodes = batch();
    List<Diagnosis> before =
        diagnoses(episodes).stream().map(each -> Diagnosis.newBuilder(each).build()).toList();

    assertThat(dealt(episodes)).isNotEqualTo(before);
    assertThat(diagnoses(episodes)).isEqualTo(before);
  }
}
