package org.sealflow.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Reference;

/** Checks that the build makes all that the image copies. */
final class ClusterImageITCase {
  /** What `sealflow tasks generate` makes, as k8s/README.md says. */
  private static final String TASKS = "target/tasks";

  /** The engine, and what it needs itself; the names of its jars without versions. */
  private static final List<String> ENGINE =
      List.of(
          "api",
          "pytorch-engine",
          "pytorch-jni",
          "pytorch-native-cpu",
          "tokenizers",
          "jna",
          "gson");

  private static List<List<String>> copies() throws Exception {
    String image =
        Files.readString(Reference.repository().resolve("k8s/image/Dockerfile"))
            .replaceAll("\\\\\\n\\s*", "");
    List<List<String>> copies = new ArrayList<>();
    Pattern.compile("(?m)^COPY --chown=flink:flink (.*)$")
        .matcher(image)
        .results()
        .forEach(found -> copies.add(List.of(found.group(1).strip().split("\\s+"))));
    assertThat(copies).hasSizeGreaterThan(2);
    return copies;
  }

  private static List<Path> found(String source) throws Exception {
    Path path = Reference.repository().resolve(source);
    if (!source.contains("*")) {
      return Files.exists(path) ? List.of(path) : List.of();
    }
    PathMatcher glob =
        FileSystems.getDefault().getPathMatcher("glob:" + path.getFileName().toString());
    try (Stream<Path> files = Files.list(path.getParent())) {
      return files.filter(file -> glob.matches(file.getFileName())).toList();
    }
  }

  @Test
  void everySourceIsOneFileOrFolderOfTheBuild() throws Exception {
    for (List<String> copy : copies()) {
      for (String source : copy.subList(0, copy.size() - 1)) {
        if (!source.equals(TASKS)) {
          assertThat(found(source)).as(source).hasSize(1);
        }
      }
    }
    assertThat(Files.readString(Reference.repository().resolve("k8s/README.md")))
        .contains("./sealflow tasks generate --output " + TASKS + " ");
  }

  @Test
  void theEngineIsInLibAndTheJobBesideIt() throws Exception {
    List<String> jars = new ArrayList<>();
    for (List<String> copy : copies()) {
      if (copy.get(copy.size() - 1).equals("/opt/flink/lib/")) {
        jars.addAll(copy.subList(0, copy.size() - 1));
      }
    }
    assertThat(jars)
        .containsExactlyInAnyOrderElementsOf(
            ENGINE.stream().map(name -> "jobs/cli/target/lib/" + name + "-*.jar").toList());
    assertThat(copies())
        .anySatisfy(
            copy ->
                assertThat(copy)
                    .containsExactly(
                        "jobs/pipeline/target/sealflow-pipeline-0.1.0-job.jar",
                        "/opt/flink/usrlib/sealflow.jar"));
  }

  /** Paths below the image's own folder that manifests name, and mount nothing at. */
  @Test
  void manifestsNameWhatTheImageHolds() throws Exception {
    List<String> held = copies().stream().map(copy -> copy.get(copy.size() - 1)).toList();
    try (Stream<Path> files = Files.walk(Reference.repository().resolve("k8s"))) {
      for (Path manifest : files.filter(file -> file.toString().endsWith(".yaml")).toList()) {
        for (String line : Files.readAllLines(manifest)) {
          String argument = line.strip().replaceFirst("^- ", "");
          if (argument.startsWith("/opt/sealflow/") && !argument.contains("/kafka")) {
            assertThat(held).as(manifest.toString()).contains(argument);
          }
        }
      }
    }
  }
}
