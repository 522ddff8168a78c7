package org.sealflow.generate;

import java.util.List;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.ToolDoc;
import org.sealflow.generate.family.SlotCounts;

/**
 * A task and where it comes from.
 *
 * @param index its place in the generator's sequence, from 0
 * @param task in the benchmark's format
 * @param documents the documentation of its tools, in the order of its classes
 * @param scenario the action families of its turns, joined by {@code +}, such as {@code
 *     files.move+files.read}
 * @param paraphrases ids of the wordings its user turns are made of, such as {@code files.move/2}
 *     and {@code answer/1}
 * @param heldOutWording whether all of its wordings are held out of training, else none is
 * @param slots what fills its slots
 */
public record GeneratedTask(
    long index,
    Task task,
    List<ToolDoc> documents,
    String scenario,
    List<String> paraphrases,
    boolean heldOutWording,
    SlotCounts slots) {
  public GeneratedTask {
    documents = List.copyOf(documents);
    paraphrases = List.copyOf(paraphrases);
  }
}
