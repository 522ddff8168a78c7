package org.sealflow.tau.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArithmeticTest {
  @ParameterizedTest
  @CsvSource({
    "2+2*3, 8",
    "-2**2, -4",
    "2**3**2, 512",
    "7//2, 3",
    "-7//2, -4",
    "7.5//2, 3",
    "2**-1, 0.5",
    "1/3, 0.3333333333333333",
    "(1+2)*-(3), -9",
    "  .5+1., 1.5",
    "00, 0",
    "007.5, 7.5",
    "12345678901234567890123, 1.2345678901234568e22",
    "10**30//10**29, 10"
  })
  void evaluatesAsPythonDoes(String text, double value) {
    assertThat(Arithmetic.evaluate(text)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "1/0|division by zero",
        "1.0/0|float division by zero",
        "1//0|integer division or modulo by zero",
        "\"\"|invalid syntax (<string>, line 0)",
        "1 2|invalid syntax (<string>, line 1)",
        "(1|'(' was never closed (<string>, line 1)",
        "1)|unmatched ')' (<string>, line 1)",
        "(3)(4)|'int' object is not callable",
        "()|float() argument must be a string or a real number, not 'tuple'",
        "10**400|int too large to convert to float",
        "10.0**400|(34, 'Numerical result out of range')",
        "0**-1|0.0 cannot be raised to a negative power",
        "(-8)**.5|float() argument must be a string or a real number, not 'complex'"
      })
  void failsInPythonsWords(String text, String message) {
    assertThatThrownBy(() -> Arithmetic.evaluate(text))
        .isInstanceOf(CallException.class)
        .hasMessage(message);
  }

  @Test
  void leadingZerosAreNamed() {
    assertThatThrownBy(() -> Arithmetic.evaluate("007"))
        .hasMessageStartingWith("leading zeros in decimal integer literals are not permitted");
  }

  @Test
  void powersOfAnySizeEndInAnErrorSoon() {
    assertThatThrownBy(() -> Arithmetic.evaluate("9**9**9**9"))
        .hasMessage("int too large to convert to float");
    assertThatThrownBy(() -> Arithmetic.evaluate("9**999999**2"))
        .hasMessage("int too large to convert to float");
    assertThatThrownBy(() -> Arithmetic.evaluate("(".repeat(300) + "1" + ")".repeat(300)))
        .hasMessageStartingWith("too many nested parentheses");
  }
}
