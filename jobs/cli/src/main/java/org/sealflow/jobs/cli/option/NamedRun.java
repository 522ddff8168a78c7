package org.sealflow.jobs.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.jobs.run.RunBroker;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.train.TrainSettings;

/** A run as a command line names it: by its directory, or by its name on the topics. */
public final class NamedRun {
  private final String name;
  private final @Nullable RunDirectory directory;

  private NamedRun(String name, @Nullable RunDirectory directory) {
    this.name = name;
    this.directory = directory;
  }

  /**
   * The run of a word: a directory if there is one.
   *
   * @throws org.sealflow.jobs.settings.UserError if it is a directory, but of no run
   */
  static NamedRun of(String word) {
    RunDirectory directory =
        Files.isDirectory(Path.of(word)) ? RunDirectory.open(Path.of(word)) : null;
    return new NamedRun(directory == null ? word : directory.runId(), directory);
  }

  /** The run's name on the topics. */
  public String id() {
    return name;
  }

  /**
   * Its directory, for what a command line leaves open.
   *
   * @param option the option that says it otherwise
   * @throws UsageError if the run is known by its name alone
   */
  public RunDirectory directory(String option) {
    if (directory == null) {
      throw new UsageError(
          "no run directory %s was found; name one that exists, or give %s"
              .formatted(name, option));
    }
    return directory;
  }

  /** The settings it began with; see {@link #directory(String)}. */
  public TrainSettings settings(String option) {
    return TrainSettings.read(directory(option).settings(), List.of()).settings();
  }

  /** The broker that the options name, else the one that the run of a directory began with. */
  public Connection broker(ConnectionOptions options) {
    ConnectionSettings given = options.settings();
    if (directory == null) {
      return Connection.open(given, false);
    }
    ConnectionSettings settings =
        RunBroker.connection(
            directory, given.bootstrapServers(), options.prefix(), given.clientProperties());
    return Connection.open(settings, settings.bootstrapServers() == null);
  }
}
