package org.sealflow.model.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.model.template.value.TemplateLimits;

class TemplateTest {
  private static String render(String source, Map<String, ?> variables) {
    return Template.parse("test", source).render(variables, Goldens.CLOCK);
  }

  private static String render(String source) {
    return render(source, Map.of());
  }

  private static TemplateException refused(String source) {
    try {
      String text = render(source);
      throw new AssertionError("rendered: " + text);
    } catch (TemplateException refused) {
      return refused;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "{{ tools.name }} @ test line 1: 'tools' is undefined",
        "{{ {'a': 1}.b.c }} @ test line 1: 'dict object' has no attribute 'b'",
        "{{ 'a' + 1 }} @ test line 1: '+' is not supported between str and int, join texts and"
            + " other values with '~'",
        "{{ 1 < 'a' }} @ test line 1: '<' is not supported between int and str, compare values"
            + " of one kind",
        "{% include 'x' %} @ test line 1: the tag 'include' is not known here, expected one of"
            + " break, call, continue, filter, for, generation, if, macro, set, with",
        "{% if x %}{% endfor %} @ test line 1: the tag 'endfor' is not known here, expected one of"
            + " break, call, continue, filter, for, generation, if, macro, set, with, elif, else,"
            + " endif",
        "{{ 'a'|shout }} @ test line 1: there is no filter 'shout', expected one of [abs, attr,"
            + " capitalize, count, d, default, dictsort, first, float, format, indent, int, items,"
            + " join, last, length, list, lower, map, max, min, reject, rejectattr, replace,"
            + " reverse, round, safe, select, selectattr, sort, string, sum, title, tojson, trim,"
            + " unique, upper]",
        "{{ 'a' is loud }} @ test line 1: there is no test 'loud', expected one of [!=, <, <=, ==,"
            + " >, >=, boolean, callable, defined, divisibleby, eq, equalto, even, false, filter,"
            + " float, ge, greaterthan, gt, in, integer, iterable, le, lessthan, lower, lt,"
            + " mapping, ne, none, number, odd, sameas, sequence, string, test, true, undefined,"
            + " upper]",
        "{{ 'a'.split(1) }} @ test line 1: split expects a text as 'sep', found int",
        "{{ 'a'.replace('a') }} @ test line 1: replace needs the argument 'new'",
        "{{ 1|tojson(width=2) }} @ test line 1: filter tojson takes no argument 'width'",
        "{{ [1].append(2) }} @ test line 1: 'append' of a list is not allowed, values never change"
            + " here",
        "{% for x in y recursive %}{% endfor %} @ test line 1: recursive loops are not known, use a"
            + " macro that calls itself",
        "{{ strftime_now('%Q') }} @ test line 1: strftime_now does not know the directive %Q",
        "{{ 'a' @ test line 1: the tag is never closed, expected '}}'",
        "{{ 'a }} @ test line 1: the text is never closed, expected '",
        "{{ (1] }} @ test line 1: ']' closes nothing that is open",
        "{# x @ test line 1: the comment is never closed, expected '#}'",
      })
  void aFaultIsOneLineThatSaysWhatWasFoundAndExpected(String source, String message) {
    assertThat(refused(source)).hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      value = {
        "a\\n{{ x.y }} @ 2",
        "{% if true %}\\n\\n{{ x.y }}{% endif %} @ 3",
        "{% if false %}\\n{% elif x.y %}\\n{% endif %} @ 2",
        "{% macro m() %}\\n{{ x.y }}\\n{% endmacro %}\\n{{ m() }} @ 2",
        "{#\\n\\n#}{% for i in [1] %}\\n{% set a = 1 %}\\n{{ i.a.b }}{% endfor %} @ 5",
        "a\\r\\nb\\r{% nope %} @ 3",
        "\\n\\n{% if true %}\\n @ 3",
        "{{ 'a\\nb' }}\\n{{ x.y }} @ 3",
        "{{- [\\n1,\\n2 3] }} @ 3",
      })
  void aFaultNamesItsLine(String source, int line) {
    assertThat(refused(source.replace("\\n", "\n").replace("\\r", "\r")).line()).isEqualTo(line);
  }

  @Test
  void whatATemplateRaisesIsToldApartAndMadeOneLine() {
    TemplateException raised = refused("{{ raise_exception('no\nway') }}");
    assertThat(raised).hasMessage("test line 1: no way");
    assertThat(raised.isRaisedByTemplate()).isTrue();
    assertThat(refused("{{ x.y }}").isRaisedByTemplate()).isFalse();
  }

  @Test
  void aTemplateIsReadOnceAndRenderedByManyThreads() {
    Template template =
        Template.parse(
            "test",
            "{% set ns = namespace(n=0) %}{% for i in range(k) %}{% set ns.n = ns.n + i %}"
                + "{% endfor %}{{ ns.n }}");
    assertThat(
            IntStream.range(0, 500)
                .parallel()
                .allMatch(
                    k ->
                        template
                            .render(Map.of("k", k), Goldens.CLOCK)
                            .equals(String.valueOf(k * (k - 1) / 2))))
        .isTrue();
  }

  @Test
  void theTimeIsTheClocks() {
    Clock clock = Clock.fixed(Instant.parse("2026-12-31T23:30:00Z"), ZoneId.of("Asia/Tokyo"));
    assertThat(Template.parse("test", "{{ strftime_now('%Y-%m-%d %H') }}").render(Map.of(), clock))
        .isEqualTo("2027-01-01 08");
  }

  @Test
  void variablesMayBeAnyPlainValues() {
    List<Object> values =
        Arrays.asList(
            (short) 1,
            2,
            3L,
            4.5f,
            new BigDecimal("0.25"),
            BigInteger.TWO.pow(70),
            "t",
            null,
            true);
    assertThat(render("{{ v }}", Map.of("v", values)))
        .isEqualTo("[1, 2, 3, 4.5, 0.25, 1180591620717411303424, 't', None, True]");
    assertThat(render("{{ v }}", Map.of("v", Collections.singletonMap(1, new StringBuilder("s")))))
        .isEqualTo("{1: 's'}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> render("{{ v }}", Map.of("v", new Object())))
        .withMessage(
            "a template takes texts, numbers, booleans, null, lists and maps, found"
                + " java.lang.Object");
  }

  @Test
  void whatTheCallerHandsInStaysAsItIs() {
    List<Object> items = new ArrayList<>(List.of(3, 1, 2));
    assertThat(render("{{ v|sort }}{{ v|reverse }}{% set v = v + [9] %}", Map.of("v", items)))
        .isEqualTo("[1, 2, 3][2, 1, 3]");
    assertThat(items).containsExactly(3, 1, 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% macro m(n) %}{% for i in [1, 2] %}{{ m(n + 1) }}{% endfor %}{% endmacro %}{{ m(0) }}",
        "{% set ns = namespace(t='aaaaaaaa') %}"
            + "{% for i in range(99) %}{% set ns.t = ns.t ~ ns.t %}{% endfor %}",
        "{% set ns = namespace(t='aaaaaaaa') %}"
            + "{% for i in range(99) %}{% set ns.t = ns.t + ns.t %}{% endfor %}",
        "{% set ns = namespace(t='aaaaaaaa') %}"
            + "{% for i in range(99) %}{% set ns.t = ns.t|replace('a', 'aa') %}{% endfor %}",
        "{% set ns = namespace(t=[1]) %}"
            + "{% for i in range(99) %}{% set ns.t = ns.t + ns.t %}{% endfor %}",
        "{% set ns = namespace(t=[1]) %}"
            + "{% for i in range(999) %}{% set ns.t = [ns.t, ns.t] %}{% endfor %}{{ ns.t }}",
        "{% set ns = namespace(t=[1]) %}"
            + "{% for i in range(999) %}{% set ns.t = [ns.t] %}{% endfor %}{{ ns.t|tojson }}",
        "{{ 'a' * 999999999999 }}",
        "{{ [0] * 999999999999 }}",
        "{{ 9 ** (9 ** 9) }}",
        "{{ 2 ** 99999999999999999999 }}",
        "{{ '%9999d' % 1 * 99999999 }}",
        "{% for i in range(9999) %}{{ 'a' * 99999 }}{% endfor %}",
        "{% macro m(n) %}{{ 'a' * 99999 }}{% endmacro %}{% for i in range(9999) %}"
            + "{% set x = m(1) %}{% endfor %}",
      })
  void aTemplateThatRunsAwayIsStopped(String source) {
    TemplateException refused = refused(source);
    assertThat(refused.getMessage()).containsAnyOf("limit", "runs away", "deep");
    assertThat(refused.line()).isEqualTo(1);
  }

  @Test
  void limitsAreCheckedWhereTheyAreSet() {
    Template small =
        Template.parse(
            "test", "{% for i in v %}{{ i }}{% endfor %}", new TemplateLimits(20, 10, 5));
    assertThat(small.render(Map.of("v", List.of(1, 2, 3)), Goldens.CLOCK)).isEqualTo("123");
    assertThatExceptionOfType(TemplateException.class)
        .isThrownBy(() -> small.render(Map.of("v", "abcdefghijklmnop"), Goldens.CLOCK))
        .withMessage(
            "test line 1: the template runs away: more than 20 steps, look for an endless loop");
    assertThatExceptionOfType(TemplateException.class)
        .isThrownBy(() -> small.render(Map.of("v", List.of("abcdefghijk")), Goldens.CLOCK))
        .withMessageContaining("more than 10 characters of output");
    for (Runnable wrong :
        List.<Runnable>of(
            () -> new TemplateLimits(0, 1, 1),
            () -> new TemplateLimits(1, 0, 1),
            () -> new TemplateLimits(1, 1, 201))) {
      assertThatIllegalArgumentException().isThrownBy(wrong::run);
    }
  }

  @Test
  void aTemplateThatNestsTooDeepIsRefusedWhenItIsRead() {
    String deep = "(".repeat(5_000) + "1" + ")".repeat(5_000);
    assertThat(refused("{{ " + deep + " }}")).hasMessageContaining("nests deeper than 100 levels");
    assertThat(refused("{% if 1 %}".repeat(5_000))).hasMessageContaining("nests deeper than");
    assertThat(refused("{{ " + "not ".repeat(5_000) + "1 }}"))
        .hasMessageContaining("nests deeper than");
    assertThat(refused("{{ " + "- ".repeat(5_000) + "1 }}"))
        .hasMessageContaining("nests deeper than");
    assertThat(refused("{{ 1" + " + 1".repeat(5_000) + " }}"))
        .hasMessageContaining("more than 500 operators in a row");
    assertThat(refused("{{ 1" + "|abs".repeat(5_000) + " }}"))
        .hasMessageContaining("more than 500 subscripts or filters in a row");
  }

  @Test
  void longChainsThatAreFlatAreFine() {
    assertThat(render("{{ 'a'" + " ~ 'a'".repeat(5_000) + " }}")).hasSize(5_001);
    assertThat(render("{% if 0 %}" + "{% elif 0 %}".repeat(5_000) + "{% else %}x{% endif %}"))
        .isEqualTo("x");
    assertThat(render("{{ [" + "1, ".repeat(5_000) + "]|length }}")).isEqualTo("5000");
  }
}
