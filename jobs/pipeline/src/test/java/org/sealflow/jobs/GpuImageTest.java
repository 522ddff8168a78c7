package org.sealflow.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.sealflow.model.script.EngineCheck;

/** Checks the image for GPUs as far as it can be checked without building it. */
class GpuImageTest {
  private static final Path FOLDER = Path.of("..", "..", "k8s", "image");
  private static final Pattern VARIABLE = Pattern.compile("(PYTORCH_\\w+)=(\\S+)");

  private static String text(String name) throws IOException {
    return Files.readString(FOLDER.resolve(name));
  }

  private static List<String> copied(String dockerfile) {
    return Pattern.compile("jobs/\\S+").matcher(dockerfile).results().map(r -> r.group()).toList();
  }

  /** The step that keeps Flink's classes, which is the last. */
  private static String kept(String dockerfile) {
    return dockerfile.substring(dockerfile.indexOf("RUN JVM_ARGS="));
  }

  @Test
  void itsLibtorchIsTheOneTheEngineTakes() throws IOException {
    String image = text("gpu.Dockerfile");
    Map<String, String> variables = new HashMap<>();
    Matcher found = VARIABLE.matcher(image);
    while (found.find()) {
      variables.put(found.group(1), found.group(2));
    }
    String path = variables.remove("PYTORCH_LIBRARY_PATH");

    assertThat(path).isEqualTo("/opt/libtorch/lib");
    assertThat(variables).containsOnlyKeys("PYTORCH_VERSION", "PYTORCH_FLAVOR");
    assertThat(EngineCheck.problems(variables::get)).isEmpty();
    assertThat(image)
        .contains("libtorch/cu128/", "deps-" + EngineCheck.LIBTORCH_VERSION + "%2Bcu128.zip");
  }

  @Test
  void itHoldsWhatTheOtherDoesButForTheNativeLibrary() throws IOException {
    List<String> expected =
        copied(text("Dockerfile")).stream().filter(jar -> !jar.contains("native")).toList();

    assertThat(copied(text("gpu.Dockerfile"))).containsExactlyElementsOf(expected);
    assertThat(kept(text("gpu.Dockerfile"))).isEqualTo(kept(text("Dockerfile")));
    assertThat(text("gpu.Dockerfile")).contains("FROM flink:2.3.0-java17");
    assertThat(text("Dockerfile")).contains("FROM flink:2.3.0-java17");
  }
}
