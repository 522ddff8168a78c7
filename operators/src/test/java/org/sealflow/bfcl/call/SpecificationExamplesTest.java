package org.sealflow.bfcl.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.Reference;
import org.sealflow.bfcl.python.PyDict;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.bfcl.simulator.World;

/** The checked examples of the call execution's specification (section 10), read where it lies. */
class SpecificationExamplesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final MethodTable BOTH = table("GorillaFileSystem", "MathAPI");
  private static final MethodTable MATH = table("MathAPI");

  private final Map<String, Integer> refused = new TreeMap<>();
  private final List<String> differences = new ArrayList<>();
  private int compared;

  private static MethodTable table(String... classNames) {
    List<SimulatorClass<?>> classes = new ArrayList<>();
    for (String name : classNames) {
      classes.add(Simulators.named(name));
    }
    return MethodTable.of(classes);
  }

  private static CallExecutor executor(MethodTable methods) {
    PyDict contents =
        PyDict.of(
            "a.txt", PyDict.of("type", "file", "content", "hello\nworld"),
            "b.txt", PyDict.of("type", "file", "content", "B"));
    PyDict root = PyDict.of("w", PyDict.of("type", "directory", "contents", contents));
    PyDict configuration = PyDict.of("GorillaFileSystem", PyDict.of("root", root));
    World world = new World(LongContext.none(), null);
    return new CallExecutor("m", "TID", methods, configuration, false, world);
  }

  @Test
  void everyExampleInsideTheGrammarGivesItsResult() {
    MethodTable methods = BOTH;
    for (String line : section10()) {
      if (line.startsWith("**")) {
        methods = line.contains("Only MathAPI") ? MATH : BOTH;
      } else if (line.indexOf('\t') > 0) {
        check(line, methods);
      }
    }
    assertThat(differences).isEmpty();
    assertThat(compared).isGreaterThan(280);
    assertThat(refused).isEqualTo(REFUSED);
  }

  /** What the examples use outside the grammar that is evaluated here. */
  private static final Map<String, Integer> REFUSED = Map.of();

  private void check(String line, MethodTable methods) {
    int tab = line.indexOf('\t');
    String call = unquoted(line.substring(0, tab));
    CallOutcome outcome = executor(methods).execute(call);
    if (outcome.status() == CallOutcome.Status.REFUSED) {
      refused.merge(String.valueOf(outcome.refusedForm()), 1, Integer::sum);
      return;
    }
    compared++;
    String expected = line.substring(tab + 1);
    if (!outcome.text().equals(expected)) {
      differences.add(call + "\n  " + outcome.text() + "\n  " + expected);
    }
  }

  /** Calls with control characters stand as JSON texts. */
  private static String unquoted(String call) {
    if (!call.startsWith("\"")) {
      return call;
    }
    try {
      return JSON.readValue(call, String.class);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> section10() {
    try {
      List<String> lines =
          Files.readAllLines(Reference.folder().resolve("spec/call-execution.md"));
      return lines.subList(lines.indexOf("## 10. Checked examples") + 1, lines.size());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
