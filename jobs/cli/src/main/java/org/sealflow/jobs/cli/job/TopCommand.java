package org.sealflow.jobs.cli.job;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.cli.text.Repeated;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows what the dashboard shows, on a terminal. */
@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    description = {
      "Shows how jobs are, again and again until Ctrl-C: episodes, lag, dead letters, patches,"
          + " unread records, learner, waiting, checkpoints.",
      "It reads the pages on which JobManagers and TaskManagers show their metrics to Prometheus:"
          + " `sealflow diagnose --metrics-port 9249`, or the port metrics of a pod."
    })
public final class TopCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Clears the screen and goes to its first line. */
  private static final String CLEAR = "\u001b[2J\u001b[H";

  private final Clock clock = Clock.systemUTC();
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--metrics",
      paramLabel = "URL",
      defaultValue = "http://localhost:9249/metrics",
      description = "A page of metrics. Repeatable. Default: ${DEFAULT-VALUE}")
  private List<URI> pages = List.of();

  @Option(
      names = "--every",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      description = "Time between two looks. Default: 2s")
  private Duration every = Duration.ofSeconds(2);

  @Option(names = "--once", description = "Looks once and ends.")
  private boolean once;

  @Override
  public Integer call() throws InterruptedException {
    for (URI page : pages) {
      if (page.getHost() == null || !String.valueOf(page.getScheme()).startsWith("http")) {
        throw new UsageError(
            "--metrics is '" + page + "', expected one such as http://localhost:9249/metrics");
      }
    }
    if (every.isZero()) {
      throw new UsageError("--every is 0, expected a time above it, such as 2s");
    }
    PrintWriter out = spec.commandLine().getOut();
    show(out);
    if (!once) {
      Repeated.every(every, () -> showOrSayWhyNot(out));
    }
    return 0;
  }

  /** A job that restarts is away for a while; whoever looks wants to see it come back. */
  private void showOrSayWhyNot(PrintWriter out) throws InterruptedException {
    try {
      show(out);
    } catch (UserError away) {
      out.println(clock.instant().truncatedTo(ChronoUnit.SECONDS) + "  " + away.getMessage());
      out.flush();
    }
  }

  private void show(PrintWriter out) throws InterruptedException {
    List<String> texts = new ArrayList<>();
    for (URI page : pages) {
      texts.add(read(page));
    }
    List<String> lines = MetricLines.of(MetricSamples.of(texts), clock.instant());
    if (common.json()) {
      out.println(
          PlainJson.line(
              json -> {
                json.writeStartObject();
                json.writeStringField("at", clock.instant().toString());
                json.writeArrayFieldStart("lines");
                for (String line : lines) {
                  json.writeString(line);
                }
                json.writeEndArray();
                json.writeEndObject();
              }));
    } else {
      if (!once && Colours.of(spec.commandLine()).enabled()) {
        out.print(CLEAR);
      }
      lines.forEach(out::println);
      if (lines.isEmpty()) {
        out.println("no job runs there");
      }
    }
    out.flush();
  }

  private String read(URI page) throws InterruptedException {
    try {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(page).timeout(PATIENCE).build(),
              HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() == 200) {
        return answer.body();
      }
      throw new UserError(
          page + " answers " + answer.statusCode() + ", expected 200; give a page of metrics");
    } catch (IOException unreachable) {
      throw new UserError(
          "no metrics at "
              + page
              + "; start the job with --metrics-port, or give --metrics of its pods",
          unreachable);
    }
  }
}
