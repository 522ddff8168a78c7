package org.sealflow.tau.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.tau.TauReference;
import org.sealflow.tau.judge.Grader;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.replay.RecordedConversation;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.replay.Replayer;

/** The diagnosis against recordings that were labelled by hand before it was written. */
class LabelledEpisodesTest {
  private record Labelled(String file, String id, List<String> expected) {}

  private static List<Labelled> labels() {
    List<Labelled> labels = new ArrayList<>();
    try (BufferedReader table =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    LabelledEpisodesTest.class.getResourceAsStream("labelled.jsonl")),
                StandardCharsets.UTF_8))) {
      for (String line = table.readLine(); line != null; line = table.readLine()) {
        JsonNode row = JsonValues.mapper().readTree(line);
        assertThat(row.path("rule").asText()).as(line).isNotBlank();
        List<String> expected = new ArrayList<>();
        row.path("expected").forEach(label -> expected.add(label.asText()));
        labels.add(new Labelled(row.path("file").asText(), row.path("id").asText(), expected));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return labels;
  }

  @Test
  void theTableHoldsEightyEpisodesOfThreeDomainsAndEveryParty() {
    List<Labelled> labels = labels();
    assertThat(labels).hasSizeGreaterThanOrEqualTo(80);
    assertThat(labels.stream().map(Labelled::file).distinct()).hasSize(3);
    String all = labels.toString();
    assertThat(all).contains(" AGENT", " USER", " UNDETERMINED");
    assertThat(labels.stream().map(Labelled::id)).doesNotHaveDuplicates();
  }

  @Test
  void theFailuresAreTheLabels() {
    Replayer replayer =
        new Replayer(
            TauReference.benchmark(),
            new Grader((steps, assertions) -> assertions.stream().map(x -> true).toList(), true));
    Map<String, Map<String, RecordedConversation>> files = new HashMap<>();
    List<String> wrong = new ArrayList<>();
    for (Labelled labelled : labels()) {
      RecordedConversation episode =
          files.computeIfAbsent(labelled.file(), LabelledEpisodesTest::episodes).get(labelled.id());
      assertThat(episode).as(labelled.id()).isNotNull();
      ReplayedEpisode replayed = replayer.replay(Objects.requireNonNull(episode));
      List<String> found = found(TauDiagnoser.diagnose(replayed));
      if (!found.equals(labelled.expected())) {
        wrong.add(labelled.id() + "\n  label " + labelled.expected() + "\n  found " + found + "\n");
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyFailingRecordingHasAProvenCause() {
    Replayer replayer =
        new Replayer(
            TauReference.benchmark(),
            new Grader((steps, assertions) -> assertions.stream().map(x -> true).toList(), true));
    List<String> unexplained = new ArrayList<>();
    int failing = 0;
    for (String file : List.of("airline", "retail", "telecom", "telecom_solo")) {
      for (RecordedConversation episode : episodes(file + ".jsonl.gz").values()) {
        TauDiagnosis diagnosis = TauDiagnoser.diagnose(replayer.replay(episode));
        failing += diagnosis == null ? 0 : 1;
        if (diagnosis != null
            && (!diagnosis.proven()
                || (diagnosis.failures().isEmpty() && diagnosis.end() == null)
                || diagnosis.failures().stream()
                    .anyMatch(failure -> failure.origin() != FailureOrigin.OWN))) {
          unexplained.add(episode.id() + " proven " + diagnosis.proven() + found(diagnosis));
        }
      }
    }
    assertThat(failing).isGreaterThan(1500);
    assertThat(unexplained).isEmpty();
  }

  private static Map<String, RecordedConversation> episodes(String file) {
    return TauReference.recordings(file).stream()
        .map(RecordedConversation::read)
        .collect(Collectors.toMap(RecordedConversation::id, episode -> episode));
  }

  private static List<String> found(TauDiagnosis diagnosis) {
    List<String> found = new ArrayList<>();
    if (diagnosis == null) {
      return found;
    }
    if (diagnosis.end() != null) {
      found.add("END " + diagnosis.end().reason() + " " + diagnosis.end().by());
    }
    for (TauFailure failure : diagnosis.failures()) {
      List<String> words = new ArrayList<>(List.of(failure.kind().name()));
      words.add(failure.tool() == null ? failure.expected() : failure.tool());
      if (!failure.arguments().isEmpty()) {
        words.add(
            failure.arguments().stream()
                .map(TauFailure.Argument::name)
                .collect(Collectors.joining(",")));
      }
      if (failure.place().call() != null) {
        words.add("@" + failure.place().call());
      }
      words.add(failure.by().name());
      found.add(String.join(" ", words));
    }
    return found;
  }
}
