package org.sealflow.jobs.cli.topic;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.text.AlignedRows;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.cli.text.Waiting;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.CurrentPatches;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchAction;
import org.sealflow.schemas.PatchCommand;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows environment patches and orders about them. */
@Command(
    name = "patches",
    mixinStandardHelpOptions = true,
    description = "Shows environment patches, and retires or pins them.",
    footer = {
      "",
      "A patch is named by its key, which begins with its run, or by any part of it that fits no"
          + " other patch. Orders go to the topic of the patches; the running job obeys them within"
          + " a second."
    })
public final class PatchesCommand {
  private final Clock clock;

  @Spec private CommandSpec spec = CommandSpec.create();

  public PatchesCommand() {
    this(Clock.systemUTC());
  }

  /** With another clock than the system's, for the time of orders. */
  public PatchesCommand(Clock clock) {
    this.clock = clock;
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists patches with their evidence and what they brought, active ones first.")
  int list(
      @Mixin CommonOptions common,
      @Mixin ConnectionOptions options,
      @Mixin OfRun of,
      @Option(names = "--active", description = "Those that are shown now.") boolean active) {
    List<EnvironmentPatch> patches =
        read(options).patches(of.run).stream()
            .filter(patch -> !active || patch.getState() == PatchState.ACTIVE)
            .toList();
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      patches.forEach(patch -> out.println(PlainJson.line(patch)));
    } else if (patches.isEmpty()) {
      out.println(active ? "no patch is active" : "no patches yet");
    } else {
      table(patches).print(out);
    }
    out.flush();
    return 0;
  }

  private static AlignedRows table(List<EnvironmentPatch> patches) {
    AlignedRows rows =
        new AlignedRows(
            "STATE", "PATCH", "VERSION", "PINNED", "EVIDENCE", "UPLIFT", "RELIANCE", "BECAUSE");
    for (EnvironmentPatch patch : patches) {
      rows.row(
          patch.getState().name(),
          Shown.text(PatchRecords.topicKey(patch)),
          EvolutionLines.version(patch),
          patch.getPinned() ? "yes" : "no",
          EvolutionLines.evidence(patch.getEvidence()),
          EvolutionLines.interval(patch.getUplift()),
          EvolutionLines.reliance(patch.getReliance()),
          Shown.text(patch.getReason()));
    }
    return rows;
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Shows a patch: its content, why it stands as it does, and what it brought.")
  int show(
      @Mixin CommonOptions common,
      @Mixin ConnectionOptions options,
      @Mixin OfRun of,
      @Parameters(paramLabel = "PATCH", description = "Its key, or a part of it.") String name) {
    EnvironmentPatch patch = read(options).require(name, of.run);
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(PlainJson.line(patch));
    } else {
      print(patch, out);
    }
    out.flush();
    return 0;
  }

  private void print(EnvironmentPatch patch, PrintWriter out) {
    EvolutionLines lines = new EvolutionLines(Colours.of(spec.commandLine()));
    out.println(Shown.text(PatchRecords.topicKey(patch)));
    out.println("  state     " + lines.state(patch.getState()) + pinned(patch));
    out.println("  because   " + Shown.text(patch.getReason()));
    out.println("  since     " + Shown.time(patch.getActivatedAt()));
    out.println("  version   " + EvolutionLines.version(patch));
    out.println("  content   " + RecordLines.digest(patch.getContentDigest()));
    EvolutionLines.content(patch.getContent()).forEach(line -> out.println("    " + line));
    out.println("  evidence  " + EvolutionLines.evidence(patch.getEvidence()));
    patch.getEvidence().getEpisodes().forEach(each -> out.println("    " + Shown.text(each)));
    out.println("  effect    " + EvolutionLines.arms(patch.getUplift()));
    out.println("  reliance  " + EvolutionLines.reliance(patch.getReliance()));
  }

  private static String pinned(EnvironmentPatch patch) {
    return patch.getPinned() ? ", pinned" : "";
  }

  @Command(
      name = "retire",
      mixinStandardHelpOptions = true,
      description = "Retires a patch and keeps it retired, whatever the evidence.")
  int retire(@Mixin CommonOptions common, @Mixin ConnectionOptions options, @Mixin Order order) {
    return order(options, order, PatchAction.RETIRE);
  }

  @Command(
      name = "pin",
      mixinStandardHelpOptions = true,
      description = "Keeps a patch active, whatever the evidence.")
  int pin(@Mixin CommonOptions common, @Mixin ConnectionOptions options, @Mixin Order order) {
    return order(options, order, PatchAction.PIN);
  }

  @Command(
      name = "release",
      mixinStandardHelpOptions = true,
      description = "Lets the evidence decide about a patch again.")
  int release(@Mixin CommonOptions common, @Mixin ConnectionOptions options, @Mixin Order order) {
    return order(options, order, PatchAction.RELEASE);
  }

  private int order(ConnectionOptions options, Order order, PatchAction action) {
    try (Connection connection = options.open();
        Publisher publisher = Publisher.open(connection)) {
      EnvironmentPatch patch = read(options, connection).require(order.patch, order.of.run);
      PatchRecord command =
          PatchRecords.command(
              PatchRecords.key(patch),
              new PatchCommand(
                  action,
                  order.reason,
                  clock.instant().truncatedTo(ChronoUnit.MILLIS),
                  patch.getRunId()));
      publisher.patch(command);
      publisher.flush();
      spec.commandLine()
          .getOut()
          .println("ordered: " + action + " " + Shown.text(PatchRecords.topicKey(patch)));
      spec.commandLine().getOut().flush();
    }
    return 0;
  }

  private static CurrentPatches read(ConnectionOptions options) {
    try (Connection connection = options.open()) {
      return read(options, connection);
    }
  }

  // Closed for its end, not for what it says.
  @SuppressWarnings("try")
  private static CurrentPatches read(ConnectionOptions options, Connection connection) {
    try (Waiting reading = options.waiting("reading the patches")) {
      return CurrentPatches.read(connection);
    }
  }

  /** Whose patches are meant. */
  static final class OfRun {
    @Option(
        names = "--run",
        paramLabel = "ID",
        description = "Patches of this run alone (default: of all runs).")
    private @Nullable String run;
  }

  /** Which patch an order is about, and why. */
  static final class Order {
    @Mixin private OfRun of = new OfRun();

    @Parameters(paramLabel = "PATCH", description = "Its key, or a part of it.")
    private String patch = "";

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        description = "Why, for whoever reads the topic.")
    private @Nullable String reason;
  }
}
