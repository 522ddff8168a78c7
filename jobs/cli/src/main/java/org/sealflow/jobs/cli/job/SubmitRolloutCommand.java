package org.sealflow.jobs.cli.job;

import java.time.Clock;
import java.util.concurrent.Callable;
import org.sealflow.environment.TaskFolder;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.JobTopics;
import org.sealflow.jobs.RolloutJob;
import org.sealflow.jobs.cli.option.ClusterOptions;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.cli.option.PlanOptions;
import org.sealflow.jobs.cli.option.PlayOptions;
import org.sealflow.jobs.cli.option.PolicyOptions;
import org.sealflow.jobs.cli.option.TaskOptions;
import org.sealflow.jobs.cli.option.UserOptions;
import org.sealflow.jobs.files.TaskSplit;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.RolloutPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Sends the rollout job to a Flink cluster. */
@Command(
    name = "rollout",
    description = {
      "Publishes the tasks and sends the job that plays training episodes, batch by batch.",
      "What a policy needs besides, a model or tokenizer directory or the variable with the key of"
          + " a server, is on this machine and, under the same name, on every TaskManager; the"
          + " embedded policy's engine is in Flink's lib/.",
      "A run that was stopped goes on with its --run and --from-savepoint."
    },
    mixinStandardHelpOptions = true)
final class SubmitRolloutCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private LiveOptions live = new LiveOptions();
  @Mixin private PolicyOptions policy = new PolicyOptions();
  @Mixin private TaskOptions tasks = new TaskOptions();
  @Mixin private PlayOptions play = new PlayOptions();
  @Mixin private UserOptions users = new UserOptions();
  @Mixin private PlanOptions plan = new PlanOptions();

  @Override
  public Integer call() {
    cluster.requireReachable(connection);
    TaskFolder directory = tasks.read();
    RolloutPlan planned = plan.plan(tasks.chosen(directory, TaskSplit.Side.TRAIN));
    RolloutSettings rules =
        users.with(
            play.settings(policy.name(), tasks.asOf()).withReliance(live.measuresReliance()),
            directory,
            planned,
            policy);
    policy.requireTrainable(planned.sampling().temperature());
    PolicyFactory policies = policy.factory(planned.seed(), planned.runId());
    JobSettings settings;
    try (Connection broker = Connection.open(connection.settings(), false)) {
      RolloutTopics.prepare(broker, directory, RolloutJob.TOPICS);
      settings =
          live.settings(
              broker.bootstrapServers(), broker.topics(), connection.settings().clientProperties());
      JobTopics.require(broker, settings, RolloutJob.TOPICS);
    }
    String jobId =
        cluster.submit(
            RolloutJob.name(planned.runId()),
            CoEvolutionJob.configuration(settings),
            environment ->
                RolloutJob.attach(
                    environment, settings, planned, rules, policies, Clock.systemUTC()));
    Submitted.show(
        RolloutJob.name(planned.runId()), jobId, common.json(), spec.commandLine().getOut());
    return 0;
  }
}
