package org.sealflow.system.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.python.Reference;

/**
 * When {@code ./sealflow} builds and how it starts Java, with a Maven and a Java that only say that
 * they were called.
 */
final class StartScriptITCase {
  private static final String SOURCE = "operators/python/src/main/java/Value.java";

  @TempDir Path directory;

  @BeforeEach
  void checkout() throws IOException {
    Path root = Files.createDirectories(directory.resolve("checkout"));
    Files.copy(Reference.repository().resolve("sealflow"), root.resolve("sealflow"));
    executable(root.resolve("sealflow"));
    write(root.resolve("pom.xml"), "<project/>");
    write(root.resolve(SOURCE), "class Value {}");
    Files.createDirectories(root.resolve("schemas"));
    Files.createDirectories(root.resolve("jobs/cli"));
    program(
        "mvn",
        "echo build >>\"$CALLS\"; mkdir -p jobs/cli/target;"
            + " echo jar >jobs/cli/target/sealflow-cli-0.1.0.jar");
    program(
        "java",
        "case \"$*\" in -version) echo 'openjdk version \"17.0.1\"' >&2;;"
            + " *ArchiveClassesAtExit*) echo prepare >>\"$CALLS\";;"
            + " *) echo \"java $*\";; esac");
  }

  private void program(String name, String script) throws IOException {
    Path file = directory.resolve("bin").resolve(name);
    write(file, "#!/usr/bin/env bash\n" + script + "\n");
    executable(file);
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static void executable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** What was built and prepared when the script of a checkout ran. */
  private List<String> run(String checkout) throws Exception {
    assertThat(said(checkout, "--version")).endsWith(" --version\n");
    return Files.readAllLines(directory.resolve("calls"));
  }

  /** The output of a checkout's script, which ends with the command line of Java. */
  private String said(String checkout, String... arguments) throws Exception {
    return said(Map.of(), checkout, arguments);
  }

  private String said(Map<String, String> variables, String checkout, String... arguments)
      throws Exception {
    Path calls = directory.resolve("calls");
    Files.writeString(calls, "");
    List<String> command = new ArrayList<>();
    command.add(directory.resolve(checkout).resolve("sealflow").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove("JAVA_HOME");
    builder.environment().put("CALLS", calls.toString());
    builder.environment().putAll(variables);
    builder.environment().merge("PATH", "", (path, none) -> directory.resolve("bin") + ":" + path);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return said;
  }

  @Test
  void liveJobsHelpAndReplaysOfLittleRunWithTheFirstCompilerAlone() throws Exception {
    run("checkout");
    String alone = "-XX:TieredStopAtLevel=1 ";
    assertThat(said("checkout")).contains(alone);
    assertThat(said("checkout", "replay", "--help")).contains(alone);
    assertThat(said("checkout", "diagnose")).contains(alone);
    assertThat(said("checkout", "train", "run.yaml")).contains(alone);
    assertThat(said("checkout", "bench", "latency")).contains(alone);
    Path recorded = directory.resolve("recorded.jsonl");
    grow(recorded, 60 << 20);
    assertThat(said("checkout", "replay", recorded.toString())).contains(alone);
    grow(recorded, 70 << 20);
    assertThat(said("checkout", "replay", recorded.toString())).doesNotContain(alone);
    assertThat(said("checkout", "bench", "pipeline")).doesNotContain(alone);
  }

  @Test
  void whatReplaysNothingUsesTheKeptClassesWhereTheyAre() throws Exception {
    run("checkout");
    write(directory.resolve("checkout/jobs/cli/target/sealflow.jsa"), "kept");
    String kept = "-XX:SharedArchiveFile=";
    String unmoved = "-XX:ArchiveRelocationMode=0 ";
    assertThat(said("checkout")).contains(kept, unmoved);
    assertThat(said("checkout", "replay", "--nope")).contains(kept, unmoved);
    assertThat(said("checkout", "reply")).contains(kept, unmoved);
    Path recorded = directory.resolve("recorded.jsonl");
    grow(recorded, 1);
    assertThat(said("checkout", "replay", recorded.toString(), "--help")).contains(kept, unmoved);
    assertThat(said("checkout", "replay", recorded.toString()))
        .contains(kept)
        .doesNotContain(unmoved);
  }

  @Test
  void diagnosesHaveTheCollectorOfShortPausesAndOtherWorkTheQuickerOne() throws Exception {
    run("checkout");
    assertThat(said("checkout", "diagnose")).contains("-XX:+UseG1GC");
    assertThat(said("checkout", "bench", "latency")).contains("-XX:+UseG1GC");
    assertThat(said("checkout", "train", "run.yaml")).contains("-XX:+UseParallelGC");
    assertThat(said("checkout", "replay")).contains("-XX:+UseParallelGC");
  }

  @Test
  void largePagesAreAskedForWhereLinuxGivesThem() throws Exception {
    run("checkout");
    Path answer = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    boolean given = Files.exists(answer) && !Files.readString(answer).contains("[never]");
    assertThat(said("checkout").contains(" -XX:+UseTransparentHugePages ")).isEqualTo(given);
  }

  /** Makes a file so long, of zeros that take no room on the disk. */
  private static void grow(Path file, long bytes) throws IOException {
    try (RandomAccessFile grown = new RandomAccessFile(file.toFile(), "rw")) {
      grown.setLength(bytes);
    }
  }

  private static void touch(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(10)));
  }

  @Test
  void theFirstRunBuildsAndTheNextOnesDoNot() throws Exception {
    assertThat(run("checkout")).containsExactly("build", "prepare");
    assertThat(run("checkout")).isEmpty();
  }

  @Test
  void aSourceThatIsOnlyNewerIsNotBuiltAgain() throws Exception {
    run("checkout");
    touch(directory.resolve("checkout").resolve(SOURCE));
    assertThat(run("checkout")).isEmpty();
  }

  @Test
  void aSourceThatIsOtherIsBuiltAgain() throws Exception {
    run("checkout");
    Path source = directory.resolve("checkout").resolve(SOURCE);
    write(source, "class Value { int number; }");
    touch(source);
    assertThat(run("checkout")).containsExactly("build", "prepare");
  }

  @Test
  void aCopyIsPreparedAndNotBuilt() throws Exception {
    run("checkout");
    Process copy =
        new ProcessBuilder("cp", "-r", "checkout", "copy").directory(directory.toFile()).start();
    assertThat(copy.waitFor()).isZero();
    assertThat(run("copy")).containsExactly("prepare");
    assertThat(run("copy")).isEmpty();
  }

  @Tag("long")
  @Test
  void aReplayStartsFromTheKeptClasses() throws Exception {
    Files.delete(directory.resolve("bin").resolve("java"));
    Path data = Reference.repository().resolve("data");
    Files.createSymbolicLink(directory.resolve("checkout").resolve("data"), data);
    Path built = Reference.repository().resolve("jobs/cli/target");
    program(
        "mvn",
        "mkdir -p jobs/cli/target;"
            + " ln -s "
            + built.resolve("sealflow-cli-0.1.0.jar")
            + " "
            + built.resolve("lib")
            + " jobs/cli/target/");
    Path loaded = directory.resolve("loaded.txt");
    String log = "-Xlog:class+load:file=" + loaded + ":none";
    String samples = data.resolve("trajectories/samples.jsonl").toString();

    String said =
        said(
            // The second compiler would take more time than it saves.
            Map.of("SEALFLOW_JAVA_OPTIONS", log, "JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1"),
            "checkout",
            "replay",
            samples,
            "--tasks",
            data.resolve("tasks").toString());

    assertThat(said).contains("of 72 episodes failed");
    List<String> classes = Files.readAllLines(loaded);
    assertThat(classes.stream().filter(each -> each.contains("shared objects file (top)")).count())
        .isGreaterThan(classes.size() / 2);
  }
}
