package org.sealflow.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.python.Reference;
import org.sealflow.python.TestingJava;
import org.sealflow.system.fixture.StandaloneCluster;

/** The archive of Flink's classes, made with the command of the image. */
@Tag("long")
final class KeptClassesITCase {
  private static final Pattern MADE =
      Pattern.compile(
          "RUN JVM_ARGS=\"(\\S+) -XX:ArchiveClassesAtExit=\\S+\" /opt/flink/bin/flink (.*?) && ");

  /** How long a cluster takes to start, for people to read. */
  private static final Path FIGURES = Path.of("target/kept-classes.txt");

  @TempDir Path directory;

  @Test
  void aClusterStartsFromTheClassesThatTheImageKeeps() throws Exception {
    Path archive = directory.resolve("kept-classes.jsa");
    keep(archive);
    Path loaded = Files.createDirectories(directory.resolve("loaded"));

    double without = secondsToStart("without", List.of());
    double with =
        secondsToStart(
            "with",
            List.of(
                "-XX:SharedArchiveFile=" + archive,
                "-Xlog:class+load:file=" + loaded.resolve("%p.txt") + ":none"));

    Files.writeString(
        FIGURES,
        "JobManager and TaskManager started in %.1f s, without the archive in %.1f s%n"
            .formatted(with, without));
    try (Stream<Path> processes = Files.list(loaded)) {
      assertThat(processes)
          .hasSize(2)
          .allSatisfy(
              process -> {
                List<String> classes = Files.readAllLines(process);
                assertThat(classes.stream().filter(line -> line.contains("file (top)")).count())
                    .isGreaterThan(classes.size() / 2);
              });
    }
  }

  private double secondsToStart(String name, List<String> options) throws Exception {
    long begun = System.nanoTime();
    StandaloneCluster cluster =
        StandaloneCluster.start(
            directory.resolve(name), directory.resolve("logs-" + name), options, "taskmanager");
    double seconds = (System.nanoTime() - begun) / 1e9;
    cluster.close();
    return seconds;
  }

  /** Flink's script ends its class path with empty places. */
  private void keep(Path archive) throws Exception {
    String image =
        Files.readString(Reference.repository().resolve("k8s/image/Dockerfile"))
            .replaceAll("\\\\\\n\\s*", "");
    Matcher made = MADE.matcher(image);
    assertThat(made.find()).isTrue();
    List<String> command =
        TestingJava.command(made.group(1), "-XX:ArchiveClassesAtExit=" + archive);
    command.addAll(List.of("-cp", StandaloneCluster.classPath() + ":::"));
    command.add("org.apache.flink.client.cli.CliFrontend");
    for (String word : made.group(2).split("\\s+")) {
      command.add(
          word.equals("/opt/flink/usrlib/sealflow.jar")
              ? StandaloneCluster.jobJar().toString()
              : word);
    }
    Path configuration = Files.createDirectories(directory.resolve("conf"));
    Files.writeString(configuration.resolve("config.yaml"), "parallelism.default: 1\n");
    Path said = directory.resolve("said.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
    builder.environment().put("FLINK_CONF_DIR", configuration.toString());
    Process process = builder.start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
    assertThat(archive).isNotEmptyFile();
  }
}
