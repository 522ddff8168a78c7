package org.sealflow.python.call.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.syntax.ExpressionParser;

class FunctionCallDecoderTest {
  private static List<String> decode(Object... calls) {
    return FunctionCallDecoder.decode(new PyList(List.of(calls)));
  }

  private static PyDict call(String name, Object arguments) {
    return PyDict.of(name, arguments);
  }

  private static void fails(String exceptionType, Object call) {
    UndecodableException failure =
        catchThrowableOfType(UndecodableException.class, () -> decode(call("f", "{}"), call));
    assertThat(failure).as(call.toString()).isNotNull();
    assertThat(failure.exceptionType()).as(call.toString()).isEqualTo(exceptionType);
  }

  @Test
  void argumentsAreWrittenByReprWithoutBlanks() {
    assertThat(
            decode(
                call("cd", "{\"folder\": \"it's\"}"),
                call(
                    "f",
                    "{\"a\": [1, 2.0, true, null], \"b\": {\"c\": \"d\"}, \"e\": 1e22,"
                        + " \"g\": \"\\u00e9\\n\"}"),
                call("ls", " {} ")))
        .containsExactly(
            "cd(folder=\"it's\")",
            "f(a=[1, 2.0, True, None],b={'c': 'd'},e=1e+22,g='\u00e9\\n')",
            "ls()");
    assertThat(decode()).isEmpty();
  }

  @Test
  void whatPythonsJsonTakesIsTaken() {
    assertThat(decode(call("f", "{\"a\": NaN, \"b\": -Infinity, \"c\": 123456789012345678901}")))
        .containsExactly("f(a=nan,b=-inf,c=123456789012345678901)");
    assertThat(decode(call("f", "{\"a\": 1, \"b\": 2, \"a\": 3}"))).containsExactly("f(a=3,b=2)");
    assertThat(decode(call("f", "{\"a\": \"\\ud83d\"}"))).containsExactly("f(a='\\ud83d')");
  }

  @Test
  void namesAreNotChecked() {
    List<String> calls = decode(call("ls<|channel|>commentary", "{\"a b\": false}"));
    assertThat(calls).containsExactly("ls<|channel|>commentary(a b=False)");
    PyException error =
        catchThrowableOfType(PyException.class, () -> ExpressionParser.parse(calls.get(0)));
    assertThat(error.text()).isEqualTo("invalid syntax (<string>, line 1)");
  }

  @Test
  void ofSeveralNamesOnlyTheFirstCounts() {
    assertThat(decode(PyDict.of("f", "{}", "g", "{}"))).containsExactly("f()");
  }

  @Test
  void argumentsThatAreNoJsonObjectDropTheStep() {
    fails("JSONDecodeError", call("f", ""));
    fails("JSONDecodeError", call("f", "{\"a\": }"));
    fails("JSONDecodeError", call("f", "{\"a\": 1,}"));
    fails("JSONDecodeError", call("f", "{\"a\": \"x\ny\"}"));
    fails("JSONDecodeError", call("f", "{} {}"));
    fails("AttributeError", call("f", "[1]"));
    fails("AttributeError", call("f", "null"));
    fails("TypeError", call("f", new PyDict()));
    fails("AttributeError", "f()");
    fails("IndexError", new PyDict());
  }
}
