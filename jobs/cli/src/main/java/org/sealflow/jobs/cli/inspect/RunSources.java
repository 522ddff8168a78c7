package org.sealflow.jobs.cli.inspect;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.text.Waiting;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.jobs.report.inspect.InspectedEpisodes;
import org.sealflow.jobs.run.RunBroker;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;

/**
 * Directories of runs that an inspector reads: evaluations and steps of their files, training
 * episodes of the broker in them. A run that is going on is followed.
 */
public final class RunSources implements AutoCloseable {
  private final List<AutoCloseable> followed = new ArrayList<>();

  private RunSources() {}

  /**
   * Whether the paths are directories of runs.
   *
   * @throws UsageError if only some are
   */
  public static boolean areRuns(List<Path> given) {
    long runs = given.stream().filter(RunSources::isRun).count();
    if (runs > 0 && runs < given.size()) {
      throw new UsageError(
          "some of these are directories of runs and some are not: name runs, or recordings");
    }
    return runs > 0;
  }

  private static boolean isRun(Path path) {
    return Files.isDirectory(path) && Files.exists(path.resolve("settings.yaml"));
  }

  /**
   * Reads the runs.
   *
   * @param options the names of the topics
   * @throws UserError if one cannot be read
   */
  // Closed for its end, not for what it says.
  @SuppressWarnings("try")
  public static RunSources read(List<Path> given, InspectedRuns runs, ConnectionOptions options)
      throws Exception {
    RunSources sources = new RunSources();
    try (Waiting waiting = options.waiting("reading and diagnosing the episodes of the runs")) {
      for (Path path : given) {
        RunDirectory run = RunDirectory.open(path);
        int before = runs.episodes().size();
        int followed = sources.followed.size();
        runs.read(run);
        sources.topics(run, options, runs);
        if (runs.episodes().size() == before && sources.followed.size() == followed) {
          runs.tell(
              "run "
                  + path
                  + " holds no episode (no files in episodes/, nothing in kafka/), so nothing of it"
                  + " is shown");
        }
      }
      return sources;
    } catch (Exception failed) {
      sources.close();
      throw failed;
    }
  }

  private void topics(RunDirectory run, ConnectionOptions options, InspectedRuns runs) {
    ConnectionSettings settings =
        RunBroker.connection(run, null, options.prefix(), options.settings().clientProperties());
    boolean embedded = settings.bootstrapServers() == null;
    if (embedded && !Files.isDirectory(settings.brokerDirectory())) {
      return;
    }
    Connection broker;
    try {
      broker = Connection.open(settings, embedded);
    } catch (UserError away) {
      if (embedded) {
        throw away;
      }
      runs.tell("training episodes of run " + run.runId() + " are not shown: " + away.getMessage());
      return;
    }
    if (broker.hosting()) {
      // Nobody else writes there.
      try (broker) {
        new InspectedTopics(broker, run.runId(), runs).close();
      }
      return;
    }
    followed.add(broker);
    InspectedTopics topics = new InspectedTopics(broker, run.runId(), runs);
    followed.add(topics);
    topics.follow();
  }

  /**
   * Fails if there is nothing to look into and nothing comes.
   *
   * @throws UserError in that case
   */
  public void requireEpisodes(InspectedEpisodes episodes) {
    if (episodes.size() == 0 && followed.isEmpty()) {
      throw new UserError(
          "the runs hold no episode: neither files in episodes/ nor a broker in kafka/; name a run"
              + " that `sealflow train` made");
    }
  }

  @Override
  public void close() {
    for (int at = followed.size() - 1; at >= 0; at--) {
      try {
        followed.get(at).close();
      } catch (Exception alreadyGone) {
        // What is closed holds nothing that could be lost.
      }
    }
    followed.clear();
  }
}
