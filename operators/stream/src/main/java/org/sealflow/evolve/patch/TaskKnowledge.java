package org.sealflow.evolve.patch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.LeakGuard;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJsonReader;
import org.sealflow.python.PyList;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.ToolDocs;

/**
 * Knowledge from the records of the topic tasks: the documentation of the tools, and the values of
 * the ground truth that patches must not show. The same whatever the order of the records.
 */
public final class TaskKnowledge {
  /**
   * Tool → digest of the record → its documentation; of several records, the first digest's is
   * used.
   */
  private final Map<String, TreeMap<String, ToolDoc>> documents = new HashMap<>();

  private LeakGuard guard = new LeakGuard();
  private long revision;
  private long malformed;

  /** The same with all records forgotten. */
  public TaskKnowledge cleared() {
    documents.clear();
    guard = new LeakGuard();
    malformed = 0;
    revision++;
    return this;
  }

  /** Takes a record; one taken before changes nothing. */
  public void take(TaskRecord record) {
    Task task = record.getTask();
    if (task != null) {
      revision++;
      task.getTurns().forEach(turn -> guard.addGroundTruth(turn.getGroundTruth()));
    }
    ToolDocs docs = record.getToolDocs();
    if (docs != null) {
      revision++;
      docs.getDocs().forEach(doc -> take(doc, docs.getDigest()));
    }
  }

  /** A documentation that is none has its say in verification, which cannot do without it. */
  private void take(String json, String digest) {
    try {
      if (PyJsonReader.read(json) instanceof PyDict object) {
        ToolDoc doc = ToolDoc.of(object);
        documents.computeIfAbsent(doc.name(), name -> new TreeMap<>()).put(digest, doc);
        addTexts(object);
        return;
      }
    } catch (PyException | IllegalArgumentException noDocument) {
      malformed++;
      return;
    }
    malformed++;
  }

  private void addTexts(Object value) {
    if (value instanceof PyDict object) {
      for (PyDict.Entry entry : object.entries()) {
        addTexts(entry.key());
        addTexts(entry.value());
      }
    } else if (value instanceof PyList list) {
      list.forEach(this::addTexts);
    } else {
      guard.addDocumentation(Py.str(value));
    }
  }

  /** The documentation of a tool; null if there is none yet. */
  public @Nullable ToolDoc document(String tool) {
    TreeMap<String, ToolDoc> byDigest = documents.get(tool);
    return byDigest == null ? null : byDigest.firstEntry().getValue();
  }

  /** The ground-truth value a content would give away, as its tokens; empty for none. */
  public Optional<String> leakIn(PatchContent content) {
    List<String> texts = PatchContents.texts(content);
    return guard.leakIn(texts);
  }

  /** Rises with every record that says something new, and where records are forgotten. */
  public long revision() {
    return revision;
  }

  /** Pieces of documentation that could not be read. */
  public long malformed() {
    return malformed;
  }
}
