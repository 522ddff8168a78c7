package org.sealflow.jobs.train;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.EndpointKey;
import org.sealflow.chat.EndpointSettings;
import org.sealflow.generate.CategoryWeights;
import org.sealflow.generate.TurnRange;
import org.sealflow.rollout.plan.Stage;
import org.sealflow.rollout.plan.TaskChoice;
import org.sealflow.settings.SameSection;
import org.sealflow.settings.SettingsProblems;

/** The section {@code tasks}: what is played. */
public record TrainTasks(
    Source source,
    long seed,
    TaskChoice choice,
    List<Stage> stages,
    @SameSection Generated generated,
    @SameSection Folder folder,
    Synthesis synthesis) {

  /** Where tasks come from. */
  public enum Source {
    /** The generator of authored tasks. */
    GENERATED,
    /** A directory in the benchmark's layout. */
    DIRECTORY
  }

  /** The tasks of the generator. */
  public record Generated(int count, CategoryWeights categories, TurnRange turns, String tools) {
    /** Checks the problems. */
    public Generated {
      SettingsProblems problems = new SettingsProblems();
      problems.atLeast(1, "count", count);
      problems.throwIfAny();
    }
  }

  /** The tasks of a directory. */
  public record Folder(@Nullable String directory, String split) {}

  /**
   * Tasks that are made while the run goes on.
   *
   * @param every after so many versions each; 0 for never
   * @param count how many each time, from 1
   * @param baseUrl of a server that proposes them; empty if the generator does
   * @param model its name at the server
   * @param keyVariable the environment variable with the bearer key
   */
  public record Synthesis(int every, int count, String baseUrl, String model, String keyVariable) {
    private static final int REQUESTS = 50;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration DEADLINE = Duration.ofMinutes(30);

    /** Checks that they go together. */
    public Synthesis {
      SettingsProblems problems = new SettingsProblems();
      problems.atLeast(0, "every", every);
      problems.atLeast(1, "count", count);
      if (!baseUrl.isEmpty()) {
        problems.check(() -> server(baseUrl, model, null));
      }
      problems.throwIfAny();
    }

    /** The last version up to one with which tasks are made; 0 if there is none. */
    long lastDue(long version) {
      return every == 0 || version < 0 ? 0 : version - version % every;
    }

    /**
     * The server that proposes; null if the generator does.
     *
     * @throws IllegalArgumentException if no header can carry the key: one line without it
     */
    @Nullable EndpointSettings server(Map<String, String> environment) {
      return baseUrl.isEmpty()
          ? null
          : server(baseUrl, model, EndpointKey.read(environment, keyVariable));
    }

    private static EndpointSettings server(String url, String model, @Nullable String key) {
      return new EndpointSettings(url, model, key, REQUESTS, TIMEOUT, DEADLINE);
    }
  }

  /** Checks that they go together. */
  public TrainTasks {
    stages = List.copyOf(stages);
    SettingsProblems problems = new SettingsProblems();
    problems.expect(
        source != Source.DIRECTORY || folder.directory != null,
        "directory",
        folder.directory,
        "a directory of tasks, as the source is one");
    problems.throwIfAny();
  }
}
