package org.sealflow.generate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJsonReader;

/**
 * The documents and long-context constants that tasks refer to.
 *
 * @param documents class name → documentation of its tools, of all eight classes
 * @param longContext the constants that fill the services of long-context tasks
 */
public record GeneratorSources(Map<String, List<ToolDoc>> documents, LongContext longContext) {
  public GeneratorSources {
    Map<String, List<ToolDoc>> copy = new LinkedHashMap<>();
    documents.forEach((name, tools) -> copy.put(name, List.copyOf(tools)));
    documents = copy;
    Simulators.all()
        .forEach(
            type -> {
              if (!copy.containsKey(type.name())) {
                throw new IllegalArgumentException(
                    "no documentation of "
                        + type.name()
                        + "; expected that of all eight classes, as data/tasks holds it");
              }
            });
  }

  /**
   * The sources of documentation as text.
   *
   * @param documents class name → JSON objects, one per tool
   * @throws org.sealflow.python.PyException where one is no JSON
   * @throws IllegalArgumentException if one is no object with a name, or a class is missing
   */
  public static GeneratorSources ofJson(
      Map<String, List<String>> documents, LongContext longContext) {
    Map<String, List<ToolDoc>> read = new LinkedHashMap<>();
    documents.forEach(
        (name, texts) -> read.put(name, texts.stream().map(GeneratorSources::document).toList()));
    return new GeneratorSources(read, longContext);
  }

  private static ToolDoc document(String json) {
    if (PyJsonReader.read(json) instanceof PyDict object) {
      return ToolDoc.of(object);
    }
    throw new IllegalArgumentException("expected a JSON object, found " + json);
  }

  /** The documentation of a task's tools, in the order of its classes. */
  public List<ToolDoc> of(Task task) {
    List<ToolDoc> tools = new ArrayList<>();
    task.involvedClasses().forEach(name -> tools.addAll(documents.getOrDefault(name, List.of())));
    return tools;
  }
}
