package org.sealflow.bfcl.simulator;

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
import org.sealflow.python.PyDict;
import org.sealflow.python.Reference;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.MethodTable;

/** The checked examples of the call execution's specification (section 10), read where it lies. */
class SpecificationExamplesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The examples write TID; a position in one of them shows that the id has four characters. */
  private static final String TASK_ID = "TIDX";

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

  private static SimulatorInstances executor(MethodTable methods) {
    PyDict contents =
        PyDict.of(
            "a.txt", PyDict.of("type", "file", "content", "hello\nworld"),
            "b.txt", PyDict.of("type", "file", "content", "B"));
    PyDict root = PyDict.of("w", PyDict.of("type", "directory", "contents", contents));
    PyDict configuration = PyDict.of("GorillaFileSystem", PyDict.of("root", root));
    SharedWorld world = new SharedWorld(LongContext.none(), null);
    return new SimulatorInstances(
        ReferenceNames.of("m", TASK_ID, methods), methods, configuration, false, world);
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
    assertThat(refused).isEqualTo(REFUSED);
    assertThat(differences).isEmpty();
    assertThat(compared).isEqualTo(427);
  }

  /** Expressions of the examples outside the grammar that is evaluated here. */
  private static final Map<String, Integer> REFUSED =
      Map.ofEntries(
          Map.entry("assignment expression", 3),
          Map.entry("attribute .foo", 2),
          Map.entry("attribute .format", 1),
          Map.entry("attribute .join", 1),
          Map.entry("attribute .keys", 1),
          Map.entry("attribute .lower", 1),
          Map.entry("attribute .x", 2),
          Map.entry("bytes literal", 1),
          Map.entry("dict comprehension", 2),
          Map.entry("f-string", 3),
          Map.entry("lambda", 1),
          Map.entry("list comprehension", 3),
          Map.entry("name class_name", 1),
          Map.entry("name copy", 2),
          Map.entry("name exit", 1),
          Map.entry("name func_call", 1),
          Map.entry("name int", 1),
          Map.entry("name involved_classes", 1),
          Map.entry("name is_evaL_run", 1),
          Map.entry("name json.dumps", 1),
          Map.entry("name long_context", 1),
          Map.entry("name range", 1),
          Map.entry("name re", 1),
          Map.entry("name type", 1),
          Map.entry("operator ~", 1),
          Map.entry("slice", 1),
          Map.entry("text formatting with %", 1));

  private void check(String line, MethodTable methods) {
    int tab = line.indexOf('\t');
    String call = unquoted(line.substring(0, tab));
    CallOutcome outcome = executor(methods).execute(call);
    if (outcome.status() == CallOutcome.Status.REFUSED) {
      refused.merge(String.valueOf(outcome.refusedForm()), 1, Integer::sum);
      return;
    }
    compared++;
    String expected = line.substring(tab + 1).replace("TID", TASK_ID);
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
      List<String> lines = Files.readAllLines(Reference.folder().resolve("spec/call-execution.md"));
      return lines.subList(lines.indexOf("## 10. Checked examples") + 1, lines.size());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
