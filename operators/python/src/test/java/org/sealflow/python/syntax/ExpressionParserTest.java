package org.sealflow.python.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Py;
import org.sealflow.python.PyException;
import org.sealflow.python.PyNone;
import org.sealflow.python.Reference;
import org.sealflow.python.syntax.Expression.Attribute;
import org.sealflow.python.syntax.Expression.Binary;
import org.sealflow.python.syntax.Expression.BoolOperation;
import org.sealflow.python.syntax.Expression.Call;
import org.sealflow.python.syntax.Expression.Comparison;
import org.sealflow.python.syntax.Expression.Conditional;
import org.sealflow.python.syntax.Expression.Constant;
import org.sealflow.python.syntax.Expression.DictDisplay;
import org.sealflow.python.syntax.Expression.Entry;
import org.sealflow.python.syntax.Expression.Keyword;
import org.sealflow.python.syntax.Expression.ListDisplay;
import org.sealflow.python.syntax.Expression.Name;
import org.sealflow.python.syntax.Expression.Other;
import org.sealflow.python.syntax.Expression.SetDisplay;
import org.sealflow.python.syntax.Expression.Slice;
import org.sealflow.python.syntax.Expression.Starred;
import org.sealflow.python.syntax.Expression.Subscript;
import org.sealflow.python.syntax.Expression.TupleDisplay;
import org.sealflow.python.syntax.Expression.Unary;

class ExpressionParserTest {
  private static final Name A = new Name("a");
  private static final Name B = new Name("b");
  private static final Name C = new Name("c");

  private static Expression parse(String source) {
    return ExpressionParser.parse(source);
  }

  private static Constant constant(Object value) {
    return new Constant(value);
  }

  private static Object literal(String source) {
    assertThat(parse(source)).as(source).isInstanceOf(Constant.class);
    return ((Constant) parse(source)).value();
  }

  private static void isOther(String form, String source) {
    assertThat(parse(source)).as(source).isEqualTo(new Other(form, source));
  }

  @Test
  void aCallHasItsArgumentsInOrderAndItsText() {
    assertThat(parse("f( 1,*a , b = 2,**c, )  # done"))
        .isEqualTo(
            new Call(
                new Name("f"),
                List.of(constant(1L), new Starred(A)),
                List.of(new Keyword("b", constant(2L)), new Keyword(null, C)),
                "f( 1,*a , b = 2,**c, )"));
    assertThat(parse("a.b(c)[0]()"))
        .isEqualTo(
            new Call(
                new Subscript(
                    new Call(new Attribute(A, "b"), List.of(C), List.of(), "a.b(c)"), constant(0L)),
                List.of(),
                List.of(),
                "a.b(c)[0]()"));
    assertThat(parse("(f)(a == b)"))
        .isEqualTo(
            new Call(
                new Name("f"),
                List.of(new Comparison(A, List.of("=="), List.of(B))),
                List.of(),
                "(f)(a == b)"));
  }

  @Test
  void numbersKeepTheirPythonType() {
    Map<String, Object> values =
        Map.ofEntries(
            Map.entry("0", 0L),
            Map.entry("00_0", 0L),
            Map.entry("1_000", 1000L),
            Map.entry("0x1F", 31L),
            Map.entry("0o17", 15L),
            Map.entry("0B101", 5L),
            Map.entry("9223372036854775807", Long.MAX_VALUE),
            Map.entry("9223372036854775808", BigInteger.TWO.pow(63)),
            Map.entry("1.", 1.0),
            Map.entry(".5", 0.5),
            Map.entry("01.5", 1.5),
            Map.entry("1e3", 1000.0),
            Map.entry("1_0e-1_0", 1e-9),
            Map.entry("1e400", Double.POSITIVE_INFINITY));
    values.forEach((source, value) -> assertThat(literal(source)).as(source).isEqualTo(value));
    assertThat(Py.repr(literal("1_0.5J"))).isEqualTo("10.5j");
    assertThat(parse("-1")).isEqualTo(new Unary("-", constant(1L)));
  }

  @Test
  void stringsAreDecodedAndJoined() {
    Map<String, String> values =
        Map.ofEntries(
            Map.entry("'a' \"b\" '''c'd'''", "abc'd"),
            Map.entry("''", ""),
            Map.entry("'\\x41\\n\\t\\\\\\'\\\"'", "A\n\t\\'\""),
            Map.entry("'\\d\\/\\8'", "\\d\\/\\8"),
            Map.entry("'\\101\\1019\\0'", "AA9\0"),
            Map.entry("'\\u00e9\\U0001F600'", "\u00e9\ud83d\ude00"),
            Map.entry("'\\N{BULLET}\\N{latin small letter a}'", "\u2022a"),
            Map.entry("r'a\\'b'", "a\\'b"),
            Map.entry("u'x' R'\\n'", "x\\n"),
            Map.entry("'a\\\nb'", "ab"),
            Map.entry("'''a\r\nb\rc'''", "a\nb\nc"),
            Map.entry("'caf\u00e9 \ud83d\ude00'", "caf\u00e9 \ud83d\ude00"));
    values.forEach((source, value) -> assertThat(literal(source)).as(source).isEqualTo(value));
    assertThat(Py.repr(literal("b'a\\x00\\'' rb'\\n'"))).isEqualTo("b\"a\\x00'\\\\n\"");
  }

  @Test
  void constantsAndDisplaysAreRead() {
    assertThat(literal("None")).isEqualTo(PyNone.NONE);
    assertThat(literal("True")).isEqualTo(true);
    assertThat(literal("...")).isEqualTo(PyNone.ELLIPSIS);
    assertThat(parse("[a, *b, ]")).isEqualTo(new ListDisplay(List.of(A, new Starred(B))));
    assertThat(parse("(a)")).isEqualTo(A);
    assertThat(parse("(a,)")).isEqualTo(new TupleDisplay(List.of(A)));
    assertThat(parse("()")).isEqualTo(new TupleDisplay(List.of()));
    assertThat(parse("a, b,")).isEqualTo(new TupleDisplay(List.of(A, B)));
    assertThat(parse("{a, b}")).isEqualTo(new SetDisplay(List.of(A, B)));
    assertThat(parse("{}")).isEqualTo(new DictDisplay(List.of()));
    assertThat(parse("{a: b, **c}"))
        .isEqualTo(new DictDisplay(List.of(new Entry(A, B), new Entry(null, C))));
  }

  @Test
  void operatorsBindAsInPython() {
    assertThat(parse("a + b * c")).isEqualTo(new Binary("+", A, new Binary("*", B, C)));
    assertThat(parse("a - b - c")).isEqualTo(new Binary("-", new Binary("-", A, B), C));
    assertThat(parse("-a ** -b ** c"))
        .isEqualTo(new Unary("-", new Binary("**", A, new Unary("-", new Binary("**", B, C)))));
    assertThat(parse("not a == b"))
        .isEqualTo(new Unary("not", new Comparison(A, List.of("=="), List.of(B))));
    assertThat(parse("a < b not in c is not a"))
        .isEqualTo(new Comparison(A, List.of("<", "not in", "is not"), List.of(B, C, A)));
    assertThat(parse("a or b and c or a"))
        .isEqualTo(new BoolOperation("or", List.of(A, new BoolOperation("and", List.of(B, C)), A)));
    assertThat(parse("a | b ^ c & a << b"))
        .isEqualTo(
            new Binary("|", A, new Binary("^", B, new Binary("&", C, new Binary("<<", A, B)))));
    assertThat(parse("a if b else c")).isEqualTo(new Conditional(B, A, C));
    assertThat(parse("1if 2else 3"))
        .isEqualTo(new Conditional(constant(2L), constant(1L), constant(3L)));
  }

  @Test
  void subscriptsMayBeSlicesAndTuples() {
    assertThat(parse("a[1:]")).isEqualTo(new Subscript(A, new Slice(constant(1L), null, null)));
    assertThat(parse("a[:b:c]")).isEqualTo(new Subscript(A, new Slice(null, B, C)));
    assertThat(parse("a[b, ::]"))
        .isEqualTo(new Subscript(A, new TupleDisplay(List.of(B, new Slice(null, null, null)))));
    assertThat(parse("a[*b]"))
        .isEqualTo(new Subscript(A, new TupleDisplay(List.of(new Starred(B)))));
  }

  @Test
  void formsThatAreNeverEvaluatedAreParsedAndKeepTheirText() {
    isOther("lambda", "lambda a, /, b=1, *c, d, **e: a + b");
    isOther("lambda", "lambda *, a: (yield a)");
    isOther("list comprehension", "[a for a, (b, *c) in d if e if f for a.b in g]");
    isOther("set comprehension", "{a for a in b}");
    isOther("dict comprehension", "{a: b for a[0] in c}");
    isOther("generator expression", "(a async for a in b)");
    isOther("f-string", "f'{a!r:>{b}} {{c}} {d = }' 'e'");
    assertThat(parse("(a := 1)")).isEqualTo(new Other("assignment expression", "a := 1"));
    assertThat(((Call) parse("f(a for a in b)")).arguments())
        .containsExactly(new Other("generator expression", "a for a in b"));
    assertThat(ExpressionParser.parseTree("await f()")).isEqualTo(new Other("await", "await f()"));
    assertThat(ExpressionParser.parseTree("(yield)")).isEqualTo(new Other("yield", "yield"));
  }

  @Test
  void blanksCommentsAndLineEndsDoNotCountWherePythonIgnoresThem() {
    assertThat(parse(" \t a")).isEqualTo(A);
    assertThat(parse("\na\n\n # end\n")).isEqualTo(A);
    assertThat(parse("(\n  a # one\r\n  , b\r)")).isEqualTo(new TupleDisplay(List.of(A, B)));
    assertThat(parse("a \\\n + b")).isEqualTo(new Binary("+", A, B));
    assertThat(((Call) parse("f(a # =\n \\\n = 1)")).keywords())
        .containsExactly(new Keyword("a", constant(1L)));
  }

  @Test
  void namesAreTakenInTheirNormalForm() {
    assertThat(parse("\ufb01le")).isEqualTo(new Name("file"));
    assertThat(parse("\u00dcn\u00ef_1")).isEqualTo(new Name("\u00dcn\u00ef_1"));
    assertThat(parse("match")).isEqualTo(new Name("match"));
    assertThat(parse("printer")).isEqualTo(new Name("printer"));
  }

  @Test
  void theTreeAloneHoldsWhatOnlyTheCompilerRefuses() {
    assertThat(((Call) ExpressionParser.parseTree("f(a=1, a=2)")).keywords()).hasSize(2);
    assertThatThrownBy(() -> ExpressionParser.parseTree(" a"))
        .isInstanceOf(PyException.class)
        .hasMessage("unexpected indent (<string>, line 1)");
  }

  @Test
  void everyGroundTruthCallIsACall() {
    int[] calls = new int[1];
    Reference.forEachRow(
        "oracle/gt_traces.jsonl.gz",
        row -> {
          for (JsonNode turn : row.get("turns")) {
            for (JsonNode call : turn.get("calls")) {
              assertThat(parse(call.asText())).as(call.asText()).isInstanceOf(Call.class);
              calls[0]++;
            }
          }
        });
    assertThat(calls[0]).isGreaterThan(1000);
  }

  @Test
  void recordedSyntaxErrorsAreTheOnlyOnes() {
    int errors = 0;
    for (JsonNode row : Reference.micro("call_fresh_instance")) {
      String call = row.get("call").asText();
      String result = row.get("r").asText();
      if (result.endsWith(" is not allowed.")) {
        continue;
      }
      String recorded = syntaxError(result);
      assertThat(outcome(call)).as(call).isEqualTo(recorded);
      errors += recorded == null ? 0 : 1;
    }
    assertThat(errors).isGreaterThan(50);
  }

  private static @Nullable String syntaxError(String result) {
    return result.contains("(<string>, line ")
        ? result.substring("Error during execution: ".length())
        : null;
  }

  private static @Nullable String outcome(String source) {
    try {
      parse(source);
      return null;
    } catch (PyException error) {
      return error.text();
    }
  }
}
