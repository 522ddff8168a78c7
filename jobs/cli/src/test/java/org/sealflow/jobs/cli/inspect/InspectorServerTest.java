package org.sealflow.jobs.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;

/** The answers of the inspector's server. */
class InspectorServerTest {
  private static final String WRONG = "argument_of_wrong_type";
  private static final String HOSTILE = "</script><script>document.title=1</script>";

  @TempDir static Path folder;
  private static TestingInspector inspector;
  private static Path notes;

  @BeforeAll
  static void start() throws Exception {
    List<String> second = new ArrayList<>();
    second.add(TestingInspector.sample(WRONG).replace("priority='4'", "priority=4"));
    ObjectNode broken =
        (ObjectNode) TestingInspector.JSON.readTree(TestingInspector.sample("solved_base_0"));
    ((ArrayNode) broken.get("turns")).removeAll();
    second.add(broken.toString());
    second.add(
        TestingInspector.JSON
            .createObjectNode()
            .put("id", HOSTILE)
            .put("task", "multi_turn_base_0")
            .set("turns", TestingInspector.JSON.readTree("[[[\"ls('" + HOSTILE + "')\"]]]"))
            .toString());
    notes = folder.resolve("notes.jsonl");
    inspector =
        TestingInspector.start(
            notes,
            TestingInspector.data("trajectories/samples.jsonl"),
            TestingInspector.recording(folder.resolve("second.jsonl"), second));
  }

  @AfterAll
  static void stop() throws Exception {
    if (inspector != null) {
      inspector.close();
    }
  }

  private static JsonNode line(String query) throws Exception {
    return inspector.json("/api/episodes?" + query).path("lines").path(0);
  }

  private static int position(String record) throws Exception {
    for (JsonNode line : inspector.json("/api/episodes?most=500").path("lines")) {
      if (line.path("record").asText().equals(record)) {
        return line.path("position").asInt();
      }
    }
    throw new IllegalArgumentException("no record " + record);
  }

  @Test
  void thePageAllowsItsOwnScriptsAndItsOwnServerAlone() throws Exception {
    HttpResponse<String> page = inspector.get("/");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'; img-src data:; connect-src 'self';")
        .doesNotContain("unsafe");
    assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(page.body()).doesNotContain("http://", "{{");
  }

  @Test
  void theFirstScreenRanksCausesByWhatTheirRepairIsWorth() throws Exception {
    JsonNode causes = inspector.json("/api/overview").path("causes");
    List<Long> worth = new ArrayList<>();
    causes.path("rows").forEach(row -> worth.add(row.path("worth").asLong()));
    assertThat(worth).isSortedAccordingTo((one, other) -> Long.compare(other, one));
    JsonNode first = causes.path("rows").path(0);
    assertThat(first.path("repair").asText()).isNotEmpty();
    JsonNode example = inspector.json("/api/episodes/" + first.path("example").asInt());
    assertThat(example.path("detail").path("repair").path("outcome").asText()).isEqualTo("FOUND");
  }

  @Test
  void facetsAndTextLeaveWhatHasThemAll() throws Exception {
    JsonNode found =
        inspector.json("/api/episodes?verdict=POLICY_FAILED&tool=create_ticket&text=FLICKERS");
    assertThat(found.path("matches").asInt()).isPositive();
    for (JsonNode each : found.path("lines")) {
      assertThat(each.path("verdict").asText()).isEqualTo("POLICY_FAILED");
      assertThat(each.path("tools").toString()).contains("create_ticket");
    }
    assertThat(inspector.json("/api/episodes?text=no-such-text").path("matches").asInt()).isZero();
  }

  @Test
  void whatTheUserSaysIsSearchedToo() throws Exception {
    assertThat(line("text=%22urgency%204%22").path("task").asText()).isEqualTo("multi_turn_base_3");
  }

  @Test
  void whatAFilterLeavesIsCountedByFacetsWithItsCauses() throws Exception {
    JsonNode found = inspector.json("/api/breakdown?by=tool,category&tool=create_ticket");
    assertThat(found.path("episodes").asInt()).isPositive();
    assertThat(found.path("facets").findValuesAsText("by")).containsExactly("tool", "category");
    assertThat(found.path("causes").path("rows").findValuesAsText("cause"))
        .contains("argument mismatch at create_ticket");
    assertRefused(inspector.get("/api/breakdown?by=moon"), 400, "by names 'moon', expected");
  }

  @Test
  void theSizeIsTold() throws Exception {
    assertThat(inspector.json("/api/size").path("episodes").asInt())
        .isEqualTo(inspector.json("/api/overview").path("episodes").asInt());
  }

  @Test
  void pagesOfTheListFollowOnOneAnother() throws Exception {
    JsonNode all = inspector.json("/api/episodes?most=6").path("lines");
    JsonNode rest = inspector.json("/api/episodes?from=4&most=2").path("lines");
    assertThat(rest.get(0)).isEqualTo(all.get(4));
    assertThat(rest.get(1)).isEqualTo(all.get(5));
  }

  @Test
  void verdictsThatChangedBetweenTwoRunsAreFound() throws Exception {
    assertThat(line("changed=fixed").path("record").asText()).isEqualTo(WRONG);
    assertThat(line("changed=broken").path("record").asText()).isEqualTo("solved_base_0");
    assertThat(line("changed=unmatched").path("record").asText()).isEqualTo(HOSTILE);
    JsonNode second = inspector.json("/api/overview").path("runs").path(1);
    assertThat(second.path("changed").toString())
        .isEqualTo("{\"fixed\":1,\"broken\":1,\"unmatched\":1}");
  }

  @Test
  void anEpisodeShowsItsWorldBesideTheGroundTruths() throws Exception {
    JsonNode episode = inspector.json("/api/episodes/" + position(WRONG));
    JsonNode root = episode.path("detail").path("turns").path(1);
    assertThat(root.path("rootCause").asBoolean()).isTrue();
    assertThat(root.path("world").path("change").path("changes")).isEmpty();
    assertThat(root.path("world").path("apart").path("changes").toString())
        .contains("TicketAPI.ticket_queue[3]", "TicketAPI.ticket_counter");
    assertThat(episode.path("words").path("1").path("user").toString()).contains("urgency 4");
  }

  private static String withTheRepair() throws Exception {
    JsonNode calls = inspector.json("/api/episodes/" + position(WRONG)).path("calls");
    return "{\"turns\":" + calls.toString().replace("priority='4'", "priority=4") + "}";
  }

  @Test
  void aMendedCallMakesThisAndTheLaterTurnsPass() throws Exception {
    HttpResponse<String> answer =
        inspector.post("/api/episodes/" + position(WRONG) + "/what-if", withTheRepair());
    JsonNode result = TestingInspector.JSON.readTree(answer.body());
    assertThat(result.path("entry").path("verdict").asText()).isEqualTo("PASSED");
    assertThat(result.path("entry").path("tags").toString()).isEqualTo("[\"PASS\"]");
    JsonNode changed = result.path("detail").path("turns").path(1).path("world").path("change");
    assertThat(changed.path("changes").toString()).contains("TicketAPI.ticket_queue[3]");
  }

  @Test
  void callsThatAreNotEditedGiveTheVerdictThatReplayGave() throws Exception {
    for (JsonNode line : inspector.json("/api/episodes?most=500").path("lines")) {
      String path = "/api/episodes/" + line.path("position").asInt();
      JsonNode episode = inspector.json(path);
      assertThat(episode.path("entry").path("verdict")).isEqualTo(line.path("verdict"));
      assertThat(episode.path("entry").path("tags")).isEqualTo(line.path("tags"));
      if (!line.path("rootReason").isTextual()) {
        HttpResponse<String> same =
            inspector.post(path + "/what-if", "{\"turns\":" + episode.path("calls") + "}");
        assertThat(TestingInspector.JSON.readTree(same.body()).path("entry").path("tags"))
            .as(line.path("record").asText())
            .isEqualTo(line.path("tags"));
      }
    }
  }

  @Test
  void whatWasExportedIsReadByReplay() throws Exception {
    HttpResponse<String> answer =
        inspector.post("/api/episodes/" + position(WRONG) + "/what-if", withTheRepair());
    String line = TestingInspector.JSON.readTree(answer.body()).path("recording").asText();
    Path exported = TestingInspector.recording(folder.resolve("exported.jsonl"), List.of(line));
    TestingCommandLine replay =
        TestingCommandLine.run(
            "replay",
            exported.toString(),
            "--tasks",
            TestingInspector.data("tasks").toString(),
            "--json");
    assertThat(replay.exitCode()).isZero();
    JsonNode passed = TestingInspector.JSON.readTree(replay.out()).path("episodes").path("passed");
    assertThat(passed.path("count").asInt()).isEqualTo(1);
  }

  @Test
  void textsThatAreNoCallsAreResultsAndNeverRun() throws Exception {
    String path = "/api/episodes/" + position(WRONG) + "/what-if";
    HttpResponse<String> answer =
        inspector.post(
            path, "{\"turns\":[[[\"__import__('os').system('touch /tmp/never')\"]],[],[]]}");
    JsonNode call =
        TestingInspector.JSON
            .readTree(answer.body())
            .path("detail")
            .path("turns")
            .path(0)
            .path("policyCalls")
            .path(0);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(call.path("status").asText()).isNotEqualTo("SUCCEEDED");
    assertThat(Path.of("/tmp/never")).doesNotExist();
  }

  @Test
  void whatCannotBeAnsweredIsOneLine() throws Exception {
    String whatIf = "/api/episodes/" + position(WRONG) + "/what-if";
    assertRefused(inspector.post(whatIf, "{\"turns\":[[[1]]]}"), 400, "expected a text such as");
    assertRefused(inspector.post(whatIf, "{\"turns\":7}"), 400, "expected an array of turns");
    assertRefused(inspector.post(whatIf, "{}"), 400, "turns is not given");
    assertRefused(
        inspector.post(whatIf, "{\"turns\":[[],[],[],[],[],[],[]]}"), 400, "expected at most");
    assertRefused(inspector.post(whatIf, "no json"), 422, "JSON");
    assertRefused(inspector.get(whatIf), 405, "POST");
    assertRefused(inspector.get("/api/episodes/99999"), 404, "expected one of episodes 0 to");
    assertRefused(inspector.get("/api/episodes?most=501"), 400, "at most 500");
    assertRefused(inspector.get("/api/episodes?from=x"), 400, "whole number");
    assertRefused(inspector.get("/api/episodes?text=" + "x".repeat(2_000)), 400, "at most 1000");
    assertRefused(inspector.get("/etc/passwd"), 404, "no path");
    assertRefused(
        inspector.post(whatIf, "{\"turns\":\"" + "x".repeat(2 << 20) + "\"}"), 413, "bytes");
  }

  private static void assertRefused(HttpResponse<String> answer, int status, String line) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains(line).doesNotContain("\n", "at org.");
    assertThat(answer.headers().firstValue("Content-Security-Policy")).isPresent();
  }

  @Test
  void aRequestThatNamesAnotherHostIsRefused() throws Exception {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), inspector.url("/").getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET /api/overview HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 400").contains("another host");
    }
  }

  @Test
  void editsAtOnceDoNotMix() throws Exception {
    String path = "/api/episodes/" + position(WRONG) + "/what-if";
    String mended = withTheRepair();
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String body = i % 2 == 0 ? mended : "{\"turns\":[[],[],[]]}";
      answers.add(CompletableFuture.supplyAsync(() -> verdict(path, body)));
    }
    for (int i = 0; i < answers.size(); i++) {
      assertThat(answers.get(i).get()).isEqualTo(i % 2 == 0 ? "PASSED" : "POLICY_FAILED");
    }
  }

  private static String verdict(String path, String body) {
    try {
      String answer = inspector.post(path, body).body();
      JsonNode verdict = TestingInspector.JSON.readTree(answer).path("entry").path("verdict");
      return verdict.asText(answer);
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Test
  void samplesOfATaskStandSideBySideUpToWhereTheyDiffer() throws Exception {
    JsonNode group = inspector.json("/api/group?task=multi_turn_base_3");
    assertThat(group.path("samples").size()).isBetween(2, 8);
    int diverges = group.path("diverges").asInt();
    for (int turn = 0; turn <= diverges; turn++) {
      List<String> calls = new ArrayList<>();
      for (JsonNode sample : group.path("samples")) {
        JsonNode at = sample.path("turns").path(turn);
        if (at.path("reached").asBoolean()) {
          calls.add(at.path("calls").findValuesAsText("text").toString());
        }
      }
      assertThat(calls.stream().distinct().count() > 1).isEqualTo(turn == diverges);
    }
    assertThat(inspector.json("/api/group?task=none").path("samples")).isEmpty();
  }

  @Test
  void notesAreLinesOfAFile() throws Exception {
    int position = position(WRONG);
    assertThat(
            inspector
                .post(
                    "/api/notes",
                    "{\"episode\":" + position + ",\"text\":\"A text, not a number\"}")
                .statusCode())
        .isEqualTo(200);
    assertRefused(inspector.post("/api/notes", "{\"episode\":-1,\"text\":\"x\"}"), 422, "position");
    assertRefused(
        inspector.post("/api/notes", "{\"episode\":1,\"text\":\" \"}"), 422, "characters");
    List<String> lines = Files.readAllLines(notes);
    JsonNode note = TestingInspector.JSON.readTree(lines.get(lines.size() - 1));
    assertThat(note.path("record").asText()).isEqualTo(WRONG);
    assertThat(note.path("at").asText()).isEqualTo("2026-01-15T08:00:00Z");
    assertThat(new NotesFile(notes).all()).contains(note);
  }
}
