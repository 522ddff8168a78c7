package org.sealflow.synthesize;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.ToolDoc;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.python.PyJson;
import org.sealflow.schemas.Capabilities;

/**
 * Writes the prompt of a request: the evidence of a weakness, the documentation of the services,
 * and starts and an example from tasks trained on. Nothing in it comes from a task of validation or
 * test.
 */
final class ProposalPrompt {
  static final String INSTRUCTION =
      """
      You write training tasks for an agent that calls tools. Answer with one JSON object and nothing else:
      {"tasks": [{"category": "...", "start": "...", "turns": [{"user": "...", "calls": ["..."]}]}]}
      category: multi_turn_base, multi_turn_miss_func, multi_turn_miss_param or multi_turn_long_context.
      start: the name of one of the starts shown. Or give "services" (a list of names) and "initial_config" (service to its state) instead.
      turns: user is what the user says; calls are the calls that serve it, in Python's form with named arguments, such as cd(folder='a'). Every value of a call is said by the user, or follows from the start or from an earlier result.
      multi_turn_miss_func: one turn has no calls, as a tool is missing; the next has no user, but "reveals": the list of the tools that were missing, and the calls.
      multi_turn_miss_param: one turn has no calls, as a value is missing; the next says it.
      Every call is executed. A task is dropped if a call fails, if it repeats a known task, or if it needs no call.
      """;

  /** Longer starts would leave a model no room. */
  private static final int LONGEST_START = 3_000;

  private static final int STARTS = 2;

  private final KnownTasks known;
  private final HeldOutValues heldOut;
  private final List<Task> usable;

  ProposalPrompt(KnownTasks known) {
    this.known = known;
    this.heldOut = new HeldOutValues(known);
    this.usable = known.training().stream().filter(this::isUsable).toList();
  }

  private boolean isUsable(Task task) {
    return TaskContent.start(task).length() <= LONGEST_START
        && !known.resemblesHeldOut(task)
        && !heldOut.areIn(shown(task));
  }

  private static String shown(Task task) {
    return TaskContent.start(task) + "\n" + TaskJson.write(task);
  }

  /**
   * The question about a weakness.
   *
   * @param tasks how many tasks are asked for
   * @param number the number of the request: another one shows other starts
   */
  String question(Weakness weakness, int tasks, int number) {
    List<Task> starts = starts(weakness, number);
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "The agent is weak here (%s): %s.%n",
            String.join(", ", weakness.signals().stream().map(Signal::label).toList()),
            weakness.evidence()));
    if (!weakness.tools().isEmpty()) {
      text.append("Every task calls at least one of these tools: ")
          .append(String.join(", ", weakness.tools()))
          .append(".\n");
    }
    if (!weakness.category().equals(Capabilities.ALL)) {
      text.append("The category is ").append(weakness.category()).append(".\n");
    }
    documents(weakness, starts, text);
    for (Task start : starts) {
      text.append("Start ").append(start.id()).append(": ");
      text.append(start.initialConfiguration().isEmpty() ? "{}" : TaskContent.start(start));
      text.append('\n');
    }
    if (!starts.isEmpty()) {
      text.append("A known task, as an example of the form: ")
          .append(TaskJson.write(starts.get(0)))
          .append('\n');
    }
    return text.append("Write ").append(tasks).append(" new tasks.\n").toString();
  }

  private List<Task> starts(Weakness weakness, int number) {
    Set<String> services = services(weakness);
    List<Task> fitting =
        usable.stream()
            .filter(
                task ->
                    services.isEmpty()
                        || task.involvedClasses().stream().anyMatch(services::contains))
            .filter(task -> fits(task, weakness))
            .toList();
    List<Task> starts = new ArrayList<>();
    for (int i = 0; i < Math.min(STARTS, fitting.size()); i++) {
      starts.add(fitting.get((int) ((long) number * STARTS + i) % fitting.size()));
    }
    return starts;
  }

  /** Long-context starts are loaded with more than they say: they serve that category alone. */
  private static boolean fits(Task task, Weakness weakness) {
    boolean wanted = weakness.category().equals(GeneratorSettings.LONG_CONTEXT);
    return task.longContext() == wanted;
  }

  /** The services that document the tools of a weakness. */
  private Set<String> services(Weakness weakness) {
    Set<String> services = new LinkedHashSet<>();
    known
        .sources()
        .documents()
        .forEach(
            (service, tools) -> {
              if (tools.stream().map(ToolDoc::name).anyMatch(weakness.tools()::contains)) {
                services.add(service);
              }
            });
    return services;
  }

  private void documents(Weakness weakness, List<Task> starts, StringBuilder text) {
    Set<String> services = new LinkedHashSet<>(services(weakness));
    starts.forEach(start -> services.addAll(start.involvedClasses()));
    for (String service : services) {
      text.append("Tools of the service ").append(service).append(":\n");
      for (ToolDoc tool : known.sources().documents().getOrDefault(service, List.of())) {
        text.append(PyJson.dumps(tool.document())).append('\n');
      }
    }
  }
}
