package org.sealflow.synthesize;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sealflow.generate.TaskFiles;

/** Synthesized tasks as a task directory, with origin and evidence of each beside them. */
public final class SynthesisFiles {
  /** A line of JSON for each task: id, content digest, origin, capability, signals, evidence. */
  public static final String ORIGINS = "synthesis.jsonl";

  private SynthesisFiles() {}

  /**
   * Writes tasks.
   *
   * @param tools the task directory whose documentation and constants go with them
   * @param output the directory, made where it does not exist
   * @throws IOException if something cannot be read or written
   */
  public static void write(List<SynthesizedTask> tasks, Path tools, Path output)
      throws IOException {
    TaskFiles.write(tasks.stream().map(SynthesizedTask::task).iterator(), tools, output);
    ObjectMapper json = new ObjectMapper();
    try (BufferedWriter lines =
        Files.newBufferedWriter(output.resolve(ORIGINS), StandardCharsets.UTF_8)) {
      for (SynthesizedTask task : tasks) {
        lines.write(line(task, json));
        lines.write('\n');
      }
    }
  }

  private static String line(SynthesizedTask made, ObjectMapper json) {
    Weakness weakness = made.weakness();
    ObjectNode line = json.createObjectNode();
    line.put("task", made.task().id());
    line.put("contentDigest", TaskContent.digest(made.task()));
    line.put("origin", made.origin());
    line.put("capability", weakness.capability());
    weakness.signals().forEach(signal -> line.withArray("signals").add(signal.label()));
    line.put("weight", weakness.weight());
    line.put("evidence", weakness.evidence());
    return line.toString();
  }
}
