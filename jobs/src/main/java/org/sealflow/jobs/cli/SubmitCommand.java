package org.sealflow.jobs.cli;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.JobSettings;
import org.sealflow.jobs.UserError;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.live.PlainJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sends a job to a Flink cluster. */
@Command(
    name = "submit",
    description = {
      "Sends a job to a Flink cluster and returns when it is accepted.",
      "The job jar is what `flink run` takes as well."
    },
    mixinStandardHelpOptions = true)
final class SubmitCommand implements Callable<Integer> {
  private static final Pattern ADDRESS = Pattern.compile("(\\[[^\\]]+\\]|[^:\\s]+):(\\d{1,5})");

  /** The jobs there are. */
  enum Job {
    DIAGNOSE
  }

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private LiveOptions live = new LiveOptions();
  @Mixin private LearnOptions learn = new LearnOptions();

  @Parameters(paramLabel = "JOB", description = "Which job: diagnose.")
  private Job job = Job.DIAGNOSE;

  @Option(
      names = "--jobmanager",
      paramLabel = "HOST:PORT",
      required = true,
      description = "REST address of the cluster's JobManager.")
  private String jobManager = "";

  @Option(
      names = "--job-jar",
      paramLabel = "JAR",
      description = "The job jar (default: the one built beside this command).")
  private @Nullable Path jobJar;

  @Option(
      names = "--from-savepoint",
      paramLabel = "URI",
      description = "Go on from a savepoint or retained checkpoint.")
  private @Nullable String savepoint;

  @Override
  public Integer call() throws Exception {
    Matcher address = ADDRESS.matcher(jobManager);
    if (!address.matches()) {
      throw new UserError("--jobmanager is '" + jobManager + "', expected HOST:PORT");
    }
    if (connection.embedded()) {
      throw new UserError(
          "a job on a cluster cannot use the embedded broker; give --bootstrap-servers HOST:PORT");
    }
    JobSettings settings =
        live.settings(
                String.valueOf(connection.settings().bootstrapServers()),
                connection.settings().topics(),
                connection.settings().clientProperties())
            .withLearning(learn.settings());
    Configuration configuration = CoEvolutionJob.configuration(settings);
    if (savepoint != null) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createRemoteEnvironment(
            address.group(1), Integer.parseInt(address.group(2)), configuration, jar().toString());
    switch (job) {
      case DIAGNOSE -> CoEvolutionJob.attach(environment, settings);
    }
    try {
      JobClient submitted = environment.executeAsync(CoEvolutionJob.NAME);
      show(submitted.getJobID().toString());
    } catch (Exception refused) {
      throw new UserError(
          "the cluster at " + jobManager + " did not take the job: " + Causes.innermost(refused),
          refused);
    }
    return 0;
  }

  private void show(String jobId) {
    spec.commandLine()
        .getOut()
        .println(
            common.json()
                ? PlainJson.line(
                    json -> {
                      json.writeStartObject();
                      json.writeStringField("jobId", jobId);
                      json.writeEndObject();
                    })
                : "submitted " + CoEvolutionJob.NAME + " as job " + jobId);
  }

  private Path jar() {
    Path jar = jobJar == null ? builtJar() : jobJar;
    if (!Files.isRegularFile(jar)) {
      throw new UserError(
          "no job jar " + jar + "; build it with `mvn package`, or name it with --job-jar");
    }
    return jar;
  }

  /** The shaded jar in the folder the classes were built into. */
  private static Path builtJar() {
    CodeSource source = SubmitCommand.class.getProtectionDomain().getCodeSource();
    try {
      Path classes = Path.of(source.getLocation().toURI());
      return classes.resolveSibling("sealflow-jobs-0.1.0-job.jar");
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
