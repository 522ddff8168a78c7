package org.sealflow.bfcl.task;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PyText;
import org.sealflow.python.Reference;

class LongContextModuleTest {
  private static String repr(String source) {
    Map<String, Object> constants = LongContextModule.parse(source);
    StringJoiner shown = new StringJoiner("; ");
    constants.forEach((name, value) -> shown.add(name + " = " + Py.repr(value)));
    return shown.toString();
  }

  private static void refused(String source, String problem) {
    assertThatThrownBy(() -> LongContextModule.parse(source))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the module of long-context constants cannot be read: %s; expected only assignments of"
                + " literals to names",
            problem);
  }

  @Test
  void readsEveryFormOfText() {
    assertThat(repr("A = 'it\\'s'\nB = \"\\x41\\u00e9\\n\\d\"\nC=r'a\\b'\nD = u'x'"))
        .isEqualTo("A = \"it's\"; B = 'A\u00e9\\n\\\\d'; C = 'a\\\\b'; D = 'x'");
    assertThat(repr("A = '''two\nlines 'quoted' \\\n# no comment'''\nB = \"\"\"\"x\\\"\"\"\""))
        .isEqualTo("A = \"two\\nlines 'quoted' # no comment\"; B = '\"x\"'");
    assertThat(repr("A = ('one ' # first\n     \"two \"\n\n     r'three'\n)"))
        .isEqualTo("A = 'one two three'");
    assertThat(repr("A = 'one ' \\\n    'two'\nB = ''")).isEqualTo("A = 'one two'; B = ''");
  }

  @Test
  void readsEveryFormOfNumberAndConstant() {
    assertThat(repr("A = [1, -2, +3, 0x1F, 1_000, 0b11]")).isEqualTo("A = [1, -2, 3, 31, 1000, 3]");
    assertThat(repr("A = (1.5, -.5, 5., 1e3, 123456789012345678901234567890)"))
        .isEqualTo("A = (1.5, -0.5, 5.0, 1000.0, 123456789012345678901234567890)");
    assertThat(repr("A = True\nB = False\nC = None\nD = ..."))
        .isEqualTo("A = True; B = False; C = None; D = Ellipsis");
  }

  @Test
  void readsNestedContainersOverManyLines() {
    assertThat(
            repr(
                """
                A = {
                  'list': [
                    1,  # one ]
                    'two, (',
                  ],
                  3: ({4}, (), (5,),),
                  "": {},
                }
                B = 1, 2
                C = []
                """))
        .isEqualTo("A = {'list': [1, 'two, ('], 3: ({4}, (), (5,)), '': {}}; B = (1, 2); C = []");
  }

  @Test
  void skipsWhatIsNoConstant() {
    String module =
        "\ufeff#!/usr/bin/env python3\r\n\"\"\"Docstring; x = 1\"\"\"\r\nimport os, sys\r\n"
            + "from typing import (\r\n    List,\r\n)\r\n\r\n"
            + "@decorated(x=1)\r\ndef f(a=1):\r\n    b = a\r\n\r\n    return b\r\n"
            + "class C:\r\n    X = 1\r\n    def m(self): pass\r\n'more'\r\npass\r\n"
            + "A: str = 'a' ; B = 'x\\\r\ny'\r\nimportant = 1";
    assertThat(repr(module)).isEqualTo("A = 'a'; B = 'xy'; important = 1");
    assertThat(repr("\n# nothing\n\n")).isEmpty();
  }

  @Test
  void lastAssignmentOfANameCounts() {
    assertThat(repr("A = 1\nB = 2\nA = 3")).isEqualTo("A = 3; B = 2");
  }

  @Test
  void namesTheLineOfWhatItCannotRead() {
    refused("A = 1\n\nB = A\n", "line 3 has a value that is no literal (found name A)");
    refused("A = [\n1,\nf(2)]", "line 1 has a value that is no literal (found call)");
    refused("A = f'{1}'", "line 1 has a value that is no literal (found f-string)");
    refused("A = {**{}}", "line 1 has a value that is no literal (found operation)");
    refused("A = ~1", "line 1 has a value that is no literal (found operation)");
    refused("A = 'x\ny'\n", "line 1 has a string that does not end");
    refused("'''a\nb'''\nA = '''x\ny", "line 3 has a string that does not end");
    refused("A = [1,\n2", "line 1 has a value that is no literal ('[' was never closed)");
    refused("A = {[]: 1}", "line 1 has a value that is no literal (unhashable type: 'list')");
    refused("A = 1\nA += 1", "line 2 has a statement that is no assignment");
    refused("A == 1", "line 1 has a statement that is no assignment");
    refused("A.append(1)", "line 1 has a statement that is no assignment");
    refused("if True:\n    A = 1", "line 1 has a statement that is no assignment");
    refused("A = 1\n  B = 2", "line 2 has an indented statement");
  }

  /** How the texts of a module are written. */
  enum Style {
    REPR,
    DOUBLE_QUOTES,
    TRIPLE_QUOTES,
    IMPLICIT_CONCATENATION;

    String write(String text) {
      return switch (this) {
        case REPR -> PyText.repr(text);
        case DOUBLE_QUOTES -> PyJson.dumps(text);
        case TRIPLE_QUOTES -> triple(text);
        case IMPLICIT_CONCATENATION -> concatenated(text);
      };
    }

    private static String triple(String text) {
      String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\r", "\\r");
      return "\"\"\"" + escaped + "\"\"\"";
    }

    private static String concatenated(String text) {
      StringBuilder out = new StringBuilder("(  # in parts\n");
      for (int at = 0; at < text.length() || at == 0; at += 70) {
        String part = text.substring(at, Math.min(at + 70, text.length()));
        out.append("    ").append(at % 140 == 0 ? PyText.repr(part) : triple(part)).append('\n');
      }
      return out.append(")").toString();
    }
  }

  private static String written(Object value, Style style) {
    if (value instanceof String text) {
      return style.write(text);
    }
    if (value instanceof PyList list) {
      StringBuilder out = new StringBuilder("[\n");
      list.forEach(item -> out.append("  ").append(written(item, style)).append(", # ]\n"));
      return out.append("]").toString();
    }
    if (value instanceof PyDict dict) {
      StringBuilder out = new StringBuilder("{");
      for (PyDict.Entry entry : dict.entries()) {
        out.append(Py.repr(entry.key())).append(":").append(written(entry.value(), style));
        out.append(",");
      }
      return out.append("}").toString();
    }
    return value == PyNone.ELLIPSIS ? "..." : Py.repr(value);
  }

  private static Object value(JsonNode node) {
    if (node.isTextual()) {
      return node.asText();
    }
    if (node.isArray()) {
      List<Object> items = new ArrayList<>();
      node.forEach(item -> items.add(value(item)));
      return new PyList(items);
    }
    if (node.isObject()) {
      PyDict dict = new PyDict();
      node.properties().forEach(field -> dict.put(field.getKey(), value(field.getValue())));
      return dict;
    }
    return node.isIntegralNumber() ? (Object) node.asLong() : (Object) node.asDouble();
  }

  private static PyDict reference() {
    try {
      return (PyDict)
          value(
              new ObjectMapper()
                  .readTree(Reference.folder().resolve("bfcl/long_context.json").toFile()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void readsTheOfficialConstantsInEveryForm(Style style) {
    PyDict json = reference();
    LongContext expected = LongContextJson.read(json);
    StringBuilder module = new StringBuilder("# constants\n");
    for (PyDict.Entry entry : json.entries()) {
      String name = (String) entry.key();
      Object constant = constant(expected, name, entry.value());
      module.append('\n').append(name).append(" = ").append(written(constant, style)).append('\n');
    }
    Map<String, Object> read = LongContextModule.parse(module.toString());
    assertThat(read).containsOnlyKeys(json.keys().toArray(new String[0]));
    read.forEach(
        (name, value) ->
            assertThat(Py.repr(value))
                .as(name)
                .isEqualTo(Py.repr(constant(expected, name, requireNonNull(json.get(name))))));
    assertThat(expected.list("WATCH_LIST_EXTENSION").get(1000)).isSameAs(PyNone.ELLIPSIS);
  }

  @Test
  void officialConstantsSurviveWritingAndReading() throws IOException {
    PyDict json = reference();
    Map<String, Object> constants =
        LongContextModule.parse("W = ['a', ...]\nD = {'k': {'f': 1.0, 'i': 1}}\nN = [None, True]");
    String text = LongContextJson.write(constants);
    assertThat(text)
        .isEqualTo(
            "{\n\"W\": [\"a\", {\"$python\": \"Ellipsis\"}],\n\"D\": {\"k\": {\"f\": 1.0, \"i\":"
                + " 1}},\n\"N\": [null, true]\n}\n");
    StringBuilder module = new StringBuilder();
    LongContext expected = LongContextJson.read(json);
    for (PyDict.Entry entry : json.entries()) {
      String name = (String) entry.key();
      String source = written(constant(expected, name, entry.value()), Style.REPR);
      module.append(name).append(" = ").append(source).append('\n');
    }
    String written = LongContextJson.write(LongContextModule.parse(module.toString()));
    PyDict again = (PyDict) value(new ObjectMapper().readTree(written));
    assertThat(Py.repr(again)).isEqualTo(Py.repr(json));
  }

  private static Object constant(LongContext constants, String name, Object json) {
    return json instanceof PyDict
        ? constants.dict(name)
        : json instanceof PyList ? constants.list(name) : constants.text(name);
  }

  @Test
  void jsonHoldsNothingThatWouldBeReadAsAnotherValue() {
    for (String value : List.of("(1, 2)", "{1}", "{1: 2}", "{'$python': 'Ellipsis'}", "[b'x']")) {
      Map<String, Object> constants = LongContextModule.parse("OK = 1\nBAD = " + value);
      assertThatThrownBy(() -> LongContextJson.write(constants))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the long-context constant BAD holds ");
    }
  }

  @Test
  void readingJsonRefusesAnUnknownMark() {
    PyDict json = PyDict.of("A", PyList.of(PyDict.of("$python", "Something")));
    assertThatThrownBy(() -> LongContextJson.read(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("{\"$python\": \"Something\"}");
  }

  @Test
  void readingJsonLeavesTheParsedObjectAlone() {
    PyDict mark = PyDict.of("$python", "Ellipsis");
    PyDict json = PyDict.of("A", PyDict.of("k", mark), "B", PyList.of(mark));
    LongContext constants = LongContextJson.read(json);
    assertThat(constants.dict("A").get("k")).isSameAs(PyNone.ELLIPSIS);
    assertThat(constants.list("B").get(0)).isSameAs(PyNone.ELLIPSIS);
    assertThat(((PyList) requireNonNull(json.get("B"))).get(0)).isSameAs(mark);
  }
}
