package org.sealflow.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StringsMicroTest {
  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  private static String utf8(String text) {
    try {
      return "r " + PyStrings.utf8Length(text);
    } catch (PyException e) {
      return e.kind().pythonName() + " " + e.text();
    }
  }

  private static String outcome(JsonNode recorded) {
    return recorded.has("r")
        ? "r " + recorded.get("r").asText()
        : recorded.get("exc").asText() + " " + recorded.get("msg").asText();
  }

  private static String integer(String text) {
    try {
      return "r " + PyNumbers.parseInt(text);
    } catch (PyException e) {
      return e.kind().pythonName() + " " + e.text();
    }
  }

  @Test
  void agreesWithEveryRecordedText() {
    List<JsonNode> rows = Reference.micro("str");
    assertThat(rows).isNotEmpty();
    for (JsonNode row : rows) {
      String text = row.get("s").asText();
      String name = PyJson.dumps(text);
      assertThat(PyText.repr(text)).as(name).isEqualTo(row.get("repr").asText());
      assertThat(PyJson.dumps(text)).isEqualTo(row.get("json").asText());
      assertThat(PyStrings.length(text)).as(name).isEqualTo(row.get("len").asInt());
      assertThat(PyStrings.lower(text)).as(name).isEqualTo(row.get("lower").asText());
      List<String> lines = PyStrings.splitLines(text);
      assertThat(lines).as(name).isEqualTo(texts(row.get("splitlines")));
      assertThat(Py.sorted(lines)).as(name).isEqualTo(texts(row.get("sorted")));
      assertThat(PyStrings.split(text)).as(name).isEqualTo(texts(row.get("split")));
      assertThat(utf8(text)).as(name).isEqualTo(outcome(row.get("utf8")));
      assertThat(PyStrings.strip(text, "/")).as(name).isEqualTo(row.get("strip").asText());
      assertThat(PyStrings.stripRight(text, "/")).as(name).isEqualTo(row.get("rstrip").asText());
      assertThat(PyStrings.isDigit(text)).as(name).isEqualTo(row.get("isdigit").asBoolean());
    }
  }

  @Test
  void singleCharactersAreDigitsAndIntsAsRecorded() {
    for (JsonNode row : Reference.micro("str")) {
      List<String> digits = new ArrayList<>();
      List<String> integers = new ArrayList<>();
      for (Object character : PyStrings.characters(row.get("s").asText())) {
        if (PyStrings.isDigit((String) character)) {
          digits.add((String) character);
          integers.add(integer((String) character));
        }
      }
      assertThat(digits).isEqualTo(texts(row.get("isdigits")));
      List<String> recorded = new ArrayList<>();
      row.get("ints").forEach(item -> recorded.add(outcome(item)));
      assertThat(integers).isEqualTo(recorded);
    }
  }

  @Test
  void ordersByCodePointNotByUtf16Unit() {
    assertThat(PyStrings.compare("\uffff", "\ud83d\ude00")).isNegative();
    assertThat(PyStrings.compare("a\ud83d\ude00", "a\ud83d")).isPositive();
    assertThat(PyStrings.compare("\ud83dx", "\ud83d\ude00")).isNegative();
    assertThat(PyStrings.compare("\ud83d\ude00", "\ud83d\ude01")).isNegative();
    assertThat(PyStrings.compare("ab", "a")).isPositive();
    assertThat(PyStrings.compare("a", "a")).isZero();
  }

  @Test
  void lowersSigmaByTheLettersAroundIt() {
    assertThat(PyStrings.lower("\u039f\u0394\u039f\u03a3")).isEqualTo("\u03bf\u03b4\u03bf\u03c2");
    assertThat(PyStrings.lower("A\u03a3.B")).isEqualTo("a\u03c3.b");
    assertThat(PyStrings.lower("A\u03a3 B")).isEqualTo("a\u03c2 b");
    assertThat(PyStrings.lower("\u03a3")).isEqualTo("\u03c3");
    assertThat(PyStrings.lower("\u0130I")).isEqualTo("i\u0307i");
  }

  @Test
  void splitsAtTheSeparatorAndKeepsEmptyParts() {
    assertThat(PyStrings.split("a//b/", "/")).containsExactly("a", "", "b", "");
    assertThat(PyStrings.split("", "/")).containsExactly("");
    assertThat(PyStrings.split(" a\u3000b\u200bc ")).containsExactly("a", "b\u200bc");
  }

  @Test
  void stripsWhiteSpaceOfUnicode() {
    assertThat(PyStrings.strip("\u2003\u001f a b\u0085\n")).isEqualTo("a b");
    assertThat(PyStrings.strip(" \t ")).isEmpty();
    assertThat(PyStrings.strip("\u200bx")).isEqualTo("\u200bx");
  }

  @Test
  void slicesByCodePoint() {
    assertThat(PyStrings.slice("a\ud83d\ude00b", 1, 2)).isEqualTo("\ud83d\ude00");
    assertThat(PyStrings.slice("abc", 2, 1)).isEmpty();
    assertThat(PyStrings.characterAt("a\ud83d\ude00b", 2)).isEqualTo("b");
  }

  @Test
  void namesTheSurrogatesThatUtf8CannotHold() {
    assertThat(PyStrings.utf8Length("a\u00e9\u20ac\ud83d\ude00")).isEqualTo(10);
    assertThatThrownBy(() -> PyStrings.utf8Length("\ud83d\ude00\ude00x"))
        .hasMessage(
            "'utf-8' codec can't encode character '\\ude00' in position 1: surrogates not allowed");
    assertThatThrownBy(() -> PyStrings.utf8Length("x\ude00\ud83dx"))
        .hasMessage(
            "'utf-8' codec can't encode characters in position 1-2: surrogates not allowed");
  }

  @Test
  void reprEscapesWhatIsNotPrintable() {
    assertThat(PyText.repr("it's")).isEqualTo("\"it's\"");
    assertThat(PyText.repr("'\"")).isEqualTo("'\\'\"'");
    assertThat(PyText.repr("\u0000\u007f\u00a0\u200b\ud83d\udb40\udc01\\"))
        .isEqualTo("'\\x00\\x7f\\xa0\\u200b\\ud83d\\U000e0001\\\\'");
    assertThat(PyText.repr("caf\u00e9 \ud83d\ude00")).isEqualTo("'caf\u00e9 \ud83d\ude00'");
  }

  @Test
  void jsonEscapesEverythingBeyondAscii() {
    assertThat(PyJson.dumps("\"\\/\b\f\u007f\u00e9\ud83d\ude00"))
        .isEqualTo("\"\\\"\\\\/\\b\\f\\u007f\\u00e9\\ud83d\\ude00\"");
  }
}
