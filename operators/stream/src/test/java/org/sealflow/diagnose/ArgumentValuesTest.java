package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentValuesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "100; 100.0",
        "-5; -5.0",
        "0; -0.0",
        "1e+16; 10000000000000000",
        "True; 1",
        "None; None",
        "'a'; 'a'",
        "[1, 2.5]; [1.0, 2.5]",
        "[[1], []]; [[1.0], []]",
        "(1, 'a'); (1.0, 'a')",
        "(1,); (1.0,)",
        "{'a': 1, 'b': [2]}; {'b': [2.0], 'a': 1.0}",
        "{1: 'a'}; {1.0: 'a'}",
        "<object>; <object>",
      })
  void equalValuesAreTheSameHoweverTheyAreWritten(String a, String b) {
    assertThat(ArgumentValues.same(a, b)).isTrue();
    assertThat(ArgumentValues.same(b, a)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "100; 101",
        "9007199254740993; 9007199254740992.0",
        "'100'; 100",
        "'a'; 'A'",
        "'a'; ['a']",
        "[1, 2]; [2, 1]",
        "[1]; (1,)",
        "[1]; [1, 1]",
        "{'a': 1}; {'a': 2}",
        "{'a': 1}; {'b': 1}",
        "None; 0",
        "nan; nan(2)",
        "<object>; <other>",
      })
  void otherValuesDiffer(String a, String b) {
    assertThat(ArgumentValues.same(a, b)).isFalse();
    assertThat(ArgumentValues.same(b, a)).isFalse();
  }

  @Test
  void anAbsentArgumentIsOnlyTheSameAsAnAbsentOne() {
    assertThat(ArgumentValues.same(null, null)).isTrue();
    assertThat(ArgumentValues.same(null, "None")).isFalse();
    assertThat(ArgumentValues.same("None", null)).isFalse();
  }
}
