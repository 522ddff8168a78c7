package org.sealflow.python;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PyDatesTest {
  private static String outcome(Function<Object, Object> parse, Object text) {
    try {
      return parse.apply(text).toString();
    } catch (PyException e) {
      return e.kind().pythonName() + ": " + e.text();
    }
  }

  private static String date(Object text) {
    return outcome(PyDates::parseDate, text);
  }

  private static String time(Object text) {
    return outcome(PyDates::parseDateTime, text);
  }

  private static String noDate(String repr) {
    return "ValueError: time data " + repr + " does not match format '%Y-%m-%d'";
  }

  @Test
  void acceptsWhatPythonAccepts() {
    assertThat(PyDates.parseDate("2024-09-01")).isEqualTo(LocalDate.of(2024, 9, 1));
    assertThat(date("2024-9-1")).isEqualTo("2024-09-01");
    assertThat(date("2024-01- 5")).isEqualTo("2024-01-05");
    assertThat(date("2024-02-29")).isEqualTo("2024-02-29");
    assertThat(date("0001-12-31")).isEqualTo("0001-12-31");
    assertThat(PyDates.parseDateTime("2024-01-01 \u2003\n1:2:3"))
        .isEqualTo(LocalDateTime.of(2024, 1, 1, 1, 2, 3));
  }

  @Test
  void readsDigitsOfOtherScriptsOnlyWherePythonDoes() {
    assertThat(date("２０２４-1-1")).isEqualTo("2024-01-01");
    assertThat(date("\ud835\udfd0\ud835\udfce\ud835\udfd0\ud835\udfd2-1-1"))
        .isEqualTo("2024-01-01");
    assertThat(date("2024-1-2２")).isEqualTo("2024-01-22");
    assertThat(date("2024-1-３")).isEqualTo(noDate("'2024-1-３'"));
    assertThat(date("2024-１-3")).isEqualTo(noDate("'2024-１-3'"));
    assertThat(time("2024-01-01 10:5:0９")).isEqualTo("2024-01-01T10:05:09");
    assertThat(time("2024-01-01 2３:00:00"))
        .isEqualTo(
            "ValueError: time data '2024-01-01 2３:00:00' does not match format"
                + " '%Y-%m-%d %H:%M:%S'");
    assertThat(time("2024-01-01 10:5:６0")).isEqualTo("ValueError: unconverted data remains: 0");
  }

  @Test
  void refusesWhatDoesNotMatchWithTheTextAsRepr() {
    for (String text :
        List.of(
            "09/01/2024", "", " 2024-01-01", "2024-13-01", "2024-00-01", "2024-01-0", "24-1-1")) {
      assertThat(date(text)).isEqualTo(noDate("'" + text + "'"));
    }
    assertThat(date("it's")).isEqualTo(noDate("\"it's\""));
    assertThat(date("2024-1\ud83d")).isEqualTo(noDate("'2024-1\\ud83d'"));
    assertThat(time("2024-01-01"))
        .isEqualTo("ValueError: time data '2024-01-01' does not match format '%Y-%m-%d %H:%M:%S'");
  }

  @Test
  void namesWhatIsLeftOverBeforeItLooksAtTheCalendar() {
    assertThat(date("2024-02-30x")).isEqualTo("ValueError: unconverted data remains: x");
    assertThat(date("2024-01-32")).isEqualTo("ValueError: unconverted data remains: 2");
    assertThat(time("0000-01-01 00:00:00.5")).isEqualTo("ValueError: unconverted data remains: .5");
    assertThat(time("2024-01-01 10:00:62")).isEqualTo("ValueError: unconverted data remains: 2");
  }

  @Test
  void refusesDaysAndSecondsThatDoNotExist() {
    assertThat(date("2023-02-29")).isEqualTo("ValueError: day is out of range for month");
    assertThat(date("0000-02-31")).isEqualTo("ValueError: year 0 is out of range");
    assertThat(time("2024-01-01 10:00:60")).isEqualTo("ValueError: second must be in 0..59");
    assertThat(time("2023-02-29 10:00:61")).isEqualTo("ValueError: day is out of range for month");
  }

  @Test
  void refusesWhatIsNoText() {
    assertThat(date(5L)).isEqualTo("TypeError: strptime() argument 1 must be str, not int");
    assertThat(date(PyNone.NONE))
        .isEqualTo("TypeError: strptime() argument 1 must be str, not NoneType");
    assertThat(time(new PyList()))
        .isEqualTo("TypeError: strptime() argument 1 must be str, not list");
  }

  @Test
  void agreesWithTheRecordedDates() {
    compare("strptime_ymd", text -> PyDates.parseDate(text));
  }

  @Test
  void agreesWithTheRecordedTimes() {
    compare("strptime_full", text -> PyDates.parseDateTime(text));
  }

  private static void compare(String kind, Function<Object, Object> parse) {
    List<JsonNode> rows = Reference.micro(kind);
    assertThat(rows).isNotEmpty();
    for (JsonNode row : rows) {
      assertThat(outcome(parse, row.get("s").asText()))
          .as(kind + " " + row.get("s"))
          .isEqualTo(expected(row));
    }
  }

  private static String expected(JsonNode row) {
    if (row.has("exc")) {
      return row.get("exc").asText() + ": " + row.get("msg").asText();
    }
    String shown = row.get("r").asText();
    int year = shown.indexOf('-');
    String iso = "0".repeat(4 - year) + shown.replace(' ', 'T');
    return iso.endsWith(":00") ? iso.substring(0, iso.length() - 3) : iso;
  }
}
