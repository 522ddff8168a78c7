package org.sealflow.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

/** The archive of Flink's classes that the images make, made as they make it. */
@Tag("long")
final class KeptClassesITCase {
  private static final Pattern MADE =
      Pattern.compile(
          "RUN JVM_ARGS=\"(\\S+) -XX:ArchiveClassesAtExit=(\\S+)\" /opt/flink/bin/flink (.*?) && ");

  @TempDir Path directory;

  private static Matcher made(String name) throws Exception {
    String image =
        Files.readString(Reference.repository().resolve("k8s/image").resolve(name))
            .replaceAll("\\\\\\n\\s*", "");
    Matcher made = MADE.matcher(image);
    assertThat(made.find()).isTrue();
    return made;
  }

  @Test
  void aClusterStartsFromTheClassesThatTheImageKeeps() throws Exception {
    Path archive = directory.resolve("kept-classes.jsa");
    keep(archive);

    Path loaded = Files.createDirectories(directory.resolve("loaded"));
    StandaloneCluster.start(
            directory.resolve("cluster"),
            directory.resolve("logs"),
            List.of(
                "-XX:SharedArchiveFile=" + archive,
                "-Xlog:class+load:file=" + loaded.resolve("%p.txt") + ":none"),
            "taskmanager")
        .close();

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

  /** Flink's script gives its class path two empty places at the end. */
  private void keep(Path archive) throws Exception {
    Matcher made = made("Dockerfile");
    List<String> command =
        TestingJava.command(made.group(1), "-XX:ArchiveClassesAtExit=" + archive);
    command.addAll(List.of("-cp", StandaloneCluster.classPath() + ":::"));
    command.add("org.apache.flink.client.cli.CliFrontend");
    for (String word : made.group(3).split("\\s+")) {
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

  @Test
  void everyDeploymentNamesTheArchiveThatBothImagesMake() throws Exception {
    Path folder = Reference.repository().resolve("k8s");
    String archive = made("Dockerfile").group(2);
    assertThat(made("gpu.Dockerfile").group()).isEqualTo(made("Dockerfile").group());
    List<String> options = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path manifest : files.filter(file -> file.toString().endsWith(".yaml")).toList()) {
        Files.readAllLines(manifest).stream()
            .filter(line -> line.contains("env.java.opts.all:"))
            .forEach(options::add);
      }
    }
    assertThat(options)
        .hasSizeGreaterThan(5)
        .allSatisfy(line -> assertThat(line).contains(" -XX:SharedArchiveFile=" + archive));
  }
}
