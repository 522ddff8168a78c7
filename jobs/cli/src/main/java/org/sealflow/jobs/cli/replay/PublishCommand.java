package org.sealflow.jobs.cli.replay;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.InputFiles;
import org.sealflow.jobs.cli.option.Pace;
import org.sealflow.jobs.cli.option.ReadingOptions;
import org.sealflow.jobs.cli.replay.recorded.DistinctEpisodes;
import org.sealflow.jobs.cli.replay.recorded.LogEpisodes;
import org.sealflow.jobs.cli.replay.recorded.LogRecordedFiles;
import org.sealflow.jobs.cli.replay.recorded.RecordedEvents;
import org.sealflow.jobs.cli.text.Progress;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.kafka.TopicUse;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts recorded trajectories on the topics. */
@Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    description =
        "Puts recorded trajectories on the topics, their tasks first; recordings of benchmarks need"
            + " --tasks, logs of any agent do not. Records that cannot be used go to the topic"
            + " failures.")
public final class PublishCommand implements Callable<Integer> {
  /** A job drops what it reads later of an episode, from whichever command it comes. */
  private static final String SAME_EPISODES =
      "publish one of them, or each to topics of its own with --topic-prefix";

  private final RecordedEvents.Source source;
  private final Clock clock;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private CommonOptions common = new CommonOptions();

  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  @Mixin private ReadingOptions reading = new ReadingOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Recorded trajectories, gzipped or not.")
  private List<Path> files = List.of();

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Events per second. Default: as fast as the broker takes them.")
  private double rate = Double.POSITIVE_INFINITY;

  @Option(
      names = "--run",
      paramLabel = "ID",
      description =
          "The run the episodes belong to. Default: publish- and 8 digits of the SHA-256 of the"
              + " files, so that publishing the same files again adds nothing. Not for files of the"
              + " format sealflow, whose events name their run themselves.")
  private @Nullable String run;

  @Option(
      names = "--strict",
      description = "Of logs of any agent, reject what is otherwise read with a note.")
  private boolean strict;

  @Option(
      names = "--reward-key",
      paramLabel = "KEY",
      description =
          "Of logs of any agent, where a record carries its reward: a key, or keys joined by dots.")
  private @Nullable String rewardKey;

  public PublishCommand() {
    this(RecordedEvents::open, Clock.systemUTC());
  }

  /** With another source than files. */
  public PublishCommand(RecordedEvents.Source source, Clock clock) {
    this.source = source;
    this.clock = clock;
  }

  @Override
  public Integer call() {
    if (!(rate > 0)) {
      throw new ParameterException(
          spec.commandLine(), "--rate is " + rate + ", expected events per second above 0");
    }
    reading.recognise(files);
    checkReading();
    InputFiles.require(files);
    if (holdEvents()) {
      DistinctEpisodes.require(files, RecordedFormat.SEALFLOW, SAME_EPISODES);
    }
    String name = holdEvents() ? null : run == null ? ContentRun.of(files) : run;
    Function<Consumer<Failure>, RecordedEvents> recorded = recorded(name == null ? "" : name);
    try (Connection broker = connection.open()) {
      requireTopics(broker);
      try (Publisher publisher = Publisher.open(broker)) {
        publish(recorded, new Publication(publisher, clock, name));
      }
    }
    return 0;
  }

  /** Refuses a wrong command line before the files are read. */
  private void checkReading() {
    if (reading.isReview()) {
      return;
    }
    if (run != null && holdEvents()) {
      throw new UsageError(
          "--run is "
              + run
              + ", but files of the format sealflow hold events that name their run themselves;"
              + " leave --run out");
    }
    reading.tasks();
    reading.checkAsOf();
  }

  /** Whether the files hold events of their own, with the run and the ids they were recorded by. */
  private boolean holdEvents() {
    return !reading.isReview() && reading.recordedFormat() == RecordedFormat.SEALFLOW;
  }

  private Function<Consumer<Failure>, RecordedEvents> recorded(String name) {
    if (reading.isReview()) {
      LogEpisodes episodes = new LogEpisodes(name, reading.modelName(LogEpisodes.MODEL_NAME));
      return turnedAway ->
          new LogRecordedFiles(
              files, reading.reviewSettings(strict, rewardKey), episodes, clock, turnedAway);
    }
    RecordedEvents.Request request =
        new RecordedEvents.Request(files, reading.tasks(), reading.publishSettings(name));
    return turnedAway -> source.open(request, turnedAway);
  }

  private static void requireTopics(Connection broker) {
    try (TopicAdmin topics = TopicAdmin.of(broker)) {
      topics.require(TopicUse.writing(Topic.TASKS, Topic.TRAJECTORIES, Topic.FAILURES));
    }
  }

  private void publish(
      Function<Consumer<Failure>, RecordedEvents> opened, Publication publication) {
    Pace pace = new Pace(rate, System::nanoTime, LockSupport::parkNanos);
    long start = System.nanoTime();
    try (RecordedEvents recorded = opened.apply(publication::fail);
        Progress progress = Progress.ofBytes("publish", files)) {
      publication.send(recorded, pace, progress);
    }
    report(publication, (System.nanoTime() - start) / 1e9);
  }

  private void report(Publication publication, double seconds) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(common.json() ? publication.json(seconds) : publication.text(seconds));
    out.flush();
    if (publication.failures() > 0) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(
          "sealflow: "
              + Shown.count(publication.failures(), "input")
              + " could not be used; `sealflow failures list` says why");
      err.flush();
    }
  }
}
