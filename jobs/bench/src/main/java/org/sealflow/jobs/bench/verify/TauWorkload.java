package org.sealflow.jobs.bench.verify;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.judge.EndedConversation;
import org.sealflow.tau.judge.Grader;
import org.sealflow.tau.judge.PreparedTask;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.replay.RecordedConversation;
import org.sealflow.tau.replay.ReplayFiles;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.replay.Replayer;
import org.sealflow.tau.task.Action;
import org.sealflow.tau.task.Criteria;
import org.sealflow.tau.task.TauTask;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;

/**
 * Conversations of tau2-bench with their tasks, read once.
 *
 * @param episodes those that have a task
 * @param leftOut how many records cannot be used, or have no task
 */
public record TauWorkload(List<Episode> episodes, long leftOut) {
  /** Natural-language assertions count as met: no judge's time is measured. */
  static final Grader GRADER =
      new Grader((steps, assertions) -> assertions.stream().map(text -> true).toList(), true);

  /** A conversation and its task. */
  public record Episode(RecordedConversation recorded, PreparedTask task) {
    /** Executes the conversation and grades it. */
    public ReplayedEpisode replay() {
      return Replayer.replay(recorded, task, GRADER);
    }

    long calls() {
      return recorded.conversation().steps().stream().mapToLong(step -> step.calls().size()).sum();
    }
  }

  public TauWorkload {
    episodes = List.copyOf(episodes);
  }

  long calls() {
    return episodes.stream().mapToLong(Episode::calls).sum();
  }

  /**
   * Reads recorded conversations.
   *
   * @param files of the format tau2-calls; none takes the reference solutions of all tasks that the
   *     benchmark plays by default
   * @param folder a folder in the layout of the benchmark
   * @throws UserError if a file or the folder cannot be used, or holds no conversation
   */
  public static TauWorkload read(List<Path> files, Path folder) {
    Benchmark benchmark;
    try {
      benchmark = new Benchmark(folder);
    } catch (IllegalArgumentException e) {
      throw new UserError("--tasks: " + e.getMessage(), e);
    }
    Reading reading = new Reading();
    if (files.isEmpty()) {
      reading.solutions(benchmark);
    }
    Replayer replayer = new Replayer(benchmark, GRADER);
    for (Path file : files) {
      try {
        ReplayFiles.replay(file, replayer, reading);
      } catch (IOException unreadable) {
        throw new UserError("cannot read " + file + ": " + unreadable.getMessage(), unreadable);
      }
    }
    if (reading.episodes.isEmpty()) {
      throw new UserError(
          "none of the "
              + reading.leftOut
              + " records is a conversation of tau2-bench with a task; check the files and --tasks");
    }
    return new TauWorkload(reading.episodes, reading.leftOut);
  }

  /** The episodes read so far. */
  private static final class Reading implements ReplayFiles.Listener {
    private final List<Episode> episodes = new ArrayList<>();
    private long leftOut;

    @Override
    public void replayed(String place, ReplayedEpisode episode) {
      PreparedTask task = episode.task();
      if (task == null) {
        leftOut++;
      } else {
        episodes.add(new Episode(episode.recorded(), task));
      }
    }

    @Override
    public void unusable(String problem) {
      leftOut++;
    }

    /** Plays the reference solutions, a call a message, of the domains that the folder has. */
    void solutions(Benchmark benchmark) {
      for (String name : Benchmark.DOMAINS) {
        if (!name.equals("mock") && benchmark.has(name)) {
          Domain domain = benchmark.domain(name);
          benchmark.split(name).forEach(task -> solution(domain, task));
        }
      }
    }

    private void solution(Domain domain, TauTask task) {
      Criteria criteria = task.criteria();
      List<Step> steps = new ArrayList<>();
      steps.add(said(Requestor.USER, "Hello."));
      if (criteria != null) {
        for (Action action : criteria.actionList()) {
          steps.add(new Step(action.call().requestor(), null, List.of(action.call()), List.of()));
        }
        if (criteria.communicated() != null) {
          steps.add(said(Requestor.ASSISTANT, String.join(" ", criteria.communicated())));
        }
      }
      Episode episode =
          new Episode(
              new RecordedConversation(
                  task.id(),
                  domain.name(),
                  task.id(),
                  new EndedConversation(steps, "user_stop", false)),
              new PreparedTask(domain, task));
      try {
        ReplayedEpisode unused = episode.replay();
        episodes.add(episode);
      } catch (CallException noInitialState) {
        leftOut++;
      }
    }

    private static Step said(Requestor party, String text) {
      return new Step(party, text, List.of(), List.of());
    }
  }
}
