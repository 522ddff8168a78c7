package org.sealflow.jobs.cli.train;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.generate.TaskFiles;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.GracefulStop;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.jobs.settings.yaml.SettingsFile;
import org.sealflow.nano.warm.CopySettings;
import org.sealflow.nano.warm.JudgeSettings;
import org.sealflow.nano.warm.StrictSuccesses;
import org.sealflow.nano.warm.WarmManifest;
import org.sealflow.nano.warm.WarmPhases;
import org.sealflow.nano.warm.WarmPlan;
import org.sealflow.nano.warm.WarmResult;
import org.sealflow.nano.warm.WarmRun;
import org.sealflow.nano.warm.WarmSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the policy that training starts from. */
@Command(
    name = "warm-start",
    mixinStandardHelpOptions = true,
    description = {
      "Makes the nano policy: a small model that copies by construction, taught by demonstrations"
          + " of generated tasks, judged by the episodes it plays.",
      "Stopped with Ctrl-C it goes on where it was when started again. On one thread"
          + " (OMP_NUM_THREADS=1) the same settings give the same weights bit for bit."
    })
public final class WarmStartCommand implements Callable<Integer> {
  private static final String DEFAULTS = "warm-start-defaults.yaml";

  /** The process was told to stop. */
  private static final int STOPPED = 130;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(
      index = "0",
      paramLabel = "SETTINGS",
      description = "The settings, such as exp/nano-warm.yaml.")
  private Path settings = Path.of("");

  @Parameters(
      index = "1..*",
      paramLabel = "KEY=VALUE",
      description = "Settings over those of the file, such as training.seed=2.")
  private List<String> overrides = List.of();

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description =
          "Where the model directory is made; must not exist yet (default: the name of the settings"
              + " under .sealflow).")
  private @Nullable Path output;

  @Option(
      names = "--tools",
      paramLabel = "DIR",
      description =
          "Where the tools are documented, tasks in the benchmark's layout (default: data/tasks).")
  private Path tools = Path.of("data", "tasks");

  @Override
  public Integer call() throws Exception {
    SettingsFile file = SettingsFile.read(WarmStartCommand.class, DEFAULTS, settings, overrides);
    WarmPlan plan =
        file.make(
            given ->
                new WarmPlan(
                    given.section("training", WarmSettings.class),
                    given.section("copying", CopySettings.class),
                    given.section("curriculum", WarmPhases.class),
                    given.section("judging", JudgeSettings.class)));
    Path target = output == null ? standardOutput() : output;
    if (Files.exists(target)) {
      throw new UserError(
          target + " exists already; remove it, or give another directory with --output");
    }
    AtomicBoolean stopped = new AtomicBoolean();
    try (GracefulStop stop = new GracefulStop()) {
      stop.onSignal(() -> stopped.set(true));
      return run(plan, file.text(), target, stopped);
    }
  }

  private Path standardOutput() {
    String name = String.valueOf(settings.getFileName()).replaceFirst("\\.ya?ml$", "");
    return Path.of(".sealflow", name);
  }

  private int run(WarmPlan plan, String settingsText, Path target, AtomicBoolean stopped)
      throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    Clock clock = Clock.systemUTC();
    WarmProgressLines lines = new WarmProgressLines(err, clock, plan.curriculum().tokens());
    WarmResult result;
    try (WarmRun run = WarmRun.open(plan, sources(), target, clock, lines)) {
      result = run.run(stopped::get);
      if (result == null) {
        err.println("stopped; the same command goes on from here");
        return STOPPED;
      }
      Map<String, String> provenance = new LinkedHashMap<>(run.digests());
      provenance.put("settings", settingsText);
      provenance.put("machine", machine());
      new WarmManifest(result, provenance).write(target);
    } catch (IllegalArgumentException | IllegalStateException wrong) {
      throw new UserError(Causes.oneLine(wrong.getMessage()), wrong);
    }
    report(result, target);
    return 0;
  }

  private static String machine() {
    Machine machine = Machine.here();
    return machine.processors() + " × " + machine.processor() + ", " + machine.java();
  }

  private GeneratorSources sources() {
    try {
      return TaskFiles.sources(tools);
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new UserError(Causes.oneLine(unreadable.getMessage()), unreadable);
    }
  }

  private void report(WarmResult result, Path target) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(
          Files.readString(target.resolve(WarmManifest.FILE)).replaceAll("\\s*\\R\\s*", ""));
    } else {
      out.println("made " + target);
      for (Map.Entry<String, StrictSuccesses> split : result.judgements().entrySet()) {
        out.println(split.getKey() + ": " + WarmProgressLines.text(split.getValue()));
      }
    }
    out.flush();
  }
}
