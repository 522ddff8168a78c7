package org.sealflow.jobs.cli.replay.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.jobs.report.TestingTrajectories.passed;
import static org.sealflow.jobs.report.TestingTrajectories.passedTurn;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.StepDecoder;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.jobs.report.page.KeptTrajectories;
import org.sealflow.jobs.report.page.ReportLimits;
import org.sealflow.python.Reference;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;
import org.sealflow.schemas.UserStep;
import org.sealflow.tau.live.TestingFolder;

class SpokenWordsTest {
  private static final String EPISODE = "e1";
  private static final EpisodeAttempt ATTEMPT = TestingRecords.attempt(EPISODE);

  @TempDir private Path directory;

  /** The words of the one episode as the page has them, JSON. */
  private String words(Path tasks, List<TrajectoryEvent> events) throws IOException {
    Path file = directory.resolve("events.avro");
    try (DataFileWriter<TrajectoryEvent> writer =
        new DataFileWriter<>(new SpecificDatumWriter<>(TrajectoryEvent.class))) {
      writer.create(TrajectoryEvent.getClassSchema(), file.toFile());
      for (TrajectoryEvent event : events) {
        writer.append(event);
      }
    }
    KeptTrajectories kept = new KeptTrajectories(ReportLimits.DEFAULT);
    kept.add(EPISODE, List.of(passedTurn(0).build()), passed("travel"));
    SpokenWords.add(
        kept,
        List.of(file),
        tasks,
        new ReadSettings(
            RecordedFormat.SEALFLOW,
            StepDecoder.AUTO,
            null,
            ReadSettings.DEFAULT_MODEL,
            false,
            "report"));
    StringWriter page = new StringWriter();
    kept.writeTrajectories(page);
    return page.toString();
  }

  private static TrajectoryEvent started(String taskId) {
    EpisodeStarted started = TestingRecords.episodeEvents(EPISODE, "").get(0).getEpisodeStarted();
    return TrajectoryEvents.started(
        ATTEMPT, TestingRecords.TIME, EpisodeStarted.newBuilder(started).setTaskId(taskId).build());
  }

  private static TrajectoryEvent answer(int sequence, String text) {
    return TrajectoryEvents.step(
        ATTEMPT,
        sequence,
        TestingRecords.TIME,
        AssistantStep.newBuilder()
            .setTurn(0)
            .setStep(0)
            .setText(text)
            .setToolCalls(List.of())
            .build());
  }

  private static TrajectoryEvent ended(int sequence) {
    return TrajectoryEvents.ended(
        ATTEMPT, sequence, TestingRecords.TIME, EndReason.COMPLETED, null);
  }

  private Path tau() throws IOException {
    return TestingFolder.write(directory.resolve("tau"));
  }

  @Test
  void theTaskSaysWhatItsUserSays() throws IOException {
    String page =
        words(
            Reference.repository().resolve("data/tasks"),
            List.of(started("multi_turn_base_0"), answer(1, "Here they are."), ended(2)));

    assertThat(page)
        .contains("\"user\":[\"Go to the episodes folder")
        .contains("\"policy\":[{\"step\":0,\"text\":\"Here they are.\"}]");
  }

  @Test
  void aSimulatedUserSaysWhatWasRecorded() throws IOException {
    TrajectoryEvent said =
        TrajectoryEvents.userStep(
            ATTEMPT,
            1,
            TestingRecords.TIME,
            new UserStep(0, "A task please.", List.of(), List.of()));

    String page =
        words(
            tau(),
            List.of(started(TestingFolder.AGENDA), said, answer(2, "It is done."), ended(3)));

    assertThat(page)
        .contains(
            "{\"0\":{\"scenario\":[\"Instructions:\\n\\tYou are Ann. Ask for a task named Agenda.\"],"
                + "\"user\":[\"A task please.\"],"
                + "\"policy\":[{\"step\":0,\"text\":\"It is done.\"}]}}");
  }

  @Test
  void aSimulatedUserWhoIsSilentSaysNothingOfItsScenario() throws IOException {
    String page =
        words(tau(), List.of(started(TestingFolder.AGENDA), answer(1, "Hello?"), ended(2)));

    assertThat(page).contains("\"scenario\":[\"Instructions:").doesNotContain("\"user\":");
  }

  @Test
  void whereNoUserSpeaksTheTicketOfTheTaskIsShown() throws IOException {
    String page =
        words(tau(), List.of(started(TestingFolder.ALONE), answer(1, "It is done."), ended(2)));

    assertThat(page).contains("\"user\":[\"Make a task Agenda for ann.\"]");
  }
}
