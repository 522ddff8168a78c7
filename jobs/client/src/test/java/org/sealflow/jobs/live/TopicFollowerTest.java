package org.sealflow.jobs.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.StoppableBroker;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Topic;

class TopicFollowerTest {
  private static final Duration LONGEST = Duration.ofMinutes(2);

  @TempDir private Path folder;

  private final BlockingQueue<String> episodes = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private StoppableBroker broker;

  @BeforeEach
  void startTheBroker() {
    broker = StoppableBroker.start(folder.resolve("kafka"));
  }

  @AfterEach
  void stopTheBroker() {
    broker.close();
  }

  @Test
  void aBrokerThatGoesAwayAndComesBackCostsALineAndNoRecord() throws Exception {
    send("a", "b", "c");
    try (Connection connection = broker.impatientConnection();
        TopicFollower follower = follow(connection)) {
      assertThat(take(3)).containsExactlyInAnyOrder("a", "b", "c");
      broker.stop();
      assertThat(lines.poll(LONGEST.toSeconds(), TimeUnit.SECONDS))
          .isEqualTo(
              "the broker "
                  + connection.bootstrapServers()
                  + " does not answer; waiting for it, to go on where reading was");
      broker.startAgain();
      send("d", "e", "f");
      assertThat(take(3)).containsExactlyInAnyOrder("d", "e", "f");
      follower.requireReading();
    }
    assertThat(episodes).isEmpty();
    assertThat(lines).isEmpty();
  }

  @Test
  void aTopicThatIsDeletedEndsReading() {
    try (Connection connection = broker.impatientConnection();
        TopicAdmin topics = TopicAdmin.of(connection);
        TopicFollower follower = follow(connection)) {
      topics.delete();
      assertThatThrownBy(() -> requireReadingUntil(follower, System.nanoTime() + LONGEST.toNanos()))
          .isInstanceOf(UserError.class)
          .hasMessageStartingWith("no topic sealflow.diagnoses on ");
    }
    assertThat(lines).isEmpty();
  }

  private TopicFollower follow(Connection connection) {
    return TopicFollower.open(
        connection,
        Topic.DIAGNOSES,
        StartPosition.earliest(),
        Diagnosis.class,
        diagnosis -> episodes.add(diagnosis.getEpisodeId()),
        new OutageTeller(connection, lines::add));
  }

  private void send(String... ids) {
    try (Connection connection = broker.connection()) {
      for (String id : ids) {
        TestingRecords.send(connection, TestingRecords.failedEpisode(id));
      }
    }
  }

  private List<String> take(int count) throws InterruptedException {
    List<String> taken = new ArrayList<>();
    while (taken.size() < count) {
      String next = episodes.poll(LONGEST.toSeconds(), TimeUnit.SECONDS);
      assertThat(next).as("the record after " + taken).isNotNull();
      taken.add(next);
    }
    return taken;
  }

  private static void requireReadingUntil(TopicFollower follower, long end) {
    while (System.nanoTime() < end) {
      follower.requireReading();
      LockSupport.parkNanos(1_000_000);
    }
  }
}
