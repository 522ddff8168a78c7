package org.sealflow.diagnose;

import static java.util.Objects.requireNonNullElse;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.verify.BfclVerifier;
import org.sealflow.environment.PolicySteps;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.python.Reference;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.TurnFailure;

/** The sample trajectories in {@code data/trajectories} show what {@code data/README.md} says. */
class SampleTrajectoriesTest {
  private static final Path DATA = Reference.repository().resolve("data");

  /** A row of the table: id, task, official verdict, failing turns. */
  private static final Pattern ROW =
      Pattern.compile("\\| `(\\w+)` \\| `(\\w+)` \\| (\\S+) \\| ([^|]*) \\| [^|]+ \\|");

  /** A failing turn: its index, failure and origin. */
  private static final Pattern FAILING_TURN = Pattern.compile("\\d+ (\\w+) (\\w+)");

  private static final String NOTHING = "–";
  private static final TaskDirectory TASKS = SampleTasks.read();

  /** The expected or the found diagnosis of a trajectory. */
  private record Shown(String task, String official, List<String> failingTurns) {}

  @Test
  void everySampleShowsWhatTheTableSays() throws IOException {
    Map<String, Shown> found = new LinkedHashMap<>();
    Reference.forEachRow(
        DATA.resolve("trajectories/samples.jsonl"),
        row -> found.put(row.get("id").asText(), shown(row)));

    assertThat(found).hasSizeGreaterThanOrEqualTo(60).containsExactlyEntriesOf(table());
  }

  @Test
  void theSamplesShowEveryFailureAndEveryOrigin() throws IOException {
    Set<TurnFailure> failures = EnumSet.noneOf(TurnFailure.class);
    Set<FailureOrigin> origins = EnumSet.noneOf(FailureOrigin.class);
    for (Shown row : table().values()) {
      for (String text : row.failingTurns()) {
        Matcher turn = FAILING_TURN.matcher(text);
        assertThat(turn.matches()).as(text).isTrue();
        failures.add(TurnFailure.valueOf(turn.group(1)));
        origins.add(FailureOrigin.valueOf(turn.group(2)));
      }
    }
    assertThat(failures).containsExactlyInAnyOrder(TurnFailure.values());
    assertThat(origins).containsExactlyInAnyOrder(FailureOrigin.values());
  }

  private static Map<String, Shown> table() throws IOException {
    Map<String, Shown> table = new LinkedHashMap<>();
    for (String line : Files.readAllLines(DATA.resolve("README.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        String turns = row.group(4);
        List<String> failing = turns.equals(NOTHING) ? List.of() : List.of(turns.split("; ", -1));
        table.put(row.group(1), new Shown(row.group(2), row.group(3), failing));
      }
    }
    return table;
  }

  private static Shown shown(JsonNode row) {
    String task = row.get("task").asText();
    String shortName = task.replaceFirst("^multi_turn_", "");
    if (!TASKS.contains(task)) {
      return new Shown(shortName, NOTHING, List.of());
    }
    if (row.get("turns").isTextual()) {
      return new Shown(shortName, "inference_error", List.of());
    }
    LocalDate asOf =
        row.has("as_of") ? LocalDate.parse(row.get("as_of").asText()) : SampleTasks.AS_OF;
    BfclVerifier verifier =
        new BfclVerifier(TASKS.ready(task), RulesInForce.OFFICIAL, "sample", asOf, false);
    List<String> failing = new ArrayList<>();
    for (JsonNode turn : row.get("turns")) {
      VerifiedTurn verified = verifier.endTurn(PolicySteps.of(turn));
      if (verified != null) {
        TurnDiagnoser.Judgement judgement = TurnDiagnoser.judge(verified);
        if (judgement.failure() != null) {
          failing.add(verified.turn() + " " + judgement.failure() + " " + judgement.origin());
        }
      }
    }
    verifier.endEpisode();
    String official = requireNonNullElse(verifier.episode().official().errorType(), "valid");
    return new Shown(shortName, official.replaceFirst("^multi_turn:", ""), failing);
  }
}
