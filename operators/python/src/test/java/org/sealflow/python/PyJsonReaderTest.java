package org.sealflow.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The error texts were measured with {@code json.loads} of CPython 3.11.7. */
class PyJsonReaderTest {
  private static PyException error(String json) {
    PyException error = catchThrowableOfType(PyException.class, () -> PyJsonReader.read(json));
    assertThat(error).as(json).isNotNull();
    return error;
  }

  @Test
  void scalarsKeepTheirPythonType() {
    Map<String, Object> values =
        Map.ofEntries(
            Map.entry(" null\n", PyNone.NONE),
            Map.entry("true", true),
            Map.entry("false", false),
            Map.entry("-0", 0L),
            Map.entry("-12", -12L),
            Map.entry("9223372036854775807", Long.MAX_VALUE),
            Map.entry("-9223372036854775808", Long.MIN_VALUE),
            Map.entry("9223372036854775808", BigInteger.TWO.pow(63)),
            Map.entry("1.0", 1.0),
            Map.entry("-0.0", -0.0),
            Map.entry("1E+2", 100.0),
            Map.entry("1e400", Double.POSITIVE_INFINITY),
            Map.entry("NaN", Double.NaN),
            Map.entry("Infinity", Double.POSITIVE_INFINITY),
            Map.entry("-Infinity", Double.NEGATIVE_INFINITY),
            Map.entry("\"\"", ""));
    values.forEach((json, value) -> assertThat(PyJsonReader.read(json)).as(json).isEqualTo(value));
  }

  @Test
  void textsAreUnescaped() {
    assertThat(PyJsonReader.read("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u0041 \u007f\u2028\""))
        .isEqualTo("a\"\\/\b\f\n\r\t\u00e9A \u007f\u2028");
    assertThat(PyJsonReader.read("\"\\ud83d\\ude00\\ud83d\"")).isEqualTo("\ud83d\ude00\ud83d");
  }

  @Test
  void theLastOfEqualKeysWinsAtThePlaceOfTheFirst() {
    assertThat(Py.repr(PyJsonReader.read("{\"a\": 1, \"b\": [], \"a\": {\"c\": [2, 3.0]}}")))
        .isEqualTo("{'a': {'c': [2, 3.0]}, 'b': []}");
  }

  @Test
  void errorsReadAsPythons() {
    Map<String, String> errors =
        Map.ofEntries(
            Map.entry("", "Expecting value: line 1 column 1 (char 0)"),
            Map.entry("  ", "Expecting value: line 1 column 3 (char 2)"),
            Map.entry("nul", "Expecting value: line 1 column 1 (char 0)"),
            Map.entry("-", "Expecting value: line 1 column 1 (char 0)"),
            Map.entry("01", "Extra data: line 1 column 2 (char 1)"),
            Map.entry("1.", "Extra data: line 1 column 2 (char 1)"),
            Map.entry("1e", "Extra data: line 1 column 2 (char 1)"),
            Map.entry("{} {}", "Extra data: line 1 column 4 (char 3)"),
            Map.entry("[1,]", "Expecting value: line 1 column 4 (char 3)"),
            Map.entry("[1 2]", "Expecting ',' delimiter: line 1 column 4 (char 3)"),
            Map.entry("[", "Expecting value: line 1 column 2 (char 1)"),
            Map.entry("[1", "Expecting ',' delimiter: line 1 column 3 (char 2)"),
            Map.entry(
                "{", "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
            Map.entry(
                "{\n\"a\":1,\n}",
                "Expecting property name enclosed in double quotes: line 3 column 1 (char 9)"),
            Map.entry(
                "{'a':1}",
                "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
            Map.entry("{\"a\" 1}", "Expecting ':' delimiter: line 1 column 6 (char 5)"),
            Map.entry("{\"a\": }", "Expecting value: line 1 column 7 (char 6)"),
            Map.entry("\"a", "Unterminated string starting at: line 1 column 1 (char 0)"),
            Map.entry("\"a\\", "Unterminated string starting at: line 1 column 1 (char 0)"),
            Map.entry("\"a\tb\"", "Invalid control character at: line 1 column 3 (char 2)"),
            Map.entry("\"\\x\"", "Invalid \\escape: line 1 column 2 (char 1)"),
            Map.entry("\"\\u12g4\"", "Invalid \\uXXXX escape: line 1 column 3 (char 2)"),
            Map.entry("\"\\u1234", "Invalid \\uXXXX escape: line 1 column 3 (char 2)"),
            Map.entry("[\"\ud83d\ude00\"x", "Expecting ',' delimiter: line 1 column 5 (char 4)"),
            Map.entry(
                "\ufeff1",
                "Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)"));
    errors.forEach(
        (json, text) -> {
          assertThat(error(json).text()).as(json).isEqualTo(text);
          assertThat(error(json).kind()).as(json).isEqualTo(PyException.Kind.VALUE_ERROR);
        });
  }

  @Test
  void anIntOfMoreThan4300DigitsIsAValueError() {
    assertThat(PyJsonReader.read("-" + "1".repeat(4300))).isInstanceOf(BigInteger.class);
    assertThat(error("1".repeat(4301)).text())
        .isEqualTo(
            "Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits;"
                + " use sys.set_int_max_str_digits() to increase the limit");
  }

  @Test
  void nestingBeyondReasonIsARecursionError() {
    assertThat(PyJsonReader.read("[".repeat(900) + "]".repeat(900))).isInstanceOf(PyList.class);
    assertThat(error("[".repeat(100_000)).text())
        .isEqualTo(
            "maximum recursion depth exceeded while decoding a JSON array from a unicode string");
    assertThat(error("{\"a\":".repeat(100_000)).kind()).isEqualTo(PyException.Kind.RECURSION_ERROR);
  }

  @Test
  void readsTheValueAnOpenParserStandsAt() throws IOException {
    JsonFactory factory =
        JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();
    String json =
        "{\"a\": [1, 9223372036854775808, 2.0, NaN, \"b\", true, null, {}], \"a\": {\"c\": false}}";
    try (JsonParser parser = factory.createParser("[7, " + json + ", 8]")) {
      parser.nextToken();
      parser.nextToken();
      assertThat(PyJsonReader.read(parser)).isEqualTo(7L);
      parser.nextToken();
      assertThat(Py.repr(PyJsonReader.read(parser))).isEqualTo("{'a': {'c': False}}");
      assertThat(parser.currentToken()).isEqualTo(JsonToken.END_OBJECT);
      assertThat(parser.nextIntValue(0)).isEqualTo(8);
    }
    try (JsonParser parser = factory.createParser(json)) {
      parser.nextToken();
      parser.nextToken();
      parser.nextToken();
      assertThat(Py.repr(PyJsonReader.read(parser)))
          .isEqualTo("[1, 9223372036854775808, 2.0, nan, 'b', True, None, {}]");
    }
  }

  @Test
  void aParserThatStandsAtNoValueIsRefused() throws IOException {
    try (JsonParser parser = new JsonFactory().createParser("{\"a\": 1")) {
      assertThatThrownBy(() -> PyJsonReader.read(parser))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no value");
      parser.nextToken();
      assertThatThrownBy(() -> PyJsonReader.read(parser)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void whatPythonWritesIsReadBack() {
    int read = 0;
    for (JsonNode row : Reference.micro("eval_json")) {
      if (row.path("r").asText().startsWith("{\"x\": ")) {
        String json = row.get("r").asText();
        assertThat(PyJson.dumps(PyJsonReader.read(json))).isEqualTo(json);
        read++;
      }
    }
    assertThat(read).isGreaterThan(20);
  }
}
