package org.sealflow.nano.warm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.generate.TurnRange;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.ToolDocs;

/** Generated tasks over the committed documentation. */
final class TestingTasks {
  static final GeneratorSources SOURCES = sources();

  /** One of each category. */
  static final List<JudgedTask> FOUR =
      new GeneratedSets(SOURCES, PromptStyles.signatures(), TurnRange.SHORT)
          .first(GeneratorSplit.VALIDATION, 4);

  private TestingTasks() {}

  private static GeneratorSources sources() {
    try {
      TaskDirectory directory = TaskDirectory.read(Path.of("..", "..", "data", "tasks"));
      Map<String, List<String>> documents = new LinkedHashMap<>();
      for (TaskRecord record : directory.records()) {
        ToolDocs docs = record.getToolDocs();
        if (docs != null) {
          documents.put(docs.getSimulatorClass(), new ArrayList<>(docs.getDocs()));
        }
      }
      return GeneratorSources.ofJson(documents, directory.longContext());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
