package org.sealflow.serve.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.serve.session.TestingSessions.call;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepLimit;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;
import org.sealflow.verify.EndedEpisode;
import org.sealflow.verify.EpisodeRun;
import org.sealflow.verify.EpisodeVerdict;

class RecordedEpisodesTest {
  private static final String TASK = "multi_turn_base_0";

  private final TestingClock clock = new TestingClock();
  private final List<TrajectoryEvent> events = new ArrayList<>();

  private SessionEpisode begin(TrajectorySink sink) throws IOException {
    return TestingBfcl.tasks(clock, new RecordedEpisodes("serve-1", "serve-1/a", sink, clock))
        .begin(EpisodeStart.plain(TASK, EpisodeStart.Purpose.TRAINING, Rules.of(StepLimit.BFCL)));
  }

  private EndedEpisode verified() throws IOException {
    ReadyTask task = TestingBfcl.folder().ready(TASK);
    TrajectoryEvent first = events.get(0);
    EpisodeRun run = new EpisodeRun(task, Objects.requireNonNull(first.getEpisodeStarted()), false);
    events.forEach(run::accept);
    run.finish(0);
    TrajectoryEvent last = events.get(events.size() - 1);
    return run.ended(Objects.requireNonNull(last.getEpisodeEnded()).getReason(), null, 0);
  }

  @Test
  void whatIsRecordedIsVerifiedAsItWasScored() throws IOException {
    SessionEpisode episode = begin(events::add);
    for (List<String> turn : episode.task().groundTruth()) {
      episode.answer(episode.task().answer(turn));
      episode.answer("Done.");
    }
    assertThat(episode.score().passed()).isTrue();
    assertThat(EpisodeVerdict.of(verified())).isEqualTo(Verdict.PASSED);
    for (int i = 0; i < events.size(); i++) {
      assertThat(events.get(i).getSequence()).isEqualTo(i);
      assertThat(events.get(i).getEpisodeId()).isEqualTo("serve-1/a/e0");
      assertThat(events.get(i).getRunId()).isEqualTo("serve-1");
    }
    assertThat(events.get(0).getEpisodeStarted().getMode()).isEqualTo(Mode.EVAL);
    assertThat(events).hasSize(1 + 3 * 4 + 1);
  }

  @Test
  void anEpisodeThatFailsIsVerifiedAsFailed() throws IOException {
    SessionEpisode episode = begin(events::add);
    episode.answer(call("fly", "{}"));
    episode.answer("<tool_call>");
    for (int turn = 0; turn < 3; turn++) {
      episode.answer("No.");
    }
    assertThat(episode.score().passed()).isFalse();
    EndedEpisode ended = verified();
    assertThat(EpisodeVerdict.of(ended)).isEqualTo(Verdict.POLICY_FAILED);
    assertThat(events.get(1).getAssistantStep().getRejectedCalls()).containsExactly("fly()");
    assertThat(events.get(3).getAssistantStep().getUndecodable()).isTrue();
  }

  @Test
  void anEpisodeThatIsLeftIsCancelled() throws IOException {
    begin(events::add).leave("the session expired");
    TrajectoryEvent last = events.get(events.size() - 1);
    assertThat(last.getKind()).isEqualTo(EventKind.EPISODE_ENDED);
    assertThat(last.getEpisodeEnded().getReason()).isEqualTo(EndReason.CANCELLED);
    assertThat(last.getEpisodeEnded().getMessage()).isEqualTo("the session expired");
  }

  @Test
  void anEventThatNoMessageHoldsEndsTheRecordingAndNotTheEpisode() throws IOException {
    SessionEpisode episode =
        begin(
            event -> {
              boolean fits =
                  event.getKind() != EventKind.ASSISTANT_STEP
                      || event.getAssistantStep().getText().length() < 100;
              return fits && events.add(event);
            });
    episode.answer("x".repeat(100));
    episode.answer("Yes.");
    assertThat(events)
        .extracting(TrajectoryEvent::getKind)
        .containsExactly(EventKind.EPISODE_STARTED, EventKind.EPISODE_ENDED);
    assertThat(events.get(1).getEpisodeEnded().getReason()).isEqualTo(EndReason.STEP_LIMIT);
    assertThat(episode.steps()).isEqualTo(2);
  }
}
