package org.sealflow.jobs.cli.task;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.cli.text.Waiting;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.CurrentTasks;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.live.PlainJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Removes tasks from their topic. */
@Command(
    name = "remove",
    mixinStandardHelpOptions = true,
    description = {
      "Removes tasks from the topic tasks.",
      "Running jobs forget a removed task. A task that was made for a run is not planned again."
          + " Patches may show values of its ground truth from then on. A later episode of it fails,"
          + " since its task is not known. If one of the tasks is not there, none is removed."
    })
public final class TasksRemoveCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ConnectionOptions options = new ConnectionOptions();

  @Parameters(
      paramLabel = "TASK",
      arity = "1..*",
      description = "Its id, for all that were published under it, or ID/DIGEST for one of them.")
  private List<String> tasks = List.of();

  @Override
  public Integer call() {
    List<String> removed;
    try (Connection connection = options.open();
        Publisher publisher = Publisher.open(connection)) {
      removed = read(connection).require(tasks);
      removed.forEach(publisher::removeTask);
      publisher.flush();
    }
    tell(removed);
    return 0;
  }

  // Closed for its end, not for what it says.
  @SuppressWarnings("try")
  private CurrentTasks read(Connection connection) {
    try (Waiting reading = options.waiting("reading the tasks")) {
      return CurrentTasks.read(connection);
    }
  }

  private void tell(List<String> removed) {
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(
          PlainJson.line(
              json -> {
                json.writeStartObject();
                json.writeArrayFieldStart("removed");
                for (String key : removed) {
                  json.writeString(key);
                }
                json.writeEndArray();
                json.writeEndObject();
              }));
    } else {
      removed.forEach(key -> out.println("removed: " + Shown.text(key)));
    }
    out.flush();
  }
}
