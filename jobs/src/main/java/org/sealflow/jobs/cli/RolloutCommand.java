package org.sealflow.jobs.cli;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.Configuration;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.JobSettings;
import org.sealflow.jobs.RolloutJob;
import org.sealflow.jobs.UserError;
import org.sealflow.jobs.files.TaskSplit;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.kafka.TopicLayout;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.live.EmbeddedRun;
import org.sealflow.jobs.live.JobMemory;
import org.sealflow.rollout.Admission;
import org.sealflow.rollout.ArmSplit;
import org.sealflow.rollout.BatchShape;
import org.sealflow.rollout.PlannedSampling;
import org.sealflow.rollout.PlannedTask;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.RolloutPlan;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.VersionRule;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Topic;
import org.sealflow.verify.Ledger;
import org.sealflow.verify.TaskDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Plays training episodes on an embedded cluster. */
@Command(
    name = "rollout",
    mixinStandardHelpOptions = true,
    description = {
      "Plays training episodes batch by batch, behind the interface as it evolves.",
      "With --diagnose the co-evolution job runs in the same process, and patches are shown as they"
          + " come and go; else `sealflow diagnose` runs beside it. Hosts a broker unless one runs"
          + " or --bootstrap-servers names one. Ctrl-C stops with a savepoint; the same --run goes on"
          + " from there."
    })
final class RolloutCommand implements Callable<Integer> {
  private static final DateTimeFormatter RUN_ID =
      DateTimeFormatter.ofPattern("'run-'yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  private static final Duration PERIOD = Duration.ofMillis(500);

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private LiveOptions live = new LiveOptions();
  @Mixin private PolicyOptions policy = new PolicyOptions();
  @Mixin private TaskOptions tasks = new TaskOptions();
  @Mixin private PlayOptions play = new PlayOptions();

  @Option(
      names = "--run",
      paramLabel = "ID",
      description = "Name of the run; a name used before goes on (default: made of the time).")
  private @Nullable String run;

  @Option(
      names = "--batches",
      paramLabel = "N",
      defaultValue = "20",
      description = "Batches to play; 0 for no end (default: ${DEFAULT-VALUE}).")
  private long batches;

  @Option(
      names = "--groups",
      paramLabel = "N",
      defaultValue = "8",
      description = "Groups per batch, a task each (default: ${DEFAULT-VALUE}).")
  private int groups;

  @Option(
      names = "--group-size",
      paramLabel = "N",
      defaultValue = "8",
      description = "Episodes per group (default: ${DEFAULT-VALUE}).")
  private int groupSize;

  @Option(
      names = "--holdout",
      paramLabel = "SHARE",
      defaultValue = "0.125",
      description =
          "Share of the groups that are shown no patch, so that what patches bring can be measured"
              + " (default: ${DEFAULT-VALUE}).")
  private double holdout;

  @Option(names = "--no-patches", description = "Shows no patch to any episode.")
  private boolean noPatches;

  @Option(
      names = "--versions",
      paramLabel = "RULE",
      defaultValue = "batches",
      description =
          "What holds batches back: policy, the versions a learner publishes, or batches, those that"
              + " have ended (default: ${DEFAULT-VALUE}).")
  private VersionRule versions = VersionRule.BATCHES;

  @Option(
      names = "--max-staleness",
      paramLabel = "N",
      defaultValue = "1",
      description = "Most batches ahead of the version (default: ${DEFAULT-VALUE}).")
  private int maxStaleness;

  @Option(
      names = "--temperature",
      paramLabel = "T",
      defaultValue = "1",
      description = "Softmax temperature, 0 for greedy (default: ${DEFAULT-VALUE}).")
  private double temperature;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      defaultValue = "512",
      description = "Most tokens per answer (default: ${DEFAULT-VALUE}).")
  private int maxTokens;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What the order of tasks, faults and sampling start from (${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--diagnose",
      description = "Runs the co-evolution job in the same process, and shows patches.")
  private boolean diagnose;

  @Override
  public Integer call() throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    TaskDirectory directory = tasks.read();
    RolloutPlan plan = plan(tasks.chosen(directory, TaskSplit.Side.TRAIN));
    RolloutSettings settings = play.settings(policy.name(), tasks.asOf());
    PolicyFactory policies = policy.factory(seed, plan.runId());
    GracefulStop stop = new GracefulStop();
    try (stop;
        Connection broker = Connection.open(connection.settings(), true)) {
      prepare(broker, directory);
      err.println(
          (broker.hosting() ? "hosting a broker at " : "broker at ")
              + broker.bootstrapServers()
              + "; run "
              + plan.runId()
              + "; Ctrl-C stops");
      JobSettings job =
          live.settings(
              broker.bootstrapServers(), broker.topics(), connection.settings().clientProperties());
      play(broker, job, plan, settings, policies, stop);
    }
    return 0;
  }

  private RolloutPlan plan(List<PlannedTask> chosen) {
    String runId = run == null ? RUN_ID.format(Instant.now(Clock.systemUTC())) : run;
    try {
      return new RolloutPlan(
          runId,
          Mode.TRAIN,
          chosen,
          new BatchShape(groups, groups, groupSize, batches),
          noPatches ? ArmSplit.NONE : new ArmSplit(true, holdout),
          new Admission(versions, maxStaleness),
          new PlannedSampling(temperature, 1, 0, maxTokens),
          seed);
    } catch (IllegalArgumentException wrong) {
      throw new UserError(Causes.oneLine(wrong.getMessage()), wrong);
    }
  }

  private void prepare(Connection broker, TaskDirectory directory) {
    Set<Topic> needed = EnumSet.copyOf(RolloutJob.TOPICS);
    needed.addAll(diagnose ? CoEvolutionJob.TOPICS : Set.of());
    try (TopicAdmin admin = TopicAdmin.of(broker)) {
      if (broker.embedded()) {
        admin.create(TopicLayout.standard());
      } else {
        admin.require(needed);
      }
    }
    try (Publisher publisher = Publisher.open(broker)) {
      directory.records().forEach(publisher::task);
      publisher.flush();
    }
  }

  private void play(
      Connection broker,
      JobSettings job,
      RolloutPlan plan,
      RolloutSettings settings,
      PolicyFactory policies,
      GracefulStop stop)
      throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    Optional<EmbeddedRun> diagnosing =
        diagnose ? Optional.of(diagnosing(broker, job, err)) : Optional.empty();
    try (RolloutWatch watch =
        RolloutWatch.open(broker, plan, diagnose, begun(), Colours.of(spec.commandLine()), err)) {
      EmbeddedRun playing =
          EmbeddedRun.start(
              RolloutJob.NAME,
              rolloutConfiguration(job),
              new JobMemory(connection.dataDirectory().resolve("rollout").resolve(plan.runId())),
              false,
              environment ->
                  RolloutJob.attach(environment, job, plan, settings, policies, Clock.systemUTC()),
              err);
      Runnable end =
          () -> {
            playing.stopWithSavepoint();
            diagnosing.ifPresent(EmbeddedRun::stopWithSavepoint);
          };
      stop.onSignal(end);
      while (!playing.endsWithin(PERIOD)) {
        watch.show();
        if (watch.complete()) {
          stop.onSignal(() -> {});
          end.run();
          break;
        }
      }
      finish(watch, diagnosing);
    }
  }

  private EmbeddedRun diagnosing(Connection broker, JobSettings job, PrintWriter err)
      throws Exception {
    return EmbeddedRun.start(
        CoEvolutionJob.NAME,
        CoEvolutionJob.configuration(job),
        JobMemory.of(connection.dataDirectory(), broker.topics(), "diagnose"),
        false,
        environment -> CoEvolutionJob.attach(environment, job),
        err);
  }

  private static Configuration rolloutConfiguration(JobSettings job) {
    return CoEvolutionJob.configuration(job);
  }

  /** A run that goes on has records already. */
  private StartPosition begun() {
    return run == null ? StartPosition.latest() : StartPosition.earliest();
  }

  private void finish(RolloutWatch watch, Optional<EmbeddedRun> diagnosing)
      throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    out.println(common.json() ? watch.json() : watch.summary());
    if (diagnosing.isPresent()) {
      EmbeddedRun run = diagnosing.get();
      boolean ended = run.endsWithin(Duration.ofMinutes(1));
      if (ended && !common.json()) {
        out.println(Ledger.of(run.accumulators()).line());
      }
    }
    out.flush();
  }
}
