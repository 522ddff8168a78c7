package org.sealflow.python.call.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Reference;

class PromptDecoderTest {
  private static void decodes(String step, String... calls) {
    assertThat(PromptDecoder.decode(step)).as(step).containsExactly(calls);
  }

  private static void fails(String exceptionType, String... steps) {
    for (String step : steps) {
      UndecodableException failure =
          catchThrowableOfType(UndecodableException.class, () -> PromptDecoder.decode(step));
      assertThat(failure).as(step).isNotNull();
      assertThat(failure.exceptionType()).as(step).isEqualTo(exceptionType);
      assertThat(failure).as(step).hasMessageStartingWith(exceptionType + ": ");
    }
  }

  @Test
  void bracketsAreAddedAndQuotingIsStripped() {
    decodes("f(a=1)", "f(a=1)");
    decodes("`\n [f(a=1),g()] \n```", "f(a=1)", "g()");
    decodes("f(), g()", "f()", "g()");
    decodes("");
    decodes("[]");
  }

  @Test
  void positionalArgumentsVanishAndDottedNamesStay() {
    decodes("f(1, *a, b=2)", "f(b=2)");
    decodes("a.b.c(x=1)", "a.b.c(x=1)");
    decodes("a[0].b(x=1)", "b(x=1)");
    decodes("f()(x=1)", "(x=1)");
  }

  @Test
  void literalsAreWrittenByRepr() {
    decodes(
        "f(a=\"it's\", b='\\u00e9\\n', c=1_0, d=1e3, e=0x1F, g=None, h=b'x', i=...)",
        "f(a=\"it's\", b='\u00e9\\n', c=10, d=1000.0, e=31, g=None, h=b'x', i='...')");
    decodes("f(a=[1, (2,), 'b'], c=1e400)", "f(a=[1, (2,), 'b'], c=inf)");
    decodes("f(a=[1.0J], b=-1j, c=g(2.J))", "f(a=[1j], b=(-0-1j), c='g(2j)')");
  }

  @Test
  void everySignBecomesAMinus() {
    decodes("f(a=-1, b=+1, c=not True, d=-0.0, e=~2)", "f(a=-1, b=-1, c=-1, d=-0.0, e=-2)");
    fails("TypeError", "f(a=-'b')", "f(a=-None)", "f(a=-b.c)", "f(a=-b[0])", "f(a=-...)");
    fails("AttributeError", "f(a=-b)", "f(a=- -1)", "f(a=-[1])", "f(a=-g())");
  }

  @Test
  void namesCallsAndSubscriptsBecomeTexts() {
    decodes(
        "f(a=true, b=g( 1 ), c=d[ 0 ]['e'], h=\"x\".upper())",
        "f(a='true', b='g(1)', c=\"d[0]['e']\", h=\"'x'.upper()\")");
    decodes("f(a=g(b=1))", "f(a=g(b=1))");
    decodes("f(a=[g(b=1)])", "f(a=[{'g': {'b': 1}}])");
  }

  @Test
  void arithmeticIsEvaluated() {
    decodes(
        "f(a=1/3, b='a'+'b', c=2**-1, d=[1]*2)",
        "f(a=0.3333333333333333, b='ab', c=0.5, d=[1, 1])");
    fails("ZeroDivisionError", "f(a=1/0)");
    fails("NameError", "f(a=my-file)");
    fails("TypeError", "f(a=1+'b')");
    fails("MemoryError", "f(a='a'*10**12)");
    fails("Exception", "f(a='%s' % 1)");
  }

  @Test
  void dictsOfDictsBecomeCallsAndEmptyDictsAreErrors() {
    decodes("f(a={'b': 1, 2: \"c'd\"})", "f(a={'b': 1, '2': \"c'd\"})");
    decodes("f(a={'b': {'c': 1}})", "f(a=b(c=1))");
    decodes("f(a={'b': {}})", "f(a=b())");
    decodes("f(a={'b': {'c': 1}, 'd': {'e': 2}})", "f(a=b(c=1))");
    decodes("f(a=[{}])", "f(a=[{}])");
    decodes("f(**{'a': 1})", "f(None={'a': 1})");
    fails("IndexError", "f(a={})", "f(a={'b': 1, 'c': {}})");
    fails("TypeError", "f(a={[1]: 2})");
    fails("Exception", "f(a={**b})");
  }

  @Test
  void aRepeatedKeywordCountsOnceWithItsLastValue() {
    decodes("f(a=1, b=2, a=3)", "f(a=3, b=2)");
  }

  @Test
  void whatIsNoListOfCallsFails() {
    fails(
        "AssertionError", "f", "1", "[[f()]]", "[f()], [g()]", "await f()", "f()[0], g()", "'f()'");
    fails("AttributeError", "[f()][0]", "[x for x in [y]]");
    fails(
        "SyntaxError", "f(", "I will call f()", "f(a=1,000)", "f(a=1);", "f()[0]", "[f()]\n[g()]");
    fails("IndentationError", "[f()]\n  [g()]");
    fails("Exception", "f(a=b.c)", "f(a=1 < 2)", "f(a={1})", "f(a=f'b')", "f(a=1 if b else 2)");
    fails("TypeError", "f(a=lambda: 1)");
    fails("UnicodeEncodeError", "f(a='\ud800')");
  }

  @Test
  void theFirstFailureInOrderIsReported() {
    fails("TypeError", "f(a=lambda: 1), g");
    fails("AssertionError", "g, f(a=lambda: 1)");
    fails("AssertionError", "f(a={}), g");
  }

  @Test
  void recordedRepliesDecodeAsRecorded() {
    List<String> differences = new ArrayList<>();
    int[] rows = new int[1];
    Reference.forEachRow(
        "oracle/decode.jsonl.gz",
        row -> {
          rows[0]++;
          String expected =
              row.has("exc") ? row.get("exc").asText() : texts(row.get("r")).toString();
          String actual = outcome(row.get("in").asText());
          if (!actual.equals(expected)) {
            differences.add(row.get("in").asText() + ": " + actual + ", expected " + expected);
          }
        });
    assertThat(differences).isEmpty();
    assertThat(rows[0]).isEqualTo(5338);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static String outcome(String step) {
    try {
      return PromptDecoder.decode(step).toString();
    } catch (UndecodableException failure) {
      return failure.exceptionType();
    }
  }
}
