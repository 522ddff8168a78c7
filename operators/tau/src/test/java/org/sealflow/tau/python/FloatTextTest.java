package org.sealflow.tau.python;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FloatTextTest {
  @ParameterizedTest
  @CsvSource({
    "4, 4.0",
    "1e16, 1e+16",
    "123456789012345680, 1.2345678901234568e+17",
    "1e15, 1000000000000000.0",
    "0.0001, 0.0001",
    "0.00001, 1e-05",
    "5e-324, 5e-324",
    "2e-3, 0.002",
    "2.2250738585072014e-308, 2.2250738585072014e-308",
    "12.340000000000003, 12.340000000000003",
    "-481.5, -481.5",
    "-0.0, -0.0",
    "1e23, 1e+23"
  })
  void reprIsTheShortestTextInPythonsForm(double value, String text) {
    assertThat(FloatText.repr(value)).isEqualTo(text);
  }

  @Test
  void roundingLooksAtTheBinaryValueAndTakesTiesToEven() {
    assertThat(FloatText.round(2.675, 2)).isEqualTo(2.67);
    assertThat(FloatText.round(0.125, 2)).isEqualTo(0.12);
    assertThat(FloatText.repr(FloatText.round(-0.001, 2))).isEqualTo("-0.0");
    assertThat(FloatText.fixed(0.125, 2)).isEqualTo("0.12");
    assertThat(FloatText.fixed(4, 2)).isEqualTo("4.00");
  }
}
