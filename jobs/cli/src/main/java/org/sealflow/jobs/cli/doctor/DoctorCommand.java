package org.sealflow.jobs.cli.doctor;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.cli.text.ExitCodes;
import org.sealflow.jobs.cli.text.Repeated;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.settings.ExecutionSettings;
import org.sealflow.jobs.settings.Transactions;
import org.sealflow.jobs.settings.UsageError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what is missing or inconsistent before a job finds out. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description =
        "Checks Java, memory, disk, libraries, the learner's engine, broker, topics and transaction"
            + " times.",
    footer = {
      "",
      "A transaction stays open until the next checkpoint, and through an outage before it: its"
          + " timeout must be longer than both together, and no longer than the broker allows. A"
          + " writer that died for good blocks readers of committed records for as long as the"
          + " timeout.",
      "Exit code 1 where a check fails. With --watch it looks again and again, shows what has"
          + " changed, and ends with Ctrl-C."
    })
public final class DoctorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private CommonOptions common = new CommonOptions();

  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  @Option(
      names = "--transaction-timeout",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      description = "How long a transaction may be open. Default: 15m")
  private Duration timeout = Transactions.DEFAULT_TIMEOUT;

  @Option(
      names = "--checkpoint-interval",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      description = "How often a job commits. Default: 10s")
  private Duration checkpointInterval = ExecutionSettings.DEFAULT.checkpointInterval();

  @Option(
      names = "--longest-outage",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      description = "How long a job may be down and still lose nothing it wrote. Default: 10m")
  private Duration longestOutage = Transactions.DEFAULT_LONGEST_OUTAGE;

  @Option(
      names = "--watch",
      paramLabel = "TIME",
      arity = "0..1",
      fallbackValue = "30s",
      converter = LiveOptions.DurationConverter.class,
      description = "Looks again after each such time and shows what has changed; 30s by itself.")
  private @Nullable Duration watch;

  @Override
  public Integer call() throws InterruptedException {
    if (watch != null && (watch.isZero() || common.json())) {
      throw new UsageError("--watch takes a time above 0, and shows lines, not --json");
    }
    List<MachineCheck> checks = look();
    show(checks);
    if (watch != null) {
      AtomicReference<List<MachineCheck>> last = new AtomicReference<>(checks);
      Repeated.every(
          watch,
          () -> {
            List<MachineCheck> now = look();
            showChanges(last.getAndSet(now), now);
          });
    }
    return checks.stream().anyMatch(check -> check.status() == MachineCheck.Status.FAIL)
        ? ExitCodes.FAILED
        : 0;
  }

  private List<MachineCheck> look() {
    ConnectionSettings settings = connection.settings();
    List<MachineCheck> checks = new ArrayList<>(HostChecks.all(settings.dataDirectory()));
    ClassLoader own = DoctorCommand.class.getClassLoader();
    checks.add(EngineChecks.engine(own, System::getenv));
    checks.addAll(NativeChecks.all(own, System::getenv, Path.of(System.getProperty("user.home"))));
    checks.addAll(
        BrokerChecks.all(settings, new Transactions(timeout, checkpointInterval, longestOutage)));
    return checks;
  }

  private void show(List<MachineCheck> checks) {
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(PlainJson.line(json -> write(checks, json)));
    } else {
      print(checks, out);
    }
    out.flush();
  }

  /** Prints the checks that differ, under the current time; prints nothing if none differs. */
  private void showChanges(List<MachineCheck> before, List<MachineCheck> now) {
    List<MachineCheck> changed = CheckChanges.between(before, now);
    if (!changed.isEmpty()) {
      PrintWriter out = spec.commandLine().getOut();
      out.println();
      out.println(Instant.now().truncatedTo(ChronoUnit.SECONDS) + ":");
      print(changed, out);
      out.flush();
    }
  }

  private void print(List<MachineCheck> checks, PrintWriter out) {
    Colours colours = Colours.of(spec.commandLine());
    int width = checks.stream().mapToInt(check -> check.name().length()).max().orElse(0);
    for (MachineCheck check : checks) {
      out.println(
          status(check, colours)
              + "  "
              + check.name()
              + " ".repeat(width - check.name().length())
              + "  "
              + check.found());
      if (!check.advice().isEmpty()) {
        out.println(" ".repeat(width + 8) + "→ " + check.advice());
      }
    }
  }

  private static String status(MachineCheck check, Colours colours) {
    return switch (check.status()) {
      case OK -> colours.good("ok  ");
      case WARN -> colours.odd("warn");
      case FAIL -> colours.bad("fail");
    };
  }

  private static void write(List<MachineCheck> checks, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (MachineCheck check : checks) {
      json.writeStartObject();
      json.writeStringField("check", check.name());
      json.writeStringField("status", check.status().word());
      json.writeStringField("found", check.found());
      json.writeStringField("advice", check.advice());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
