package org.sealflow.jobs.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.execution.ExecutionState;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.ledger.Ledger;

/**
 * The jobs on a cluster, asked through its REST port, with patience: the JobManager may be away.
 */
final class ClusterJobs implements AutoCloseable {
  private static final long ANSWER_SECONDS = 10;
  private static final long SAVEPOINT_SECONDS = 45;

  /** A source that has an end is over soon. */
  private static final Set<ExecutionState> WORKING =
      EnumSet.of(ExecutionState.RUNNING, ExecutionState.FINISHED);

  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient http = HttpClient.newHttpClient();
  private final int restPort;
  private final RestClusterClient<StandaloneClusterId> client;

  ClusterJobs(int restPort) throws Exception {
    this.restPort = restPort;
    Configuration address = new Configuration();
    address.set(RestOptions.ADDRESS, "127.0.0.1");
    address.set(RestOptions.PORT, restPort);
    this.client = new RestClusterClient<>(address, StandaloneClusterId.getInstance());
  }

  /** The cluster's address as commands take it. */
  String address() {
    return "127.0.0.1:" + restPort;
  }

  /** How many TaskManagers have registered; 0 if nobody answers. */
  int taskManagers() throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address() + "/overview"))
            .timeout(Duration.ofSeconds(ANSWER_SECONDS))
            .build();
    try {
      return json.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body())
          .path("taskmanagers")
          .asInt();
    } catch (IOException away) {
      return 0;
    }
  }

  /**
   * Whether every task of a job runs.
   *
   * @throws UserError if the job has ended: it was given up
   */
  boolean isRunning(String job) throws InterruptedException {
    try {
      JobID id = JobID.fromHexString(job);
      JobStatus status = client.getJobStatus(id).get(ANSWER_SECONDS, TimeUnit.SECONDS);
      if (status.isGloballyTerminalState()) {
        throw new UserError("job " + job + " has ended by itself: " + status);
      }
      Set<ExecutionState> states =
          client
              .getJobDetails(id)
              .get(ANSWER_SECONDS, TimeUnit.SECONDS)
              .getJobVertexInfos()
              .stream()
              .map(vertex -> vertex.getExecutionState())
              .collect(Collectors.toSet());
      return states.contains(ExecutionState.RUNNING) && WORKING.containsAll(states);
    } catch (ExecutionException | TimeoutException away) {
      return false;
    }
  }

  /** Waits until every task of a job runs. */
  void awaitRunning(String job, Deadline deadline) throws InterruptedException {
    while (!isRunning(job)) {
      deadline.pause(() -> "not every task of job " + job + " runs");
    }
  }

  /**
   * Stops a job that runs with a savepoint; tries again while it goes back to a checkpoint instead.
   *
   * @return where the savepoint is
   */
  String stop(String job, Deadline deadline) throws InterruptedException {
    String reason = "";
    while (true) {
      awaitRunning(job, deadline);
      try {
        return client
            .stopWithSavepoint(JobID.fromHexString(job), false, null, SavepointFormatType.CANONICAL)
            .get(SAVEPOINT_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException failed) {
        reason = Causes.innermost(failed);
      }
      String last = reason;
      deadline.pause(() -> "job " + job + " does not stop with a savepoint: " + last);
    }
  }

  /** Ends a job and waits until it has ended. */
  void cancel(String job, Deadline deadline) throws InterruptedException {
    JobID id = JobID.fromHexString(job);
    answer(() -> client.cancel(id), deadline, "cancel job " + job);
    while (!answer(() -> client.getJobStatus(id), deadline, "ask for job " + job)
        .isGloballyTerminalState()) {
      deadline.pause(() -> "job " + job + " does not end");
    }
  }

  /** The counts of a job. */
  Ledger ledger(String job, Deadline deadline) throws InterruptedException {
    JobID id = JobID.fromHexString(job);
    Map<String, Object> counts =
        answer(
            () -> client.getAccumulators(id, ClusterJobs.class.getClassLoader()),
            deadline,
            "read the ledger of job " + job);
    return Ledger.of(counts);
  }

  private static <T> T answer(Supplier<CompletableFuture<T>> call, Deadline deadline, String what)
      throws InterruptedException {
    while (true) {
      try {
        return call.get().get(ANSWER_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException away) {
        deadline.pause(() -> "cannot " + what + ": " + Causes.innermost(away));
      }
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
