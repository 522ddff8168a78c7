package org.sealflow.bfcl.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.Reference;
import org.sealflow.bfcl.python.Py;
import org.sealflow.bfcl.python.PyDict;
import org.sealflow.bfcl.python.PyException;
import org.sealflow.bfcl.python.PyJson;

/** The reference's recorded answers to single expressions and to single calls on a fresh task. */
class CallExecutionMicroTest {
  private final List<String> differences = new ArrayList<>();
  private final Map<String, Integer> refused = new TreeMap<>();

  private void compare(String what, String answer, String recorded) {
    if (!answer.equals(recorded)) {
      differences.add(what + "\n  " + answer + "\n  " + recorded);
    }
  }

  private static Object evaluate(String source) {
    return Evaluator.ofLiterals().evaluate(ExpressionParser.parse(source));
  }

  /** What the row records: a value's text or the text of an exception. */
  private static String recorded(JsonNode row) {
    return row.has("r") ? row.get("r").asText() : row.get("msg").asText();
  }

  private void countRefusal(String form) {
    refused.merge(form, 1, Integer::sum);
  }

  @Test
  void valuesPrintAsRecorded() {
    for (JsonNode row : Reference.micro("eval_str")) {
      String source = row.get("s").asText();
      try {
        compare(source, Py.str(evaluate(source)), recorded(row));
      } catch (PyException error) {
        compare(source, error.text(), recorded(row));
      } catch (UnsupportedExpressionException form) {
        countRefusal(form.form());
      }
    }
    assertThat(differences).isEmpty();
    assertThat(refused).isEqualTo(REFUSED_EXPRESSIONS);
  }

  @Test
  void valuesAreJsonAsRecorded() {
    for (JsonNode row : Reference.micro("eval_json")) {
      String source = row.get("s").asText();
      try {
        compare(source, PyJson.dumps(PyDict.of("x", evaluate(source))), recorded(row));
      } catch (PyException error) {
        compare(source, error.text(), recorded(row));
      } catch (UnsupportedExpressionException form) {
        countRefusal(form.form());
      }
    }
    assertThat(differences).isEmpty();
    assertThat(refused).isEqualTo(REFUSED_EXPRESSIONS);
  }

  /** The recorded expressions of a form calls cannot use here. */
  private static final Map<String, Integer> REFUSED_EXPRESSIONS = Map.of("list comprehension", 1);

  @Test
  void valuesAreEqualAsRecorded() {
    int compared = 0;
    for (JsonNode row : Reference.micro("eq")) {
      String pair = row.get("a").asText() + " == " + row.get("b").asText();
      try {
        Object a = evaluate(row.get("a").asText());
        Object b = evaluate(row.get("b").asText());
        compare(pair, String.valueOf(Py.eq(a, b)), recorded(row));
        compared++;
      } catch (PyException error) {
        compareError(pair, error, row);
      } catch (UnsupportedExpressionException form) {
        countRefusal(form.form());
      }
    }
    assertThat(differences).isEmpty();
    assertThat(compared).isGreaterThan(650);
  }

  /** {@code null}, {@code true} and their like have a value where the rows were recorded. */
  private void compareError(String pair, PyException error, JsonNode row) {
    if (error.kind() != PyException.Kind.NAME_ERROR) {
      compare(pair, error.text(), recorded(row));
    }
  }

  /** The recorded calls that use one. */
  private static final Map<String, Integer> REFUSED_CALLS =
      Map.ofEntries(
          Map.entry("attribute .strip", 2),
          Map.entry("attribute .upper", 1),
          Map.entry("bytes literal", 2),
          Map.entry("f-string", 3));

  @Test
  void callsOnFreshTasksAnswerAsRecorded() {
    TestingTasks tasks = TestingTasks.read();
    int compared = 0;
    for (JsonNode row : Reference.micro("call_fresh_instance")) {
      TestingTasks.Task task = tasks.task(row.get("task").asText());
      String call = row.get("call").asText();
      CallOutcome outcome = tasks.executor(task, row.get("model_name_arg").asText()).execute(call);
      if (outcome.status() == CallOutcome.Status.REFUSED) {
        countRefusal(String.valueOf(outcome.refusedForm()));
      } else {
        compare(task.id() + " " + call, outcome.text(), recorded(row));
        compared++;
      }
    }
    assertThat(refused).isEqualTo(REFUSED_CALLS);
    assertThat(differences).isEmpty();
    assertThat(compared).isEqualTo(649);
  }
}
