package org.sealflow.tau.python;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Py;

class PythonTest {
  @Test
  void oneAndOnePointZeroAndTrueAreEqualButPrintDifferently() {
    assertThat(Python.equal(1L, 1.0)).isTrue();
    assertThat(Python.equal(true, 1L)).isTrue();
    assertThat(SameText.of(1L, 1.0)).isFalse();
    assertThat(SameText.of(true, 1L)).isFalse();
  }

  @Test
  void nanEqualsNothingAndIsInNoOrder() {
    for (Object number : List.of(0L, 1.5, true, BigInteger.TEN.pow(400), Double.NaN)) {
      assertThat(Python.equal(Double.NaN, number)).isFalse();
      assertThat(Python.equal(number, Double.NaN)).isFalse();
      for (Py.Order order : Py.Order.values()) {
        assertThat(PythonNumbers.holds(Double.NaN, order, number)).isFalse();
        assertThat(PythonNumbers.holds(number, order, Double.NaN)).isFalse();
      }
      assertThat(PythonNumbers.max(number, Double.NaN)).isEqualTo(number);
    }
  }

  @Test
  void orderCountsInListsOnly() {
    assertThat(Python.equal(Map.of("a", 1L, "b", 2L), Map.of("b", 2.0, "a", 1L))).isTrue();
    assertThat(Python.equal(List.of(1L, 2L), List.of(2L, 1L))).isFalse();
  }

  @Test
  void reprChoosesQuotesAndEscapes() {
    assertThat(Python.repr("it's")).isEqualTo("\"it's\"");
    assertThat(Python.repr("'\"")).isEqualTo("'\\'\"'");
    assertThat(Python.repr("a\u00a0\n\u2603")).isEqualTo("'a\\xa0\\n\u2603'");
    assertThat(Python.repr(Arrays.asList(null, true, 1.0))).isEqualTo("[None, True, 1.0]");
  }

  @Test
  void numbersOutsideRecordsTurnIntoTextInResults() {
    Map<String, Object> usage = new LinkedHashMap<>();
    usage.put("used", 8.7);
    usage.put("plan", new Entity(new Shape("Plan", List.of("limit", "on")), 15.0, true));
    assertThat(PythonJsonText.ofResult(usage))
        .isEqualTo("{\"used\": \"8.7\", \"plan\": {\"limit\": 15.0, \"on\": true}}");
    assertThat(PythonJsonText.ofResult(true)).isEqualTo("\"True\"");
    assertThat(PythonJsonText.ofResult("plain text")).isEqualTo("plain text");
  }

  @Test
  void jsonTextEscapesAllBeyondAsciiAndSortsByCodePoint() {
    StringBuilder text = new StringBuilder();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("\ud83d\ude00", 1L);
    map.put("\uffee", 2L);
    PythonJsonText.appendSorted(text, map);
    assertThat(text.toString()).isEqualTo("{\"\\uffee\": 2, \"\\ud83d\\ude00\": 1}");
  }
}
