package org.sealflow.tau.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.judge.Grader;
import org.sealflow.tau.judge.PreparedTask;
import org.sealflow.tau.task.TauTask;
import org.sealflow.tau.tool.Tool;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Recorded;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.TauWorld;
import org.sealflow.tau.world.ToolAnswer;

/** Runs recorded episodes again and scores them. Safe for use by several threads. */
public final class Replayer {
  private record Loaded(Domain domain, Map<String, TauTask> tasks) {}

  private final Benchmark benchmark;
  private final Grader grader;
  private final Map<String, Loaded> domains = new ConcurrentHashMap<>();
  private final Map<String, PreparedTask> prepared = new ConcurrentHashMap<>();

  public Replayer(Benchmark benchmark, Grader grader) {
    this.benchmark = benchmark;
    this.grader = grader;
  }

  /**
   * Runs all calls of an episode in order. The verdict is that of the reference on the results
   * found here.
   *
   * @throws IllegalArgumentException if the benchmark has no such domain or task
   * @throws org.sealflow.tau.python.CallException if the task's initial state cannot be reached
   */
  public ReplayedEpisode replay(RecordedConversation episode) {
    Loaded loaded = loaded(episode.domain());
    if (episode.task() == null) {
      return play(episode, TauWorld.open(loaded.domain(), episode.conversation().solo()));
    }
    return replay(episode, task(loaded, episode), grader);
  }

  /**
   * Runs all calls of an episode in order and scores it as an episode of this task.
   *
   * @throws org.sealflow.tau.python.CallException if the task's initial state cannot be reached
   */
  public static ReplayedEpisode replay(
      RecordedConversation episode, PreparedTask task, Grader grader) {
    ReplayedEpisode played = play(episode, task.open(episode.conversation().solo()));
    // Calls that only read change nothing, so the world is the one that the reference scores.
    return played.judged(task, grader.grade(task, episode.conversation(), played.end().copy()));
  }

  private static ReplayedEpisode play(RecordedConversation episode, TauWorld world) {
    List<ToolAnswer> results = new ArrayList<>();
    int drift = 0;
    boolean lenient = false;
    for (Step step : episode.conversation().steps()) {
      for (int i = 0; i < step.calls().size(); i++) {
        Call call = step.calls().get(i);
        ToolAnswer result = world.call(call);
        results.add(result);
        if (!step.results().isEmpty() && !Recorded.same(step.results().get(i), result)) {
          Tool tool = world.domain().tool(call.name());
          drift++;
          lenient |= tool != null && tool.mutates();
        }
      }
    }
    return new ReplayedEpisode(episode, null, results, world, null, drift, lenient);
  }

  private PreparedTask task(Loaded loaded, RecordedConversation episode) {
    TauTask task = loaded.tasks().get(episode.task());
    if (task == null) {
      throw new IllegalArgumentException(
          "episode '%s': %s has no task '%s'"
              .formatted(episode.id(), episode.domain(), episode.task()));
    }
    return prepared.computeIfAbsent(
        episode.domain() + "/" + episode.task(), key -> new PreparedTask(loaded.domain(), task));
  }

  /**
   * A domain's data.
   *
   * @throws IllegalArgumentException if the benchmark has no such domain
   */
  public Domain domain(String name) {
    return loaded(name).domain();
  }

  private Loaded loaded(String domain) {
    return domains.computeIfAbsent(
        domain, name -> new Loaded(benchmark.domain(name), benchmark.tasks(name)));
  }
}
