package org.sealflow.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.CommandProcess;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.Samples;

/** Checks what a person sees of a job that fails again and again. */
final class FailingJobITCase {

  @TempDir static Path directory;
  @AutoClose private static HostedBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = HostedBroker.start(directory.resolve("broker"));
  }

  /** The job's producers may send no more than a few bytes, so its first diagnosis fails it. */
  @Test
  void theCauseAndTheNumberAreShownAndASignalEndsTheProcessInTenSeconds() throws Exception {
    Connection topics = broker.topics("failing.");
    List<TrajectoryEvent> episode =
        Samples.episodes(Samples.calls(), RecordedFormat.CALLS).values().iterator().next();
    try (Publisher publisher = Publisher.open(topics)) {
      for (TaskRecord record : Samples.taskRecords()) {
        publisher.task(record);
      }
      episode.forEach(publisher::event);
      publisher.flush();
    }
    Path errors = Files.createFile(directory.resolve("errors"));
    try (CommandProcess job =
        CommandProcess.start(
            errors,
            Map.of(),
            List.of(
                "diagnose",
                "--bootstrap-servers",
                topics.bootstrapServers(),
                "--topic-prefix",
                topics.topics().prefix(),
                "--data-dir",
                directory.resolve("data").toString(),
                "--parallelism",
                "1",
                "--kafka-property",
                "max.request.size=100"))) {
      Await.until(
          "the second failure",
          Await.LONGEST,
          () ->
              Files.readAllLines(errors).stream()
                  .anyMatch(line -> line.contains("failed and restarts, failure 2: ")));
      int exit = job.terminate(Await.LONGEST);
      List<String> lines = job.errorLines();

      assertThat(lines)
          .filteredOn(line -> line.contains("failed and restarts"))
          .allSatisfy(line -> assertThat(line).contains("RecordTooLargeException"));
      assertThat(lines).noneMatch(line -> line.contains("\tat ") || line.startsWith("Caused by"));
      assertThat(lines)
          .anyMatch(line -> line.contains("the next start goes on from the newest checkpoint"));
      assertThat(exit).isNotZero();
    }
  }
}
