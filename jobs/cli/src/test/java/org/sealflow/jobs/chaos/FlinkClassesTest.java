package org.sealflow.jobs.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import org.junit.jupiter.api.Test;

final class FlinkClassesTest {
  @Test
  void aClusterHasFlinkAndTheEngineAndNothingOfTheJobJar() {
    String classPath =
        String.join(
            File.pathSeparator,
            "/m2/flink-runtime-2.3.0.jar",
            "/m2/flink-connector-kafka-5.0.0-2.2.jar",
            "/m2/flink-avro-2.3.0.jar",
            "/m2/kafka-clients-4.2.1.jar",
            "/m2/sealflow-stream-0.1.0.jar",
            "/checkout/target/classes",
            "/m2/pytorch-engine-0.36.0.jar",
            "/m2/commons-lang3-3.18.0.jar",
            "/m2/commons-codec-1.19.0.jar",
            "/m2/jackson-databind-2.20.1.jar");
    assertThat(FlinkClasses.of(classPath).split(File.pathSeparator))
        .containsExactly(
            "/m2/flink-runtime-2.3.0.jar",
            "/m2/pytorch-engine-0.36.0.jar",
            "/m2/commons-lang3-3.18.0.jar");
  }
}
