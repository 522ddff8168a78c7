package org.sealflow.bfcl.task;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.environment.TaskOutline;
import org.sealflow.python.PyDict;

/**
 * A task of the benchmark: what the user says, the services and their starting state, the calls
 * that solve it. Immutable; the scenario values must not be changed by readers.
 *
 * @param id {@code <category>_<number>}
 * @param turns the messages of each user turn; an empty turn reveals withheld tools
 * @param involvedClasses names of the simulator classes, in order
 * @param initialConfiguration class name → scenario; classes without an entry start empty
 * @param withheldTools turn index → names of the tools that become available at that turn
 * @param groundTruth per turn the calls that solve it; an empty turn asks to abstain
 */
public record Task(
    String id,
    List<List<Message>> turns,
    List<String> involvedClasses,
    PyDict initialConfiguration,
    Map<Integer, List<String>> withheldTools,
    List<List<String>> groundTruth)
    implements TaskOutline {
  public Task {
    turns = turns.stream().map(List::copyOf).toList();
    involvedClasses = List.copyOf(involvedClasses);
    withheldTools = new TreeMap<>(withheldTools);
    groundTruth = groundTruth.stream().map(List::copyOf).toList();
    if (turns.size() != groundTruth.size()) {
      throw new IllegalArgumentException(
          "task "
              + id
              + " has "
              + turns.size()
              + " user turns but "
              + groundTruth.size()
              + " ground-truth turns; both must be equal in number");
    }
  }

  /** The id without its last {@code _…} part. */
  @Override
  public String category() {
    return TaskOutline.category(id);
  }

  /** Whether simulators are loaded with the long-context extensions. */
  public boolean longContext() {
    return category().contains("long_context") || category().contains("composite");
  }

  /** The turn at which a tool becomes available: 0 unless it is withheld. */
  public int availableFrom(String tool) {
    for (Map.Entry<Integer, List<String>> entry : withheldTools.entrySet()) {
      if (entry.getValue().contains(tool)) {
        return entry.getKey();
      }
    }
    return 0;
  }

  /** One message of a user turn. */
  public record Message(String role, String content) {}
}
