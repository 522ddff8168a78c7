package org.sealflow.jobs.cli.option;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.rest.util.RestClientException;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of the Flink cluster that a job is submitted to. */
public final class ClusterOptions {
  private static final Pattern ADDRESS = Pattern.compile("(\\[[^\\]]+\\]|[^:\\s]+):(\\d{1,5})");

  /** By itself Flink asks for a minute before it says that nothing is there. */
  private static final int ATTEMPTS = 3;

  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(500);

  /** A cluster whose JobManagers elect a leader is there: a minute of attempts, as Flink has it. */
  private static final int ROUNDS_WITHOUT_LEADER = 40;

  private static final int UNAVAILABLE = 503;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

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

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description =
          "A setting of Flink for this job and for talking to the cluster, such as"
              + " security.ssl.rest.enabled=true. Repeatable.")
  private Map<String, String> flink = Map.of();

  /**
   * Checks what can be checked before anything is sent.
   *
   * @throws UserError one line, where the address is none, the jar is not there, or the broker is
   *     the embedded one, which no cluster reaches
   */
  public void requireReachable(ConnectionOptions connection) {
    var unusedAddress = address();
    if (connection.embedded()) {
      throw new UsageError(
          "a job on a cluster cannot use the embedded broker; give --bootstrap-servers HOST:PORT");
    }
    var unusedJar = jar();
  }

  private Matcher address() {
    Matcher address = ADDRESS.matcher(jobManager);
    if (!address.matches()) {
      throw new UsageError("--jobmanager is '" + jobManager + "', expected HOST:PORT");
    }
    return address;
  }

  /**
   * Sends a job. While the cluster elects a leader, about a minute, it waits.
   *
   * @param attach puts the job's topology into the environment
   * @return the job's id
   * @throws UserError one line, where the cluster does not take it
   */
  public String submit(
      String name, Configuration configuration, Consumer<StreamExecutionEnvironment> attach) {
    configuration.set(RestOptions.RETRY_MAX_ATTEMPTS, ATTEMPTS);
    configuration.set(RestOptions.RETRY_DELAY, BETWEEN_ATTEMPTS);
    flink.forEach(configuration::setString);
    if (savepoint != null) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    for (int round = 1; ; round++) {
      StreamExecutionEnvironment environment = environment(configuration);
      attach.accept(environment);
      try {
        return environment.executeAsync(name).getJobID().toString();
      } catch (Exception refused) {
        if (round == ROUNDS_WITHOUT_LEADER || !isWithoutLeader(refused)) {
          throw new UserError(
              "the cluster at "
                  + jobManager
                  + " did not take the job: "
                  + Causes.innermost(refused),
              refused);
        }
        if (round == 1) {
          PrintWriter err = spec.commandLine().getErr();
          err.println("the cluster at " + jobManager + " elects a leader; waiting for it");
          err.flush();
        }
      }
    }
  }

  private StreamExecutionEnvironment environment(Configuration configuration) {
    Matcher address = address();
    return StreamExecutionEnvironment.createRemoteEnvironment(
        address.group(1), Integer.parseInt(address.group(2)), configuration, jar().toString());
  }

  private static boolean isWithoutLeader(Exception refused) {
    RestClientException answer = Causes.first(refused, RestClientException.class);
    return answer != null && answer.getHttpResponseStatus().code() == UNAVAILABLE;
  }

  private Path jar() {
    Path jar = jobJar == null ? builtJar() : jobJar;
    if (!Files.isRegularFile(jar)) {
      throw new UserError(
          "no job jar " + jar + "; build it with `mvn package`, or name it with --job-jar");
    }
    try (JarFile opened = new JarFile(jar.toFile())) {
      return Path.of(opened.getName());
    } catch (IOException broken) {
      throw new UserError(
          jar + " is no job jar: " + broken.getMessage() + "; build it with `mvn package`", broken);
    }
  }

  /** The shaded jar in the folder that its module was built into, beside that of the classes. */
  private static Path builtJar() {
    CodeSource source = ClusterOptions.class.getProtectionDomain().getCodeSource();
    try {
      Path classes = Path.of(source.getLocation().toURI());
      return classes
          .resolveSibling("../../pipeline/target/sealflow-pipeline-0.1.0-job.jar")
          .normalize();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
