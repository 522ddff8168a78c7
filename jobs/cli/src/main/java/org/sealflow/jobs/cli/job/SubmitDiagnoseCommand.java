package org.sealflow.jobs.cli.job;

import java.util.concurrent.Callable;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.JobTopics;
import org.sealflow.jobs.cli.option.ClusterOptions;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.LearnOptions;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.settings.JobSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Sends the co-evolution job to a Flink cluster. */
@Command(
    name = "diagnose",
    description = "Sends the job that verifies, diagnoses, patches and, with --learn, trains.",
    mixinStandardHelpOptions = true)
final class SubmitDiagnoseCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private LiveOptions live = new LiveOptions();
  @Mixin private LearnOptions learn = new LearnOptions();

  @Override
  public Integer call() {
    cluster.requireReachable(connection);
    JobSettings settings =
        live.settings(
                String.valueOf(connection.settings().bootstrapServers()),
                connection.settings().topics(),
                connection.settings().clientProperties())
            .withLearning(learn.settings());
    JobTopics.require(settings, CoEvolutionJob.topics(settings));
    String jobId =
        cluster.submit(
            CoEvolutionJob.name(settings),
            CoEvolutionJob.configuration(settings),
            environment -> CoEvolutionJob.attach(environment, settings));
    Submitted.show(
        CoEvolutionJob.name(settings), jobId, common.json(), spec.commandLine().getOut());
    return 0;
  }
}
