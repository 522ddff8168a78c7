package org.sealflow.evolve.patch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJsonReader;
import org.sealflow.python.Reference;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.ToolDocs;

/**
 * All tasks and tools of the benchmark; a test that asks for them is skipped where it is absent.
 */
public final class ReferenceTasks {
  private ReferenceTasks() {}

  /** Every task and tool documentation as a record. */
  public static List<TaskRecord> records() {
    try {
      return TaskDirectory.read(Reference.folder().resolve("bfcl")).records();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The documentation of every tool. */
  public static List<ToolDoc> tools(List<TaskRecord> records) {
    List<ToolDoc> tools = new ArrayList<>();
    for (TaskRecord record : records) {
      ToolDocs docs = record.getToolDocs();
      if (docs != null) {
        docs.getDocs().forEach(doc -> tools.add(tool(doc)));
      }
    }
    return tools;
  }

  /** The documentation of a tool. */
  public static ToolDoc tool(String json) {
    return ToolDoc.of((PyDict) PyJsonReader.read(json));
  }
}
