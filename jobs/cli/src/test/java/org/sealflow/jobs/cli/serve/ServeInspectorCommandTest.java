package org.sealflow.jobs.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.cli.option.RecordedFolders;
import org.sealflow.jobs.report.TestingRun;
import org.sealflow.python.Reference;

/** The command's lines before it serves. */
class ServeInspectorCommandTest {
  @TempDir private Path folder;

  private static String data(String name) {
    return Reference.repository().resolve("data").resolve(name).toString();
  }

  private static void refuses(String line, String... arguments) {
    TestingCommandLine ran = TestingCommandLine.run(arguments);
    assertThat(ran.exitCode()).isNotZero();
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains(line).doesNotContain("\tat ");
  }

  @Test
  void aTakenPortIsToldBeforeAnythingIsRead() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      refuses(
          "cannot listen at 127.0.0.1:" + taken.getLocalPort(),
          "serve",
          "inspector",
          data("trajectories/samples.jsonl"),
          "--tasks",
          data("tasks"),
          "--port",
          String.valueOf(taken.getLocalPort()));
    }
  }

  private static TestingRun run(Path parent, String name) {
    return TestingRun.begun(parent, name, 1, 0.2).trained(2).recorded("validation", 0);
  }

  @Test
  void runsAreReadByTheirDirectoriesAndComparedWithoutTasks() throws IOException {
    Path page = folder.resolve("runs.html");
    TestingCommandLine ran =
        TestingCommandLine.run(
            "serve",
            "inspector",
            run(folder, "one").path().toString(),
            run(folder, "other").path().toString(),
            "--page",
            page.toString());
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out()).isEqualTo(page + ": 74 of 74 episodes\n");
    assertThat(Files.readString(page))
        .contains("{\"run\":\"one-1\",\"episodes\":37,")
        .contains("\"changed\":{\"same\":37}");
  }

  @Test
  void runsAndRecordingsDoNotMix() {
    Path one = run(folder, "one").path();
    refuses(
        "name runs, or recordings",
        "serve",
        "inspector",
        one.toString(),
        data("trajectories/samples.jsonl"));
    refuses("leave the files out", "serve", "inspector", one.toString(), "--run", "one-1");
  }

  @Test
  void aRunWithoutEpisodesIsTold() {
    Path empty = TestingRun.begun(folder, "empty", 1, 0.2).path();
    refuses("the runs hold no episode", "serve", "inspector", empty.toString(), "--port", "0");
    TestingCommandLine beside =
        TestingCommandLine.run(
            "serve",
            "inspector",
            run(folder, "played").path().toString(),
            empty.toString(),
            "--page",
            folder.resolve("runs.html").toString());
    assertThat(beside.exitCode()).as(beside.err()).isZero();
    assertThat(beside.err()).contains("run " + empty + " holds no episode");
  }

  @Test
  void withoutFilesABrokerIsAskedFor() {
    refuses(
        "no broker runs in",
        "serve",
        "inspector",
        "--port",
        "0",
        "--data-dir",
        folder.resolve("none").toString());
  }

  @Test
  void aMissingFileIsTold() {
    refuses(
        "no file nowhere.jsonl", "serve", "inspector", "nowhere.jsonl", "--tasks", data("tasks"));
  }

  @Test
  void anEmptyDirectoryIsTold() {
    refuses("holds no file", "serve", "inspector", folder.toString(), "--tasks", data("tasks"));
  }

  @Test
  void aDirectoryStandsForTheFilesInIt() throws IOException {
    Path one = Files.writeString(folder.resolve("b.jsonl"), "{}");
    Path other = Files.writeString(folder.resolve("a.jsonl"), "{}");
    Files.writeString(folder.resolve(".hidden"), "");
    assertThat(RecordedFolders.files(List.of(folder, one))).containsExactly(other, one, one);
  }

  @Test
  void logsOfAnyAgentAreToldFromRecordingsOfTasks() {
    refuses("--tasks DIR", "serve", "inspector", data("trajectories/agent-log.jsonl"));
  }

  @Test
  void aRecordingThatHoldsNoEpisodeIsTold() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.jsonl"), "{\"id\": 7}\n");
    refuses(
        "broken.jsonl line 1: field id is missing or no text",
        "serve",
        "inspector",
        broken.toString(),
        "--format",
        "calls",
        "--tasks",
        data("tasks"),
        "--port",
        "0");
  }

  @Test
  void notesThatAreNoneAreTold() throws IOException {
    Path prose = Files.writeString(folder.resolve("prose.txt"), "Dear diary\n");
    refuses(
        "line 1 of the notes " + prose + " is no JSON object",
        "serve",
        "inspector",
        data("trajectories/samples.jsonl"),
        "--tasks",
        data("tasks"),
        "--port",
        "0",
        "--notes",
        prose.toString());
    assertThat(prose).hasContent("Dear diary");
  }

  @Test
  void numbersOutOfRangeAreTold() {
    String file = data("trajectories/samples.jsonl");
    refuses("port", "serve", "inspector", file, "--tasks", data("tasks"), "--port", "70000");
    refuses(
        "--episodes is 0", "serve", "inspector", file, "--tasks", data("tasks"), "--episodes", "0");
  }
}
