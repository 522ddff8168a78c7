package org.sealflow.jobs.cli.task;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Environments;
import org.sealflow.environment.TaskOutline;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.live.PlainJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Task directories, and tasks on their topic. */
@Command(
    name = "tasks",
    description = "Makes task directories, and removes tasks from their topic.",
    mixinStandardHelpOptions = true,
    subcommands = {TasksGenerateCommand.class, TasksCommand.Import.class, TasksRemoveCommand.class})
public final class TasksCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "no subcommand given, expected generate, import or remove");
  }

  /** Makes a task directory of an official checkout. */
  @Command(
      name = "import",
      description = {
        "Makes a task directory of an official checkout of BFCL or of tau2-bench.",
        "Of BFCL it copies the multi-turn tasks, answers and tool documentation, and reads the"
            + " long-context constants from the Python module by parsing its literals; of tau2-bench"
            + " the data, tasks and texts of the domains. Nothing is executed."
      },
      mixinStandardHelpOptions = true)
  static final class Import implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private CommonOptions common = new CommonOptions();

    @Option(
        names = "--bfcl",
        paramLabel = "DIR",
        description = "A checkout of BFCL: the directory that holds bfcl_eval/, or one above it.")
    private @Nullable Path bfcl;

    @Option(
        names = "--tau2",
        paramLabel = "DIR",
        description = "A checkout of tau2-bench: the directory that holds data/tau2/domains/.")
    private @Nullable Path tau2;

    @Option(
        names = "--output",
        paramLabel = "DIR",
        description = "Where the tasks go (default: ${DEFAULT-VALUE}).")
    private Path output = Path.of("tasks");

    @Override
    public Integer call() throws Exception {
      copy();
      Map<String, Integer> byCategory = new TreeMap<>();
      for (TaskOutline task : Environments.read(output).tasks()) {
        byCategory.merge(task.category(), 1, Integer::sum);
      }
      PrintWriter out = spec.commandLine().getOut();
      if (common.json()) {
        out.println(
            PlainJson.line(
                json -> {
                  json.writeStartObject();
                  json.writeStringField("directory", output.toString());
                  json.writeObjectFieldStart("tasks");
                  for (Map.Entry<String, Integer> entry : byCategory.entrySet()) {
                    json.writeNumberField(entry.getKey(), entry.getValue());
                  }
                  json.writeEndObject();
                  json.writeEndObject();
                }));
      } else {
        byCategory.forEach((category, tasks) -> out.println(category + ": " + tasks + " tasks"));
        out.println("imported to " + output + "; use it with --tasks " + output);
      }
      return 0;
    }

    private void copy() throws IOException {
      if ((bfcl == null) == (tau2 == null)) {
        throw new ParameterException(
            spec.commandLine(), "expected one checkout: either --bfcl DIR or --tau2 DIR");
      }
      if (bfcl != null) {
        OfficialCheckout.locate(bfcl).importTo(output);
      } else if (tau2 != null) {
        TauCheckout.of(tau2).importTo(output);
      }
    }
  }
}
