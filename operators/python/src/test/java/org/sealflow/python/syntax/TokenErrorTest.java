package org.sealflow.python.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.sealflow.python.PyException;

/**
 * Texts of errors of tokens and literals, and the lines errors are reported in. Every row was
 * measured with CPython 3.11.7.
 */
class TokenErrorTest {
  private record Row(String source, String message, int line) {}

  private static Row row(String source, String message) {
    return new Row(source, message, 1);
  }

  private static Row row(String source, String message, int line) {
    return new Row(source, message, line);
  }

  private static void verify(Row... rows) {
    for (Row row : rows) {
      PyException error =
          catchThrowableOfType(PyException.class, () -> ExpressionParser.parse(row.source));
      assertThat(error).as(row.source).isNotNull();
      assertThat(error.kind()).as(row.source).isEqualTo(PyException.Kind.SYNTAX_ERROR);
      assertThat(error.text())
          .as(row.source)
          .isEqualTo(row.message + " (<string>, line " + row.line + ")");
    }
  }

  @Test
  void bracketsAndQuotesOfTheTokenizerWinOverTheGrammar() {
    verify(
        row("cat('a.txt'", "'(' was never closed"),
        row("mean([1,2,3", "'[' was never closed"),
        row("mean(1,2,3])", "closing parenthesis ']' does not match opening parenthesis '('"),
        row("cat(['a.txt')", "closing parenthesis ')' does not match opening parenthesis '['"),
        row("cat('a'))", "unmatched ')'"),
        row(")", "unmatched ')'"),
        row("{'a'", "'{' was never closed"),
        row(
            "f(\n[1,\n2)",
            "closing parenthesis ')' does not match opening parenthesis '[' on line 2",
            3),
        row("cat('a.txt", "unterminated string literal (detected at line 1)"),
        row("cat('a\nb')", "unterminated string literal (detected at line 1)"),
        row("f('''a\nb", "unterminated triple-quoted string literal (detected at line 2)"),
        row("'a\\\nb\\\nc", "unterminated string literal (detected at line 3)"),
        row("(a b 'c", "unterminated string literal (detected at line 1)"),
        row("a b )", "unmatched ')'"),
        row("a b (", "'(' was never closed"),
        row("(\na b 'x", "unterminated string literal (detected at line 2)", 2),
        row("(\na $ b", "'(' was never closed"),
        row("f(\n$ b [", "invalid syntax", 2),
        row("f(a=(\na None)", "invalid syntax. Perhaps you forgot a comma?", 2),
        row("f(s\ny=", "invalid syntax. Perhaps you forgot a comma?"),
        row("(\n[\n$]", "'(' was never closed"),
        row("(a \\ b", "unexpected character after line continuation character"),
        row("(a b \\ c)", "unexpected character after line continuation character"),
        row("a\\", "unexpected character after line continuation character"),
        row("a\\\n", "unexpected EOF while parsing"),
        row("(\\\n", "'(' was never closed"));
  }

  @Test
  void tokensThatAreNone() {
    verify(
        row(
            "01",
            "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers"),
        row("1_", "invalid decimal literal"),
        row("1__0", "invalid decimal literal"),
        row("1e", "invalid decimal literal"),
        row("1e+", "invalid decimal literal"),
        row("1abc", "invalid decimal literal"),
        row("0x", "invalid hexadecimal literal"),
        row("0xg", "invalid hexadecimal literal"),
        row("0b2", "invalid digit '2' in binary literal"),
        row("0o8", "invalid digit '8' in octal literal"),
        row("0o_", "invalid octal literal"),
        row("1jx", "invalid imaginary literal"),
        row("1.2.3", "invalid syntax"),
        row("5 km", "invalid syntax"),
        row("1or2", "invalid decimal literal"),
        row("1for9", "invalid decimal literal"),
        row("\u20ac", "invalid character '\u20ac' (U+20AC)"),
        row("5\u20ac", "invalid character '\u20ac' (U+20AC)"),
        row("a\u00b2", "invalid character '\u00b2' (U+00B2)"),
        row("a\u200b", "invalid non-printable character U+200B"),
        row("\u0301a", "invalid character '\u0301' (U+0301)"),
        row("\ud83d\ude00", "invalid character '\ud83d\ude00' (U+1F600)"),
        row("\u0001", "invalid non-printable character U+0001"),
        row("f(\u2018a\u2019)", "invalid character '\u2018' (U+2018)"),
        row("$x", "invalid syntax"),
        row("a?", "invalid syntax"),
        row("!a", "invalid syntax"),
        row("a <> b", "invalid syntax"),
        row("a -> b", "invalid syntax"),
        row("a += 1", "invalid syntax"),
        row(
            "'\\x'",
            "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-1: truncated \\xXX escape"),
        row(
            "'\\u12'",
            "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-3: truncated \\uXXXX escape"),
        row(
            "'\\U00110000'",
            "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-9: illegal Unicode character"),
        row(
            "'\\N{foo}'",
            "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-6: unknown Unicode character name"),
        row(
            "'\\N'",
            "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-1: malformed \\N character escape"),
        row(
            "'\\N{}'",
            "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-2: malformed \\N character escape"),
        row(
            "'\u00e9\\x4'",
            "(unicode error) 'unicodeescape' codec can't decode bytes in position 10-12: truncated \\xXX escape"),
        row("b'\u00e9'", "bytes can only contain ASCII literal characters"),
        row("b'\\x1'", "(value error) invalid \\x escape at position 0"),
        row("'a' b'b'", "cannot mix bytes and nonbytes literals"),
        row(
            "(\n'\\x'\n)",
            "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-1: truncated \\xXX escape",
            3),
        row("(".repeat(201), "too many nested parentheses"));
  }

  @Test
  void formattedStringsInTheWrongForm() {
    verify(
        row("f'{'", "f-string: expecting '}'"),
        row("f'{}'", "f-string: empty expression not allowed"),
        row("f'{ }'", "f-string: empty expression not allowed"),
        row("f'}'", "f-string: single '}' is not allowed"),
        row("f'{a}}'", "f-string: single '}' is not allowed"),
        row("f'{{}'", "f-string: single '}' is not allowed"),
        row("f'{a'", "f-string: expecting '}'"),
        row("f'{a!x}'", "f-string: invalid conversion character: expected 's', 'r', or 'a'"),
        row("f'{a!r'", "f-string: expecting '}'"),
        row("f'{a!rr}'", "f-string: expecting '}'"),
        row("f'{!r}'", "f-string: expression required before '!'"),
        row("f'{=}'", "f-string: expression required before '='"),
        row("f'{a:{b:{c}}}'", "f-string: expressions nested too deeply"),
        row("f'{a\\n}'", "f-string expression part cannot include a backslash"),
        row("f'{a#}'", "f-string expression part cannot include '#'"),
        row("f'{(}'", "f-string: closing parenthesis '}' does not match opening parenthesis '('"),
        row("f'{)}'", "f-string: unmatched ')'"),
        row("f'{(]}'", "f-string: closing parenthesis ']' does not match opening parenthesis '('"),
        row("f'{\"a}'", "f-string: unterminated string"),
        row("f'{a b}'", "f-string: invalid syntax. Perhaps you forgot a comma?"),
        row("f'{a if b}'", "f-string: expected 'else' after 'if' expression"),
        row("f'{lambda x:1}'", "f-string: invalid syntax"),
        row("f'{*a}'", "f-string: cannot use starred expression here"),
        row("f'{5km}'", "invalid decimal literal"),
        row("f'{a$}'", "f-string: invalid syntax"),
        row("f'{a=1}'", "f-string: expecting '}'"),
        row("f'{a:'", "f-string: expecting '}'"),
        row("f'{\"\u00e9\" b\"x\"}'", "f-string: cannot mix bytes and nonbytes literals"),
        row("f'{f\"{\"}'", "f-string: f-string: expecting '}'"),
        row("f'{f\"{a b}\"}'", "f-string: invalid syntax. Perhaps you forgot a comma?"),
        row("f'''\n\n{a b}'''", "f-string: invalid syntax. Perhaps you forgot a comma?", 3),
        row(
            "f'\\N{foo}'",
            "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-6: unknown Unicode character name"),
        row(
            "f'\\x{a}'",
            "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-1: truncated \\xXX escape"),
        row("f'{f(a=1,a=2)}'", "keyword argument repeated: a"));
  }

  @Test
  void linesAreCountedAsPythonCountsThem() {
    verify(
        row("", "invalid syntax", 0),
        row("   ", "invalid syntax", 0),
        row("\n", "invalid syntax"),
        row("\n\n", "invalid syntax", 2),
        row("#c", "invalid syntax"),
        row("\n  a", "unexpected indent", 2),
        row("a\n  b", "unexpected indent", 2),
        row("a\nb\n  c\n d 'x", "invalid syntax", 2),
        row("a\n\tb", "unexpected indent", 2),
        row("f(\n a=1,\n a=2)", "keyword argument repeated: a", 3),
        row("f(\n\n1 2)", "invalid syntax. Perhaps you forgot a comma?", 3),
        row("a\r\nb", "invalid syntax", 2),
        row("a\rb", "invalid syntax", 2),
        row(
            "(a\n b]",
            "closing parenthesis ']' does not match opening parenthesis '(' on line 1",
            2));
  }

  private static PyException error(String source) {
    PyException error =
        catchThrowableOfType(PyException.class, () -> ExpressionParser.parse(source));
    assertThat(error).as(source).isNotNull();
    return error;
  }

  @Test
  void aNullCharacterIsRefusedWithoutALine() {
    assertThat(error("cat('\0')").kind()).isEqualTo(PyException.Kind.SYNTAX_ERROR);
    assertThat(error("cat('\0')").text()).isEqualTo("source code string cannot contain null bytes");
  }

  @Test
  void aLoneSurrogateIsAnEncodeErrorAtItsCharacter() {
    assertThat(error("f('\ud83d\ude00\ud83d')").kind()).isEqualTo(PyException.Kind.UNICODE_ERROR);
    assertThat(error("f('\ud83d\ude00\ud83d')").text())
        .isEqualTo(
            "'utf-8' codec can't encode character '\\ud83d' in position 4: surrogates not allowed");
    assertThat(error("\0\udc00\udc01").text())
        .isEqualTo("'utf-8' codec can't encode characters in position 1-2: surrogates not allowed");
  }

  @Test
  void aDecimalIntOfMoreThan4300DigitsIsRefusedInItsLine() {
    assertThat(error("(\n-" + "1".repeat(4301) + "\n,\n2)").text())
        .isEqualTo(
            "Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits;"
                + " use sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal"
                + " for huge integer literals to avoid decimal conversion limits."
                + " (<string>, line 2)");
    assertThat(ExpressionParser.parse("1".repeat(4300))).isInstanceOf(Expression.Constant.class);
    assertThat(ExpressionParser.parse("0x" + "1".repeat(5000)))
        .isInstanceOf(Expression.Constant.class);
  }

  @Test
  void nestingBeyondReasonIsARecursionError() {
    for (String deep :
        new String[] {
          "-".repeat(100_000) + "1",
          "not ".repeat(100_000) + "1",
          "2**".repeat(100_000) + "1",
          "lambda:".repeat(100_000) + "1",
          "1 if 2 else ".repeat(100_000) + "1",
          "1" + "+1".repeat(100_000),
          "x" + ".x".repeat(100_000),
          "x" + "()".repeat(100_000),
          "[" + "x()+".repeat(900) + "f(" + "x+".repeat(900) + "1)" + "+1".repeat(100) + "]"
        }) {
      PyException error = error(deep);
      assertThat(error.kind()).isEqualTo(PyException.Kind.RECURSION_ERROR);
      assertThat(error.text()).isEqualTo("maximum recursion depth exceeded during compilation");
    }
  }

  @Test
  void whatPythonNestsIsParsedAndErrorsInItAreFound() {
    String[][] brackets = {
      {"(", ")"}, {"[", "]"}, {"f(a=", ")"}, {"{1:", "}"}, {"x[", "]"}, {"f(*", ")"}
    };
    for (String[] pair : brackets) {
      String open = pair[0].repeat(200);
      String close = pair[1].repeat(200);
      assertThat(ExpressionParser.parse(open + "1" + close)).as(pair[0]).isNotNull();
      assertThat(error(open + "1 2" + close).text())
          .as(pair[0])
          .isEqualTo("invalid syntax (<string>, line 1)");
      assertThat(error(open + "1 2").text()).as(pair[0]).contains("was never closed");
      assertThat(error(open + "1 2" + close + ")").text()).as(pair[0]).contains("unmatched ')'");
      assertThat(error(pair[0].repeat(50) + "1 2" + pair[1].repeat(50)).text())
          .as(pair[0])
          .isEqualTo("invalid syntax. Perhaps you forgot a comma? (<string>, line 1)");
    }
    assertThat(error("(1 " + "not ".repeat(100_000) + "1)").text())
        .isEqualTo("invalid syntax (<string>, line 1)");
    assertThat(ExpressionParser.parse("[" + "1,".repeat(200_000) + "]"))
        .isInstanceOf(Expression.ListDisplay.class);
  }
}
