package org.sealflow.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.flink.configuration.MemorySize;
import org.junit.jupiter.api.Test;

/** What stands in {@code k8s/} is what the job takes and needs. */
class ClusterManifestTest {
  private static final Path FOLDER = Path.of("..", "..", "k8s");

  /** The jars that EngineOnClassPath asks for, with what they need themselves. */
  private static final List<String> ENGINE =
      List.of(
          "api-0.35.1.jar",
          "pytorch-engine-0.35.1.jar",
          "pytorch-jni-2.7.1-0.35.1.jar",
          "pytorch-native-cpu-2.7.1-linux-x86_64.jar",
          "tokenizers-0.35.1.jar",
          "jna-5.17.0.jar",
          "gson-2.13.1.jar");

  private static JsonNode spec(String manifest) throws IOException {
    return new YAMLMapper().readTree(FOLDER.resolve(manifest).toFile()).path("spec");
  }

  private static LearningSettings learning() throws IOException {
    List<String> arguments = new ArrayList<>();
    spec("learner/learner.yaml")
        .path("job")
        .path("args")
        .forEach(argument -> arguments.add(argument.asText()));
    JobSettings settings = JobSettings.parse(arguments.toArray(new String[0]));
    assertThat(settings.bootstrapServers()).isEqualTo("kafka:9092");
    LearningSettings learning = settings.learning();
    assertThat(learning).isNotNull();
    return learning;
  }

  @Test
  void theJobTakesTheLearnersArguments() throws IOException {
    LearningSettings learning = learning();

    assertThat(learning.learn().runId()).isEqualTo("nano");
    assertThat(learning.learn().weightsDirectory()).isEqualTo("s3://sealflow/weights");
    assertThat(learning.model().directory()).isEqualTo("/opt/sealflow/nano");
  }

  /** A slot without a size of its own gets its share of everything; the rest is the learner's. */
  @Test
  void theLearnersSlotFitsBesideTheOther() throws IOException {
    JsonNode spec = spec("learner/learner.yaml");
    JsonNode flink = spec.path("flinkConfiguration");
    int slots = Integer.parseInt(flink.path("taskmanager.numberOfTaskSlots").asText());
    MemorySize offHeap =
        MemorySize.parse(flink.path("taskmanager.memory.task.off-heap.size").asText());
    LearnerSlot slot = learning().slot();

    assertThat(spec.path("job").path("parallelism").asInt()).isEqualTo(slots - 1);
    assertThat(slot.offHeap().getBytes()).isLessThanOrEqualTo(offHeap.divide(slots).getBytes());
    assertThat(slot.cpuCores())
        .isLessThanOrEqualTo(spec.path("taskManager").path("resource").path("cpu").asDouble() / 2);
  }

  @Test
  void theImageHasEveryJarOfTheEngineInLib() throws IOException {
    String copy =
        Pattern.compile(
                "(?s)COPY [^/]*?((?:\\s*jobs/cli/target/lib/\\S+\\s+\\\\\\s)+)\\s*/opt/flink/lib/")
            .matcher(Files.readString(FOLDER.resolve("image/Dockerfile")))
            .results()
            .map(found -> found.group(1))
            .findFirst()
            .orElse("");
    List<String> globs =
        Pattern.compile("jobs/cli/target/lib/(\\S+)")
            .matcher(copy)
            .results()
            .map(found -> found.group(1))
            .toList();

    for (String jar : ENGINE) {
      assertThat(globs)
          .as(jar)
          .filteredOn(
              glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(Path.of(jar)))
          .hasSize(1);
    }
  }

  @Test
  void theOverlayPatchesTheJobOfTheBase() throws IOException {
    YAMLMapper yaml = new YAMLMapper();
    JsonNode base = yaml.readTree(FOLDER.resolve("base/flink-deployment.yaml").toFile());
    JsonNode learner = yaml.readTree(FOLDER.resolve("learner/learner.yaml").toFile());

    assertThat(learner.path("metadata")).isEqualTo(base.path("metadata"));
    assertThat(learner.path("kind")).isEqualTo(base.path("kind"));
  }
}
