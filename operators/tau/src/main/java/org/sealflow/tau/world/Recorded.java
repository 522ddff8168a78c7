package org.sealflow.tau.world;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.tool.Tool;

/** Runs recorded calls again, as the benchmark does before it scores. */
public final class Recorded {
  /** A call whose result is not the recorded one. */
  public record Difference(Call call, ToolAnswer recorded, ToolAnswer found) {
    /** The text of the benchmark's complaint. */
    public String text() {
      return "Tool call: %s(%s) returned %s, but %s was recorded"
          .formatted(
              call.name(), Python.repr(call.arguments()), found.content(), recorded.content());
    }
  }

  private Recorded() {}

  /**
   * Runs the recorded calls that can change data and leaves out all others, as the benchmark does.
   *
   * @return the calls whose results differ from the recorded ones
   */
  public static List<Difference> replay(TauWorld world, List<Step> steps) {
    List<Difference> differences = new ArrayList<>();
    for (Step step : steps) {
      for (int i = 0; i < step.calls().size(); i++) {
        Call call = step.calls().get(i);
        Tool tool = world.domain().tool(call.name());
        if (tool != null && tool.mutates()) {
          ToolAnswer found = world.call(call);
          if (!step.results().isEmpty() && !same(step.results().get(i), found)) {
            differences.add(new Difference(call, step.results().get(i), found));
          }
        }
      }
    }
    return differences;
  }

  /**
   * Whether a result is the recorded one. Texts that come from the reference's libraries change
   * with their versions; of these only the flag counts.
   */
  public static boolean same(ToolAnswer recorded, ToolAnswer found) {
    if (recorded.content().equals(found.content())) {
      return true;
    }
    boolean foreign =
        found.kind() == CallException.Kind.VALIDATION || found.kind() == CallException.Kind.PYTHON;
    if (foreign) {
      return recorded.error() || recorded.content().startsWith("Error: ");
    }
    Parsed first = parse(recorded.content());
    Parsed second = parse(found.content());
    return first.json() == second.json() && Python.equal(first.value(), second.value());
  }

  private record Parsed(boolean json, @Nullable Object value) {}

  private static Parsed parse(String content) {
    try {
      return new Parsed(
          true, JsonValues.of(Objects.requireNonNull(JsonValues.mapper().readTree(content))));
    } catch (JsonProcessingException e) {
      return new Parsed(false, content);
    }
  }
}
