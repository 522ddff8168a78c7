package org.sealflow.jobs.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.settings.UserError;

class JobCheckpointsTest {
  @TempDir private Path directory;

  @Test
  void oneJobAtATimeHasAMemory() throws Exception {
    JobCheckpoints memory = new JobCheckpoints(directory.resolve("diagnose"));
    AutoCloseable held = memory.lock();

    assertThatThrownBy(new JobCheckpoints(directory.resolve("diagnose"))::lock)
        .isInstanceOf(UserError.class)
        .hasMessageContaining("is running already (process " + ProcessHandle.current().pid())
        .hasMessageEndingWith("); stop it, or give another --data-dir")
        .message()
        .hasLineCount(1);

    assertThatThrownBy(memory::requireFree).hasMessageContaining("is running already");
    held.close();
    memory.requireFree();
    try (AutoCloseable again = memory.lock()) {
      assertThat(again).isNotNull();
    }
  }

  @Test
  void stateIsUsedWithTheKafkaClusterItWasMadeWith() throws Exception {
    Path state = Files.createDirectories(directory.resolve("diagnose"));
    assertThat(new JobCheckpoints(state, "one").start(false)).isEmpty();
    Path snapshot = Files.createDirectories(state.resolve("savepoints").resolve("savepoint-1"));
    Files.writeString(snapshot.resolve("_metadata"), "");

    assertThat(new JobCheckpoints(state, "one").start(false)).contains(snapshot);
    assertThatThrownBy(() -> new JobCheckpoints(state, "other").start(false))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("was made with the Kafka cluster one, and this broker is of")
        .message()
        .hasLineCount(1);
    assertThat(new JobCheckpoints(state, "other").start(true)).isEmpty();
    assertThat(new JobCheckpoints(state, "other").start(false)).contains(snapshot);
  }

  @Test
  void jobsOfDifferentMemoriesRunSideBySide() throws Exception {
    try (AutoCloseable one = new JobCheckpoints(directory.resolve("diagnose")).lock();
        AutoCloseable other = new JobCheckpoints(directory.resolve("rollout")).lock()) {
      assertThat(one).isNotSameAs(other);
    }
  }
}
