package org.sealflow.jobs.cli.chaos;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.chaos.ChaosFault;
import org.sealflow.jobs.chaos.ChaosRun;
import org.sealflow.jobs.chaos.ChaosSettings;
import org.sealflow.jobs.chaos.CommandWords;
import org.sealflow.jobs.chaos.FaultSchedule;
import org.sealflow.jobs.chaos.PlannedRound;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.text.ExitCodes;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Plays a seeded schedule of faults to a whole system and checks what it left. */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    description = {
      "Starts a whole system of processes on this machine (broker, JobManager with high availability,"
          + " two TaskManagers, rollouts, diagnosis, learner) and plays a seeded schedule of faults to"
          + " it. After each round of faults it checks that no episode is lost or counted twice, that"
          + " the ledger and the profiles are what a recount of the topics says, and that the weights"
          + " are those of an undisturbed run over the same trajectories."
    },
    footer = {
      "",
      "It needs 4 GiB of memory and no running broker or cluster. Exit code 1 if a check fails or"
          + " something hangs: the command that plays the same schedule again is shown, and data and"
          + " logs stay in --directory. Ctrl-C ends all processes."
    })
public final class ChaosCommand implements Callable<Integer> {
  private final CommandWords commands;
  private final Class<?> program;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Equal seeds make equal schedules (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(
      names = "--faults",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many faults (default: ${DEFAULT-VALUE}).")
  private int faults = 20;

  @Option(
      names = "--round",
      paramLabel = "N",
      defaultValue = "10",
      description = "After how many faults everything is checked (default: ${DEFAULT-VALUE}).")
  private int faultsOfRound = 10;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "1440",
      description = "After how many no further round begins (default: ${DEFAULT-VALUE}).")
  private int minutes = 1440;

  @Option(
      names = "--patience",
      paramLabel = "MINUTES",
      defaultValue = "3",
      description =
          "How long a start, a recovery or an end may take before it counts as a hang (default:"
              + " ${DEFAULT-VALUE}). Slow machines need more.")
  private int patience = 3;

  @Option(
      names = "--kinds",
      paramLabel = "KIND",
      split = ",",
      converter = FaultWord.class,
      description = "These kinds of faults alone, such as kill-taskmanager,pause-network.")
  private List<ChaosFault> kinds = List.of(ChaosFault.values());

  @Option(names = "--plan", description = "Shows the schedule and plays nothing.")
  private boolean plan;

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description = "The policy that begins (default: data/nano).")
  private Path model = Path.of("data", "nano");

  @Option(
      names = "--tools",
      paramLabel = "DIR",
      description = "Where the tools are documented (default: data/tasks).")
  private Path tools = Path.of("data", "tasks");

  @Option(
      names = "--job-jar",
      paramLabel = "JAR",
      description = "The job jar (default: the one built beside this command).")
  private @Nullable Path jobJar;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description =
          "Where processes keep data and logs, empty or not there yet (default: a temporary one,"
              + " deleted if everything holds).")
  private @Nullable Path directory;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description =
          "A Markdown file to which a row for each round is added. A round that stands there as held"
              + " is not played again: a run that was cut off goes on with the same command.")
  private @Nullable Path log;

  /**
   * The command.
   *
   * @param program the main class of this program
   * @param commands how it sends jobs
   */
  public ChaosCommand(Class<?> program, CommandWords commands) {
    this.program = program;
    this.commands = commands;
  }

  @Override
  public Integer call() throws Exception {
    if (faults < 1 || faultsOfRound < 1 || minutes < 1 || patience < 1) {
      throw new UsageError("--faults, --round, --minutes and --patience are at least 1");
    }
    Set<ChaosFault> chosen = EnumSet.copyOf(kinds);
    List<PlannedRound> schedule = FaultSchedule.of(seed, faults, chosen, faultsOfRound);
    PrintWriter out = spec.commandLine().getOut();
    if (plan) {
      schedule.stream()
          .flatMap(round -> round.faults().stream())
          .forEach(fault -> out.println(fault.line() + "  " + fault.kind().meaning()));
      out.flush();
      return 0;
    }
    return play(schedule, out);
  }

  private int play(List<PlannedRound> schedule, PrintWriter out) throws Exception {
    for (Path needed : List.of(model, tools)) {
      if (!Files.isDirectory(needed)) {
        throw new UserError(
            "no directory "
                + needed
                + "; run the command in a checkout, or give --model and --tools");
      }
    }
    Path data = data();
    ChaosSettings settings =
        new ChaosSettings(
            schedule,
            minutes,
            Duration.ofMinutes(patience),
            program,
            model.toAbsolutePath(),
            tools.toAbsolutePath(),
            jobJar,
            data,
            log,
            again());
    PrintWriter err = spec.commandLine().getErr();
    boolean holds = new ChaosRun(commands, settings, seed, line -> say(line, err)).play();
    if (holds && directory == null) {
      delete(data);
    }
    report(holds, data, out);
    return holds ? 0 : ExitCodes.FAILED;
  }

  private static void say(String line, PrintWriter err) {
    err.println(line);
    err.flush();
  }

  private void report(boolean holds, Path data, PrintWriter out) {
    if (common.json()) {
      out.println(
          PlainJson.line(
              json -> {
                json.writeStartObject();
                json.writeBooleanField("holds", holds);
                json.writeStringField("again", again());
                json.writeStringField("directory", data.toString());
                json.writeEndObject();
              }));
    } else if (holds) {
      out.println("everything held");
    } else {
      out.println("run again: " + again());
      out.println("data and logs: " + data);
    }
    out.flush();
  }

  private Path data() throws IOException {
    if (directory == null) {
      return Files.createTempDirectory("sealflow-chaos");
    }
    Files.createDirectories(directory);
    try (Stream<Path> content = Files.list(directory)) {
      if (content.findAny().isPresent()) {
        throw new UserError(directory + " is not empty; give a new directory with --directory");
      }
    }
    return directory.toAbsolutePath();
  }

  private String again() {
    String limited =
        kinds.size() == ChaosFault.values().length
            ? ""
            : kinds.stream()
                .map(ChaosFault::word)
                .collect(Collectors.joining(",", " --kinds ", ""));
    return "sealflow chaos --seed %d --faults %d --round %d%s"
        .formatted(seed, faults, faultsOfRound, limited);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
        Files.delete(file);
      }
    }
  }

  private static final class FaultWord implements ITypeConverter<ChaosFault> {
    @Override
    public ChaosFault convert(String word) {
      for (ChaosFault kind : ChaosFault.values()) {
        if (kind.word().equals(word)) {
          return kind;
        }
      }
      throw new TypeConversionException(
          "'"
              + word
              + "' is no kind of fault, expected some of "
              + Stream.of(ChaosFault.values())
                  .map(ChaosFault::word)
                  .collect(Collectors.joining(", ")));
    }
  }
}
