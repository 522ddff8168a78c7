package org.sealflow.python.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJson;
import org.sealflow.python.Reference;
import org.sealflow.python.syntax.ExpressionParser;

/** The reference's recorded answers to single expressions. */
class RecordedExpressionsTest {
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

  /** The recorded outcome: a value's text or the text of an exception. */
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
}
