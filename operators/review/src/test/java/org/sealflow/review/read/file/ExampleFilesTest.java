package org.sealflow.review.read.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedResult;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;
import org.sealflow.review.read.ReviewSettings;

/** Every example file of the formats gets the answer that stands beside it. */
final class ExampleFilesTest {
  private static final ReviewSettings STRICT = new ReviewSettings(null, true, null);

  /** A line of the table. */
  private record Expected(String file, String counts, List<String> notes, List<String> rejections) {
    static Expected of(String line) {
      String[] cells = line.split("\\|", -1);
      return new Expected(
          cells[0].strip(), cells[1].strip(), parts(cells[2], "&"), parts(cells[3], "&"));
    }

    @Override
    public String toString() {
      return file;
    }
  }

  private static List<String> parts(String cell, String separator) {
    return Arrays.stream(cell.split(separator, -1))
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }

  static Stream<Expected> table() {
    try (InputStream table = ExampleFilesTest.class.getResourceAsStream("examples.txt")) {
      return new String(Objects.requireNonNull(table).readAllBytes(), StandardCharsets.UTF_8)
          .lines().filter(line -> !line.startsWith("#")).map(Expected::of).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TestingListener read(String file) {
    return TestingListener.read(ExampleFiles.folder().resolve(file), ReviewSettings.DEFAULT);
  }

  private static RecordedTrajectory only(String file) {
    TestingListener read = read(file);
    assertThat(read.trajectories).hasSize(1);
    return read.trajectories.get(0);
  }

  @ParameterizedTest
  @MethodSource("table")
  void theFileIsReadAsItsTableSays(Expected expected) {
    TestingListener read = read(expected.file());
    String counts =
        read.trajectories.stream()
            .map(
                trajectory ->
                    trajectory.turns()
                        + "/"
                        + trajectory.calls().size()
                        + "/"
                        + trajectory.results())
            .collect(Collectors.joining(" "));
    assertThat(read.rejected).hasSameSizeAs(expected.rejections());
    assertThat(read.notes).hasSameSizeAs(expected.notes());
    assertThat(counts).isEqualTo(expected.counts());
    assertHolds(read.notes, expected.notes());
    assertHolds(read.rejected, expected.rejections());
  }

  private static void assertHolds(List<String> lines, List<String> words) {
    for (int at = 0; at < lines.size(); at++) {
      assertThat(lines.get(at)).contains(parts(words.get(at), ",")).doesNotContain("\n");
      assertThat(lines.get(at).length()).isLessThan(400);
    }
  }

  @Test
  void everyExampleStandsInTheTable() throws IOException {
    TreeSet<String> files = new TreeSet<>();
    for (String format : List.of("chat", "responses", "atif", "verifiers", "otel", "seal")) {
      try (Stream<Path> found = Files.walk(ExampleFiles.folder().resolve(format))) {
        found
            .filter(file -> Files.isRegularFile(file) && !file.toString().contains(".expected."))
            .forEach(file -> files.add(ExampleFiles.folder().relativize(file).toString()));
      }
    }
    assertThat(table().map(Expected::file)).containsAll(files);
  }

  @Test
  void strictReadingRejectsWhatIsNotedOtherwise() {
    for (String file :
        List.of(
            "chat/broken/missing-result.jsonl",
            "responses/broken/missing-output.jsonl",
            "atif/broken/v03-unknown-field.json")) {
      TestingListener read = TestingListener.read(ExampleFiles.folder().resolve(file), STRICT);
      assertThat(read.trajectories).as(file).isEmpty();
      assertThat(read.rejected).as(file).hasSize(1);
    }
    assertThat(
            TestingListener.read(ExampleFiles.folder().resolve("chat/variants.jsonl"), STRICT)
                .notes)
        .anySatisfy(note -> assertThat(note).contains("id-used-again", "call_0"));
  }

  @Test
  void variantsOfChatKeepWhatTheySay() {
    List<RecordedTrajectory> variants = read("chat/variants.jsonl").trajectories;
    assertThat(variants.get(0).id()).isEqualTo("variants.jsonl:1");
    assertThat(variants.get(0).tools()).isNull();
    assertThat(variants.get(1).messages().get(4).refusal()).isEqualTo("I cannot help with that.");
    assertThat(resultOf(variants.get(2), 0).text()).startsWith("{\"task_id\"");
    assertThat(variants.get(3).messages().get(0).speaker()).isEqualTo(Speaker.SYSTEM);
    assertThat(variants.get(3).messages().get(1).text())
        .isEqualTo("Please create a task called Important Meeting for user_1.");
    assertThat(variants.get(4).tools()).hasSize(3);
    assertThat(variants.get(4).calls().get(0).arguments())
        .isEqualTo("{\"user_id\":\"user_1\",\"title\":\"Important Meeting\"}");
    assertThat(resultOf(variants.get(5), 1).message())
        .isGreaterThan(resultOf(variants.get(5), 0).message());
    assertThat(variants.get(7).outcome()).isEqualTo(RecordOutcome.UNFINISHED);
    assertThat(variants.get(12).original().toString()).contains("9007199254740993", ":1.0");
    assertThat(variants.get(13).original().isArray()).isTrue();
  }

  @Test
  void dumpsOfTextAreMarkedAsReconstructedAndKeepTheirScore() {
    List<RecordedTrajectory> dumps = read("seal/validation_log/10.jsonl").trajectories;
    assertThat(dumps).extracting(RecordedTrajectory::reward).containsExactly(1.0, 0.0, 1.0);
    assertThat(dumps)
        .allSatisfy(
            dump -> {
              assertThat(dump.tools()).hasSize(3);
              assertThat(dump.messages())
                  .allMatch(message -> message.place().startsWith("reconstructed["));
            });
    assertThat(dumps.get(1).calls().get(0).arguments())
        .isEqualTo("{\"task_id\":\"task_9\",\"status\":\"completed\"}");
    assertThat(resultOf(dumps.get(2), 0).text()).startsWith("[{\"user_id\"");
    assertThat(only("seal/verl-dump.jsonl").reward()).isNull();
    assertThat(read("seal/rollout_log/traj_10.jsonl").trajectories)
        .extracting(dump -> dump.messages().size())
        .containsExactly(5, 7, 5);
  }

  @Test
  void lateResultsFindTheirCalls() {
    for (RecordedTrajectory trajectory : read("chat/parallel.jsonl").trajectories) {
      assertThat(resultOf(trajectory, 0).text()).startsWith("[{\"user_id\"");
    }
    for (RecordedTrajectory trajectory : read("responses/parallel.jsonl").trajectories) {
      assertThat(resultOf(trajectory, 0).text()).startsWith("[{\"user_id\"");
    }
  }

  private static RecordedResult resultOf(RecordedTrajectory trajectory, int call) {
    return Objects.requireNonNull(trajectory.calls().get(call).result());
  }

  @Test
  void rewardsAreTakenWhereTheFormatOrTheUserSays() {
    assertThat(only("chat/pass.jsonl").reward()).isNull();
    assertThat(
            TestingListener.read(
                    ExampleFiles.folder().resolve("chat/pass.jsonl"),
                    new ReviewSettings(null, false, "reward"))
                .trajectories
                .get(0)
                .reward())
        .isEqualTo(1.0);
    assertThat(only("chat/traj.json").reward()).isEqualTo(0.0);
    assertThat(only("responses/pass.jsonl").reward()).isEqualTo(1.0);
    assertThat(only("verifiers/bare-trace.jsonl").reward()).isEqualTo(1.0);
    assertThat(only("verifiers/fail-tool-errors.jsonl").reward()).isEqualTo(0.0);
  }

  @Test
  void invalidArgumentsKeepTheirText() {
    assertThat(only("responses/broken/bad-arguments.jsonl").calls().get(0).arguments())
        .isEqualTo("{\"user_id\": \"user_1\", \"title\": ");
    assertThat(only("atif/diagnosed.json").calls().get(0).arguments())
        .isEqualTo("{\"user_id\": \"user_1\", ");
  }

  @Test
  void failuresAreKnownWhereTheyAreStated() {
    assertThat(successes("chat/fail-tool-errors.jsonl")).containsOnly(CallSuccess.UNKNOWN);
    assertThat(successes("atif/fail-tool-errors.json")).containsOnly(CallSuccess.FAILED);
    assertThat(successes("otel/fail-tool-errors.jsonl")).containsOnly(CallSuccess.FAILED);
    assertThat(successes("otel/pass.jsonl")).containsOnly(CallSuccess.SUCCEEDED);
    assertThat(successes("responses/mcp-and-refusal.jsonl")).containsOnly(CallSuccess.FAILED);
  }

  private static List<CallSuccess> successes(String file) {
    return only(file).calls().stream()
        .map(RecordedCall::result)
        .map(Objects::requireNonNull)
        .map(RecordedResult::success)
        .toList();
  }

  @Test
  void spansReadTheSameHoweverTheyAreWritten() {
    RecordedTrajectory plain = only("otel/pass.jsonl");
    for (String other : List.of("proto-json", "structured-attributes", "result-key")) {
      RecordedTrajectory same = only("otel/" + other + ".jsonl");
      assertThat(same.calls()).as(other).isEqualTo(plain.calls());
      assertThat(same.tools()).as(other).hasSameSizeAs(plain.tools());
    }
    assertThat(only("otel/proto-json.jsonl").id()).isEqualTo(plain.id());
    assertThat(only("otel/proto-json.jsonl").messages()).isEqualTo(plain.messages());
  }

  @Test
  void infrastructureIsNoFailureOfTheAgent() {
    RecordedTrajectory broken = read("verifiers/episodes.jsonl").trajectories.get(2);
    assertThat(broken.id()).isEqualTo("t8");
    assertThat(broken.outcome()).isEqualTo(RecordOutcome.INFRASTRUCTURE_FAILED);
    assertThat(broken.reward()).isNull();
  }

  @Test
  void programsAndCopiesAreNoTurnsOfTheModel() {
    RecordedTrajectory context = only("atif/context.json");
    assertThat(context.messages())
        .filteredOn(message -> message.speaker() == Speaker.PROGRAM)
        .singleElement()
        .satisfies(message -> assertThat(message.place()).isEqualTo("steps[4]"));
  }
}
