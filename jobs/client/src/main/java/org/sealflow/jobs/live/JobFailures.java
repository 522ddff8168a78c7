package org.sealflow.jobs.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobID;

/**
 * Says each failure that a job restarts from, in a line with its cause and its number: Flink shows
 * them on its REST interface, and without that a job that fails again and again looks idle.
 */
final class JobFailures {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final String CAUSED_BY = "Caused by: ";

  private final ObjectMapper mapper = new ObjectMapper();
  private long newest;
  private int count;

  JobFailures() {}

  /** Watches a job until it ends. */
  static void watch(
      String name, int port, JobID job, CompletableFuture<?> ended, Consumer<String> out) {
    URI exceptions =
        URI.create(
            "http://"
                + InetAddress.getLoopbackAddress().getHostAddress()
                + ":"
                + port
                + "/jobs/"
                + job
                + "/exceptions");
    Thread watcher = new Thread(() -> watch(name, exceptions, ended, out), name + "-failures");
    watcher.setDaemon(true);
    watcher.start();
  }

  private static void watch(
      String name, URI exceptions, CompletableFuture<?> ended, Consumer<String> out) {
    HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    HttpRequest request = HttpRequest.newBuilder(exceptions).timeout(PATIENCE).build();
    JobFailures failures = new JobFailures();
    while (!endsWithin(ended)) {
      try {
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() == 200) {
          failures.lines(name, answer.body()).forEach(out);
        }
      } catch (IOException notNow) {
        // The cluster starts or ends; the next look finds what there is.
      } catch (InterruptedException stopped) {
        return;
      }
    }
  }

  private static boolean endsWithin(CompletableFuture<?> ended) {
    try {
      ended.get(PERIOD.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException running) {
      return false;
    } catch (ExecutionException failed) {
      return true;
    } catch (InterruptedException stopped) {
      return true;
    }
  }

  /**
   * The lines of a REST answer that were not said before, oldest first.
   *
   * @param exceptions the body of {@code /jobs/:id/exceptions}
   */
  List<String> lines(String name, String exceptions) throws IOException {
    List<JsonNode> entries = new ArrayList<>();
    mapper.readTree(exceptions).at("/exceptionHistory/entries").forEach(entries::add);
    entries.sort((one, other) -> Long.compare(time(one), time(other)));
    List<String> lines = new ArrayList<>();
    for (JsonNode entry : entries) {
      if (time(entry) > newest) {
        newest = time(entry);
        count++;
        lines.add(
            name + " failed and restarts, failure " + count + ": " + cause(entry) + task(entry));
      }
    }
    return lines;
  }

  private static long time(JsonNode entry) {
    return entry.path("timestamp").asLong();
  }

  private static String task(JsonNode entry) {
    String task = entry.path("taskName").asText("");
    return task.isEmpty() || task.equals("null") ? "" : " (in " + task + ")";
  }

  /** The innermost cause that a stack trace names. */
  static String cause(JsonNode entry) {
    String trace = entry.path("stacktrace").asText("");
    int inner = trace.lastIndexOf(CAUSED_BY);
    String first =
        (inner < 0 ? trace : trace.substring(inner + CAUSED_BY.length()))
            .lines()
            .findFirst()
            .orElse("");
    int message = first.indexOf(": ");
    String type = message < 0 ? first : first.substring(0, message);
    return type.substring(type.lastIndexOf('.') + 1)
        + (message < 0 ? "" : first.substring(message));
  }
}
