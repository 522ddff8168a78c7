package org.sealflow.jobs.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.environment.Environments;
import org.sealflow.environment.TaskFolder;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.jobs.report.TestingChromium;
import org.sealflow.jobs.report.TestingTab;
import org.sealflow.jobs.report.inspect.EpisodeFilter;
import org.sealflow.jobs.report.inspect.InspectedEpisodes;
import org.sealflow.jobs.report.inspect.InspectedTasks;
import org.sealflow.jobs.report.inspect.LearnerRecords;
import org.sealflow.jobs.report.inspect.WhatIf;
import org.sealflow.jobs.report.summary.DiagnosisSummary;
import org.sealflow.jobs.report.summary.RunTotals;
import org.sealflow.jobs.report.summary.SummaryJson;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;
import org.sealflow.schemas.UserStep;
import org.sealflow.tau.live.TestingFolder;

/** What the inspector shows as the words of a user, simulated or fixed by the task. */
class InspectedUserTest {
  private static final EpisodeAttempt ATTEMPT = TestingRecords.attempt("e1");

  @TempDir private Path directory;

  private final List<TrajectoryEvent> events = new ArrayList<>();

  private void started(TaskFolder tasks, String taskId) {
    EpisodeStarted started =
        EpisodeStarted.newBuilder(TestingRecords.episodeEvents("e1", "").get(0).getEpisodeStarted())
            .setTaskId(taskId)
            .setTaskDigest(tasks.digest(taskId))
            .build();
    events.add(TrajectoryEvents.started(ATTEMPT, TestingRecords.TIME, started));
  }

  private void user(int turn, String text) {
    UserStep step = new UserStep(turn, text, List.of(), List.of());
    events.add(TrajectoryEvents.userStep(ATTEMPT, events.size(), TestingRecords.TIME, step));
  }

  private void step(int turn, int index, String text, List<String> calls) {
    AssistantStep step =
        AssistantStep.newBuilder()
            .setTurn(turn)
            .setStep(index)
            .setText(text)
            .setToolCalls(calls)
            .build();
    events.add(TrajectoryEvents.step(ATTEMPT, events.size(), TestingRecords.TIME, step));
  }

  private void answer(int turn, String text) {
    step(turn, 0, text, List.of());
    ended(turn);
  }

  private void ended(int turn) {
    events.add(TrajectoryEvents.turnEnded(ATTEMPT, events.size(), TestingRecords.TIME, turn));
  }

  private InspectedEpisodes played(TaskFolder tasks) throws IOException {
    events.add(
        TrajectoryEvents.ended(
            ATTEMPT, events.size(), TestingRecords.TIME, EndReason.COMPLETED, null));
    InspectedEpisodes episodes =
        new InspectedEpisodes(new InspectedTasks(tasks.records()), new LearnerRecords(), 1);
    episodes.play("run-7", "test", events, null);
    episodes.complete();
    return episodes;
  }

  private TaskFolder tau() throws IOException {
    return Environments.read(TestingFolder.write(directory));
  }

  @Test
  void aSimulatedUserSaysWhatWasRecordedAndItsScenarioIsCalledSo() throws IOException {
    TaskFolder tasks = tau();
    started(tasks, TestingFolder.AGENDA);
    user(0, "An agenda please.");
    answer(0, "Which title?");
    user(1, "Just Agenda.");
    answer(1, "It is done.");
    try (InspectedEpisodes episodes = played(tasks)) {
      JsonNode words = episodes.episode(0).path("words");
      assertThat(words.path("0").path("user")).hasToString("[\"An agenda please.\"]");
      assertThat(words.path("1").path("user")).hasToString("[\"Just Agenda.\"]");
      assertThat(words.path("0").path("scenario").path(0).asText())
          .contains("You are Ann. Ask for a task named Agenda.");
      assertThat(words.path("1").has("scenario")).isFalse();
    }
  }

  @Test
  void whatASimulatedUserSaidIsSearched() throws IOException {
    TaskFolder tasks = tau();
    started(tasks, TestingFolder.AGENDA);
    user(0, "An agenda please.");
    answer(0, "It is done.");
    try (InspectedEpisodes episodes = played(tasks)) {
      EpisodeFilter filter = new EpisodeFilter(Map.of(), "\"agenda PLEASE\"");
      assertThat(episodes.list(filter, 0, 1).path("matches").asInt()).isEqualTo(1);
    }
  }

  /** The title is wrong in the second of two turns; the user then sees to its notification. */
  private InspectedEpisodes wronglyTitled() throws IOException {
    TaskFolder tasks = Environments.read(TestingFolder.writeWithNotice(directory));
    started(tasks, TestingFolder.NOTICE);
    user(0, "A task please.");
    answer(0, "Which title?");
    user(1, "Agenda.");
    step(1, 0, "", List.of("create_task(user_id='ann', title='Agend')"));
    step(1, 1, "It is done.", List.of());
    ended(1);
    UserStep dismissal =
        new UserStep(2, null, List.of("dismiss_notification(notification_id='n1')"), List.of());
    events.add(TrajectoryEvents.userStep(ATTEMPT, events.size(), TestingRecords.TIME, dismissal));
    user(2, "Thanks ###STOP###");
    return played(tasks);
  }

  @Test
  void withWhatAUserEndsAConversationStandsAfterTheLastTurn() throws Exception {
    Optional<TestingChromium> installed = TestingChromium.find();
    assumeTrue(installed.isPresent(), "Chromium is not installed");
    try (TestingInspector inspector =
            TestingInspector.serving(
                wronglyTitled(),
                () ->
                    SummaryJson.node(
                        new DiagnosisSummary(), new RunTotals(Ledger.EMPTY, Duration.ZERO)),
                directory.resolve("notes.jsonl"));
        TestingTab tab = installed.get().open(inspector.url("/#/episode/0").toString())) {
      assertThat(tab.shows("Thanks ###STOP###")).isTrue();
      assertThat(tab.value("[...document.querySelectorAll('.turn')].at(-1).innerText").asText())
          .contains("User", "Thanks ###STOP###")
          .doesNotContain("Turn");
    }
  }

  @Test
  void otherCallsOfAConversationMeetTheSameUser() throws IOException {
    try (InspectedEpisodes episodes = wronglyTitled()) {
      JsonNode recorded = episodes.episode(0);
      assertThat(recorded.path("entry").path("verdict").asText()).isEqualTo("POLICY_FAILED");

      ArrayNode calls = (ArrayNode) recorded.path("calls").deepCopy();
      JsonNode same = episodes.whatIf(0, WhatIf.read(calls));
      assertThat(same.path("entry").path("verdict").asText()).isEqualTo("POLICY_FAILED");

      ((ArrayNode) calls.get(1).get(0)).set(0, TestingFolder.CREATE);
      JsonNode mended = episodes.whatIf(0, WhatIf.read(calls));
      assertThat(mended.path("entry").path("verdict").asText()).isEqualTo("PASSED");
      assertThat(mended.path("words").path("1").path("user")).hasToString("[\"Agenda.\"]");
      assertThat(mended.path("words").path("1").toString()).contains("It is done.");
    }
  }

  @Test
  void aConversationHasNoMoreTurnsThanWereRecordedAndIsNotExported() throws IOException {
    try (InspectedEpisodes episodes = wronglyTitled()) {
      ArrayNode calls = (ArrayNode) episodes.episode(0).path("calls").deepCopy();
      assertThat(episodes.whatIf(0, WhatIf.read(calls)).has("recording")).isFalse();

      calls.addArray();
      assertThatThrownBy(() -> episodes.whatIf(0, WhatIf.read(calls)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the episode has 3 turns, expected at most the conversation's 2");
    }
  }

  @Test
  void whoPlaysAloneIsToldTheTicket() throws IOException {
    TaskFolder tasks = tau();
    started(tasks, TestingFolder.ALONE);
    answer(0, "It is done.");
    try (InspectedEpisodes episodes = played(tasks)) {
      assertThat(episodes.episode(0).path("words").path("0").path("user"))
          .hasToString("[\"Make a task Agenda for ann.\"]");
    }
  }
}
