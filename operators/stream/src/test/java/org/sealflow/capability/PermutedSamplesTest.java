package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.capability.TestingLabels.end;
import static org.sealflow.capability.TestingLabels.labels;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.verify.BfclTask;
import org.sealflow.bfcl.verify.BfclVerifier;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.diagnose.Diagnoser;
import org.sealflow.environment.PolicySteps;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.python.Reference;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Records;
import org.sealflow.schemas.Sampling;
import org.sealflow.verify.EndedEpisode;
import org.sealflow.verify.Verified;

/** The sample trajectories, which show every failure, diagnosed and their labels permuted. */
class PermutedSamplesTest {
  private static final TaskDirectory TASKS = SampleTasks.read();
  private static final List<DiagnosedEpisode> EPISODES = episodes();
  private static final List<Diagnosis> BEFORE = TestingLabels.diagnoses(EPISODES);
  private static final List<Diagnosis> AFTER =
      TestingLabels.diagnoses(LabelDeal.of(EPISODES, 1, 0));

  private static List<DiagnosedEpisode> episodes() {
    List<DiagnosedEpisode> episodes = new ArrayList<>();
    Reference.forEachRow(
        Reference.repository().resolve("data/trajectories/samples.jsonl"),
        row -> {
          if (TASKS.contains(row.get("task").asText()) && !row.get("turns").isTextual()) {
            episodes.add(new Sample(row).diagnosed());
          }
        });
    episodes.sort(Comparator.comparing(DiagnosedEpisode::id));
    return episodes;
  }

  /** A trajectory as an episode of training. */
  private static final class Sample {
    private final JsonNode row;
    private final EpisodeStarted header;
    private final BfclTask ready;
    private final BfclVerifier verifier;

    Sample(JsonNode row) {
      this.row = row;
      String task = row.get("task").asText();
      header =
          EpisodeStarted.newBuilder()
              .setTaskId(task)
              .setTaskDigest(TASKS.digest(task))
              .setGroupId("group of " + task)
              .setSampleIndex(0)
              .setGroupSize(1)
              .setBatchNumber(0L)
              .setMode(Mode.TRAIN)
              .setArm(Arm.PATCHED)
              .setToolEnforcement(false)
              .setSampling(new Sampling(null, null, null, null, null))
              .setModelName("sample")
              .build();
      ready = TASKS.ready(task);
      verifier = new BfclVerifier(ready, RulesInForce.OFFICIAL, "sample", SampleTasks.AS_OF, false);
    }

    DiagnosedEpisode diagnosed() {
      List<Diagnosis> turns = new ArrayList<>();
      for (JsonNode turn : row.get("turns")) {
        VerifiedTurn verified = verifier.endTurn(PolicySteps.of(turn));
        if (verified != null) {
          turns.add(diagnosis(verified, null));
        }
      }
      verifier.endEpisode().forEach(turn -> turns.add(diagnosis(turn, null)));
      EndedEpisode end =
          new EndedEpisode(
              verifier.episode(),
              EndReason.COMPLETED,
              null,
              0,
              null,
              null,
              0,
              null,
              List.of(),
              List.of());
      return new DiagnosedEpisode(turns, diagnosis(null, end));
    }

    private Diagnosis diagnosis(@Nullable VerifiedTurn turn, @Nullable EndedEpisode end) {
      String id = row.get("id").asText();
      return Diagnoser.diagnose(
          new Verified(id, 0, "run", header, ready.category(), turn, 0L, end));
    }
  }

  @Test
  void permutedDiagnosesAreValidAndAsMany() {
    assertThat(AFTER).hasSameSizeAs(BEFORE).allMatch(each -> Records.check(each).isEmpty());
    assertThat(labels(BEFORE)).hasSizeGreaterThan(40);
  }

  @Test
  void verdictsRewardsAndProgressStay() {
    assertThat(ends(AFTER)).hasSize(EPISODES.size());
    ends(AFTER)
        .forEach(
            (id, after) -> {
              EpisodeDiagnosis before = ends(BEFORE).get(id);
              assertThat(after.getVerdict()).isEqualTo(before.getVerdict());
              assertThat(after.getOfficialValid()).isEqualTo(before.getOfficialValid());
              assertThat(after.getStrictSuccess()).isEqualTo(before.getStrictSuccess());
              assertThat(after.getSealProgress()).isEqualTo(before.getSealProgress());
            });
  }

  private static Map<String, EpisodeDiagnosis> ends(List<Diagnosis> diagnoses) {
    Map<String, EpisodeDiagnosis> ends = new TreeMap<>();
    diagnoses.stream()
        .filter(diagnosis -> diagnosis.getKind() == DiagnosisKind.EPISODE)
        .forEach(diagnosis -> ends.put(diagnosis.getEpisodeId(), end(diagnosis)));
    return ends;
  }

  @Test
  void profilesSeeTheSameBlameOnOtherTurns() {
    List<String> before = blame(BEFORE);
    List<String> after = blame(AFTER);

    assertThat(after).containsExactlyInAnyOrderElementsOf(before);
    long same = 0;
    for (int i = 0; i < before.size(); i++) {
      same += before.get(i).equals(after.get(i)) ? 1 : 0;
    }
    assertThat(same).isLessThan(before.size() / 4);
  }

  /** The observations of each failed turn, by episode. */
  private static List<String> blame(List<Diagnosis> diagnoses) {
    return diagnoses.stream()
        .filter(diagnosis -> diagnosis.getKind() == DiagnosisKind.TURN)
        .map(TestingLabels::turn)
        .filter(TurnLabel::isOn)
        .map(TurnObservations::of)
        .map(
            turn ->
                "%s %s %s %s %s %s"
                    .formatted(
                        turn.tag(),
                        turn.failure(),
                        turn.origin(),
                        turn.rootCause(),
                        turn.blamedTools(),
                        turn.blamedArguments()))
        .toList();
  }
}
