package org.sealflow.jobs.cli.task;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.task.Task;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.live.PlainJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Task directories. */
@Command(
    name = "tasks",
    description = "Makes task directories.",
    mixinStandardHelpOptions = true,
    subcommands = {TasksGenerateCommand.class, TasksCommand.Import.class})
public final class TasksCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "no subcommand given, expected generate or import");
  }

  /** Makes a task directory of an official checkout. */
  @Command(
      name = "import",
      description = {
        "Makes a task directory of an official checkout of the benchmark.",
        "Copies the multi-turn tasks, answers and tool documentation, and reads the long-context"
            + " constants from the Python module by parsing its literals; nothing is executed."
      },
      mixinStandardHelpOptions = true)
  static final class Import implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private CommonOptions common = new CommonOptions();

    @Option(
        names = "--bfcl",
        paramLabel = "DIR",
        required = true,
        description = "The checkout: the directory that holds bfcl_eval/, or one above it.")
    private Path checkout = Path.of(".");

    @Option(
        names = "--output",
        paramLabel = "DIR",
        description = "Where the tasks go (default: ${DEFAULT-VALUE}).")
    private Path output = Path.of("tasks");

    @Override
    public Integer call() throws Exception {
      OfficialCheckout.locate(checkout).importTo(output);
      Map<String, Integer> byCategory = new TreeMap<>();
      for (Task task : TaskDirectory.read(output).tasks()) {
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
  }
}
