package org.sealflow.environment.conversation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;

/**
 * A tool and what a style writes of it, so that episodes write anew only what a presentation
 * changes.
 *
 * @param doc the tool's documentation, as the task has it
 * @param text what the style writes of it
 */
record WrittenTool(ToolDoc doc, String text) {
  private static final String DESCRIPTION = "description";

  static List<WrittenTool> of(List<ToolDoc> docs, Function<ToolDoc, String> style) {
    return docs.stream().map(doc -> new WrittenTool(doc, style.apply(doc))).toList();
  }

  /**
   * The tools as the policy is shown them.
   *
   * @throws IllegalArgumentException if the presentation changes more than descriptions of
   *     parameters
   */
  static List<WrittenTool> shown(
      List<WrittenTool> tools, Presentation presentation, Function<ToolDoc, String> style) {
    List<WrittenTool> shown = new ArrayList<>(tools.size());
    for (WrittenTool tool : tools) {
      ToolDoc presented = presentation.present(tool.doc);
      boolean same = presented.document() == tool.doc.document();
      shown.add(same ? tool : new WrittenTool(presented, style.apply(tool.checked(presented))));
    }
    return shown;
  }

  /** The tools as the style writes them, nothing changed. */
  static List<String> texts(List<WrittenTool> tools) {
    return tools.stream().map(WrittenTool::text).toList();
  }

  private ToolDoc checked(ToolDoc presented) {
    boolean sameTool =
        presented.name().equals(doc.name()) && Py.eq(withoutCues(presented), withoutCues(doc));
    if (!sameTool) {
      throw new IllegalArgumentException(
          "the presentation changes what the tool "
              + doc.name()
              + " is; it may change the descriptions of its parameters and nothing else");
    }
    return presented;
  }

  private static Object withoutCues(ToolDoc tool) {
    ToolDoc copy = ToolDoc.of((PyDict) Py.deepCopy(tool.document()));
    copy.parameters().values().forEach(parameter -> parameter.remove(DESCRIPTION));
    return copy.document();
  }
}
