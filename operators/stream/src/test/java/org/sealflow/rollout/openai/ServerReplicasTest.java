package org.sealflow.rollout.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ServerReplicasTest {
  private static String path(String uri, String... mappings) {
    return new ServerReplicas(List.of(), List.of(mappings)).path(uri);
  }

  @Test
  void withoutAMappingAServerSeesWhatTheLearnerSees() {
    assertThat(path("file:/runs/a/weights/12")).isEqualTo("/runs/a/weights/12");
    assertThat(path("file:///runs/a")).isEqualTo("/runs/a");
    assertThat(path("s3://bucket/runs/a")).isEqualTo("s3://bucket/runs/a");
  }

  @Test
  void theLongestMappingThatFitsCounts() {
    assertThat(path("file:/runs/a/12", "/runs=/mnt/runs", "/runs/a=/fast")).isEqualTo("/fast/12");
    assertThat(path("file:/runs/b/12", "/runs=/mnt/runs", "/runs/a=/fast"))
        .isEqualTo("/mnt/runs/b/12");
    assertThat(path("s3://bucket/runs/12", "s3://bucket=/cache")).isEqualTo("/cache/runs/12");
  }

  @Test
  void aDirectoryIsNotAboveOthersThatBeginLikeIt() {
    assertThat(path("file:/runs2/12", "/runs=/mnt/runs")).isEqualTo("/runs2/12");
  }

  @Test
  void aMappingHasTwoSides() {
    for (String wrong : List.of("/runs", "=/runs", "/runs=")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new ServerReplicas(List.of(), List.of(wrong)))
          .withMessage(
              "the path mapping '%s' is none, expected one such as /runs=/mnt/runs", wrong);
    }
  }
}
