package org.sealflow.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.schemas.EpisodeStarted;

class LiveEpisodesTest {
  private static final TaskDirectory TASKS = SampleTasks.read();

  private final LiveEpisodes live = new LiveEpisodes(2);

  /** A run of one turn that is still open, with so many calls. */
  private static EpisodeRun run(int calls) {
    TestingEpisode episode = new TestingEpisode("any", 0, "base_9").start();
    List<ReceivedEvent> started = episode.received();
    EpisodeStarted header = EpisodeRuns.header(started.get(0));
    EpisodeRun run = new EpisodeRun(TASKS.ready(header.getTaskId()), header, false);
    play(run, calls);
    return run;
  }

  private static void play(EpisodeRun run, int calls) {
    TestingEpisode episode = new TestingEpisode("any", 0, "base_9").start();
    for (int i = 0; i < calls; i++) {
      episode.step("search_tweets(keyword='kingfisher')");
    }
    List<ReceivedEvent> events = episode.received();
    events.subList(1, events.size()).forEach(received -> run.accept(received.event()));
  }

  @Test
  void aNewRunTakesThePlaceOfTheOneWithTheFewestCalls() {
    live.put("short", 0, run(1));
    live.put("long", 0, run(3));
    assertThat(live.isFull()).isTrue();
    live.put("new", 0, run(0));

    assertThat(live.get("short", 0)).isNull();
    assertThat(live.get("long", 0)).isNotNull();
    assertThat(live.get("new", 0)).isNotNull();
  }

  @Test
  void callsThatARunMakesWhileItIsKeptCount() {
    EpisodeRun growing = run(0);
    live.put("growing", 0, growing);
    live.put("still", 0, run(1));
    play(growing, 2);
    assertThat(live.get("growing", 0)).isSameAs(growing);
    live.put("new", 0, run(0));

    assertThat(live.get("still", 0)).isNull();
    assertThat(live.get("growing", 0)).isSameAs(growing);
  }

  @Test
  void ofRunsWithAsManyCallsTheFirstGoesFirst() {
    live.put("first", 0, run(1));
    live.put("second", 0, run(1));
    live.put("third", 0, run(1));

    assertThat(live.get("first", 0)).isNull();
    assertThat(live.get("second", 0)).isNotNull();
  }

  @Test
  void anotherAttemptIsAnotherRunAndAnEndedOneLeavesItsPlace() {
    live.put("episode", 0, run(1));
    live.put("episode", 1, run(1));
    assertThat(live.isFull()).isTrue();
    live.remove("episode", 0);
    assertThat(live.isFull()).isFalse();

    assertThat(live.get("episode", 0)).isNull();
    assertThat(live.get("episode", 1)).isNotNull();
  }
}
