package org.sealflow.python.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every row was measured with {@code ast.unparse} of CPython 3.11.7. */
class ExpressionTextTest {
  private static String text(String source) {
    return ExpressionText.of(ExpressionParser.parseTree(source));
  }

  @Test
  void blanksQuotesAndParenthesesAreWrittenAnew() {
    Map<String, String> texts =
        Map.ofEntries(
            Map.entry("f( \"a\",*b , c = 1,**d )", "f('a', *b, c=1, **d)"),
            Map.entry("a [ 0 ] . b", "a[0].b"),
            Map.entry("a[1 : , (2,3)]", "a[1:, (2, 3)]"),
            Map.entry("a[b,]", "a[b,]"),
            Map.entry("a[()]", "a[()]"),
            Map.entry("a[::2]", "a[::2]"),
            Map.entry("1 .real", "1 .real"),
            Map.entry("1.5.real", "1.5.real"),
            Map.entry("((a),)", "(a,)"),
            Map.entry("{ 1:2,**a }", "{1: 2, **a}"),
            Map.entry("{1 ,2}", "{1, 2}"),
            Map.entry("- - 1", "--1"),
            Map.entry("2 ** -1", "2 ** (-1)"),
            Map.entry("(-2) ** 2", "(-2) ** 2"),
            Map.entry("(a + b) * c - (d - e)", "(a + b) * c - (d - e)"),
            Map.entry("a ** b ** c", "a ** b ** c"),
            Map.entry("(a ** b) ** c", "(a ** b) ** c"),
            Map.entry("not(a and not b)", "not (a and (not b))"),
            Map.entry("a or b or c and d", "a or b or (c and d)"),
            Map.entry("(a < b) is not c", "(a < b) is not c"),
            Map.entry("f(a if b else(c))", "f(a if b else c)"),
            Map.entry("(a if b else c).d", "(a if b else c).d"),
            Map.entry("1e400", "1e309"),
            Map.entry("-1j", "-1j"),
            Map.entry("...", "..."),
            Map.entry("b'x'", "b'x'"));
    texts.forEach((source, expected) -> assertThat(text(source)).as(source).isEqualTo(expected));
  }

  @Test
  void formsThatAreNotEvaluatedKeepTheirText() {
    assertThat(text("f(x for x in y)")).isEqualTo("f((x for x in y))");
    assertThat(text("f((x for x in y))")).isEqualTo("f((x for x in y))");
    assertThat(text("(lambda: 1).a")).isEqualTo("(lambda: 1).a");
    assertThat(text("f((a := 1))")).isEqualTo("f((a := 1))");
    assertThat(text("[x  for x in y]")).isEqualTo("[x  for x in y]");
  }

  @Test
  void theTextOfATextIsTheSame() {
    for (String source :
        List.of("f(-a ** (b or c), *d[1:], k=not e)", "((a, b), [*c], {d: {e}})")) {
      assertThat(text(text(source))).isEqualTo(text(source));
    }
  }
}
