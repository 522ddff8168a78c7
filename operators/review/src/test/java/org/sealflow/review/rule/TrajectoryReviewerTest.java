package org.sealflow.review.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.TrajectoryListener;
import org.sealflow.review.read.file.TrajectoryFile;

/** The rules against conversations that were labelled by hand before the rules ran. */
final class TrajectoryReviewerTest {
  /** A labelled conversation. */
  private record Labelled(RecordedTrajectory trajectory) {
    List<String> expected() {
      List<String> labels = new ArrayList<>();
      trajectory.original().get("expected").forEach(label -> labels.add(label.asText()));
      return labels;
    }

    @Override
    public String toString() {
      return trajectory.id();
    }
  }

  static List<Labelled> labelled() throws IOException {
    Path file = Files.createTempFile("labelled", ".jsonl");
    try (InputStream table = TrajectoryReviewerTest.class.getResourceAsStream("labelled.jsonl")) {
      Files.write(file, Objects.requireNonNull(table).readAllBytes());
      return read(file).stream().map(Labelled::new).toList();
    } finally {
      Files.delete(file);
    }
  }

  private static List<RecordedTrajectory> read(Path file) {
    List<RecordedTrajectory> trajectories = new ArrayList<>();
    try {
      TrajectoryFile.read(
          file,
          ReviewSettings.DEFAULT,
          new TrajectoryListener() {
            @Override
            public void trajectory(RecordedTrajectory trajectory) {
              trajectories.add(trajectory);
            }

            @Override
            public void note(String line) {
              throw new AssertionError(line);
            }

            @Override
            public void rejected(String line) {
              throw new AssertionError(line);
            }

            @Override
            public void refused(String line) {
              throw new AssertionError(line);
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return trajectories;
  }

  @ParameterizedTest
  @MethodSource("labelled")
  void theFindingsAreTheLabels(Labelled conversation) {
    List<String> found =
        TrajectoryReviewer.review(conversation.trajectory()).stream()
            .map(TrajectoryReviewerTest::label)
            .toList();
    assertThat(found).containsExactlyInAnyOrderElementsOf(conversation.expected());
  }

  private static String label(ReviewFinding finding) {
    assertThat(finding.evidence()).isNotBlank().doesNotContain("\n");
    return finding.turn()
        + " "
        + finding.rule()
        + (finding.argument() == null ? "" : " " + finding.argument());
  }

  @Test
  void theTableHoldsSixtyTurnsEveryRuleAndConversationsWithoutFindings() throws IOException {
    TreeSet<String> rules = new TreeSet<>();
    int turns = 0;
    int clean = 0;
    for (Labelled conversation : labelled()) {
      turns += conversation.trajectory().turns();
      clean += conversation.expected().isEmpty() ? 1 : 0;
      conversation.expected().forEach(label -> rules.add(label.split(" ", -1)[1]));
    }
    assertThat(turns).isGreaterThanOrEqualTo(60);
    assertThat(clean).isGreaterThanOrEqualTo(ReviewRule.values().length);
    assertThat(rules).hasSize(ReviewRule.values().length);
  }

  @Test
  void everyRuleHasACounterexampleOnWhichItIsSilent() throws IOException {
    EnumSet<ReviewRule> rules = EnumSet.noneOf(ReviewRule.class);
    for (Labelled conversation : labelled()) {
      JsonNode rule = conversation.trajectory().original().get("counterexampleOf");
      if (rule != null) {
        rules.add(ReviewRule.valueOf(rule.asText()));
        assertThat(TrajectoryReviewer.review(conversation.trajectory()))
            .as(conversation.toString())
            .noneMatch(finding -> finding.rule().name().equals(rule.asText()));
      }
    }
    assertThat(rules).containsExactly(ReviewRule.values());
  }

  @Test
  void thePageOfRulesHasASectionForEachWithACounterexampleOfTheTable() throws IOException {
    String page = Files.readString(repository().resolve("jobs/cli/docs/rules.md"));
    for (ReviewRule rule : ReviewRule.values()) {
      assertThat(page).contains("## " + rule.name() + "\n");
      String section = page.substring(page.indexOf("## " + rule.name() + "\n") + 3);
      section = section.substring(0, section.indexOf("\n## "));
      List<String> counterexamples =
          labelled().stream()
              .filter(
                  conversation ->
                      rule.name()
                          .equals(
                              conversation
                                  .trajectory()
                                  .original()
                                  .path("counterexampleOf")
                                  .asText()))
              .map(Labelled::toString)
              .toList();
      assertThat(section).as(rule.name()).contains("Proves", "Evidence", "Counterexample");
      assertThat(section).as(rule.name()).contains(counterexamples);
    }
  }

  private static Path repository() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(at.resolve("schemas"))) {
      at = Objects.requireNonNull(at.getParent(), "not inside the repository");
    }
    return at;
  }

  @Test
  void stringsThatPythonWritesAsNumbersAreKept(@TempDir Path directory) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("nan.jsonl"),
            "{\"messages\":[{\"role\":\"user\",\"content\":\"\\ud83d\"},"
                + "{\"role\":\"assistant\",\"content\":\"x\"}],\"score\":NaN}\n");
    JsonNode original = read(file).get(0).original();
    assertThat(original.get("score").doubleValue()).isNaN();
    assertThat(original.at("/messages/0/content").textValue()).isEqualTo("\ud83d");
  }
}
