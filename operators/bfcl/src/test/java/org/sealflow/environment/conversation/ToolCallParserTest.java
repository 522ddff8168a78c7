package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.KeywordCall;

/** Section 4.1 of the protocol, row by row. */
class ToolCallParserTest {
  private static final ParserOptions LENIENT = new ParserOptions(false, false, false, false);

  private static ParsedAnswer parse(String answer) {
    return parse(answer, ParserOptions.DEFAULTS);
  }

  private static ParsedAnswer parse(String answer, ParserOptions options) {
    return new ToolCallParser(options).parse(answer);
  }

  private static List<String> calls(ParsedAnswer answer) {
    return answer.calls().stream().map(call -> call.text(KeywordCall::text)).toList();
  }

  private static String error(String... objects) {
    StringBuilder answer = new StringBuilder();
    for (String object : objects) {
      answer.append(TestingDesk.block(object));
    }
    return parse(answer.toString()).error();
  }

  @Test
  void textWithoutABlockIsContent() {
    ParsedAnswer answer = parse(" \n Which file?\u00a0\n\n\n\nSay it. \n");
    assertThat(answer.content()).isEqualTo("Which file?\u00a0\n\n\n\nSay it.");
    assertThat(answer.calls()).isEmpty();
    assertThat(answer.error()).isNull();
    assertThat(parse("")).isEqualTo(new ParsedAnswer("", List.of(), null));
  }

  @Test
  void blocksAreCallsAndWhatIsLeftIsContent() {
    ParsedAnswer answer =
        parse(
            "First\n\n"
                + TestingDesk.call("cat", "{\"file_name\": \"a\"}")
                + "\n \n"
                + "<tool_call>\u00a0\t{\"arguments\": {}, \"name\": \"ls\", \"id\": 7}</tool_call>"
                + " then\n");
    assertThat(calls(answer)).containsExactly("cat(file_name='a')", "ls()");
    assertThat(answer.content()).isEqualTo("First\n\n then");
    assertThat(answer.error()).isNull();
  }

  @Test
  void tagsWithoutABlockAreAnErrorWhereStrict() {
    for (String text :
        List.of(
            "<tool_call>",
            "<tool_call",
            "</tool_call>",
            "<tool_call></tool_call>",
            "<tool_call>ls()</tool_call>",
            "<tool_call>{\"name\": \"ls\", \"arguments\": {}}",
            "<tool_call>{\"name\": \"ls\", \"arguments\": {}} </tool_calls>",
            "<tool_call>{</tool_call>",
            "<tool_call>[{\"name\": \"ls\", \"arguments\": {}}]</tool_call>",
            "<tool_calls>{}</tool_calls>")) {
      assertThat(parse(text).error())
          .as(text)
          .isEqualTo("Found tool_call tag text, but no valid <tool_call>{...}</tool_call> block.");
      assertThat(parse(text, LENIENT)).as(text).isEqualTo(new ParsedAnswer(text, List.of(), null));
    }
    assertThat(parse("<TOOL_CALL>{}</TOOL_CALL>").error()).isNull();
  }

  @Test
  void anObjectReachesToTheFirstBraceBeforeAClosingTag() {
    ParsedAnswer answer =
        parse(TestingDesk.call("echo", "{\"content\": \"a</tool_call> } \n</tool_call>\"}"));
    assertThat(calls(answer)).isEmpty();
    assertThat(answer.error()).startsWith("Invalid tool call JSON: Unterminated string starting");
    assertThat(calls(parse(TestingDesk.call("echo", "{\"content\": \"a</tool_call>b\"}"))))
        .containsExactly("echo(content='a</tool_call>b')");
  }

  @Test
  void aBlockBeginsAtTheFirstOpenTagWithAnObject() {
    assertThat(parse("<tool_call>{<tool_call>" + TestingDesk.call("ls", "{}")).error())
        .isEqualTo(
            "Invalid tool call JSON: Expecting property name enclosed in double quotes: line 1"
                + " column 2 (char 1)");
    ParsedAnswer answer =
        parse("<tool_call><tool_call>{\"name\": 1, \"arguments\": {}}</tool_call>");
    assertThat(answer.error()).isNull();
    assertThat(answer.content()).isEqualTo("<tool_call>");
    assertThat(answer.calls()).hasSize(1);
  }

  @Test
  void malformedJsonIsReportedAsPythonReportsIt() {
    Map<String, String> errors =
        Map.ofEntries(
            Map.entry("{}}", "Extra data: line 1 column 3 (char 2)"),
            Map.entry(
                "{'name': 'ls', 'arguments': {}}",
                "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
            Map.entry("{\"name\": ls}", "Expecting value: line 1 column 10 (char 9)"),
            Map.entry("{\"name\": }", "Expecting value: line 1 column 10 (char 9)"),
            Map.entry(
                "{\n\"name\": \"ls}", "Unterminated string starting at: line 2 column 9 (char 10)"),
            Map.entry(
                "{\"name\": \"ls\" \"arguments\": {}}",
                "Expecting ',' delimiter: line 1 column 15 (char 14)"),
            Map.entry("{\"name\" \"ls\"}", "Expecting ':' delimiter: line 1 column 9 (char 8)"),
            Map.entry(
                "{\"name\": \"l\ns\"}", "Invalid control character at: line 1 column 12 (char 11)"),
            Map.entry("{\"name\": \"\\d\"}", "Invalid \\escape: line 1 column 11 (char 10)"),
            Map.entry(
                "{\"a\": 1,}",
                "Expecting property name enclosed in double quotes: line 1 column 9 (char 8)"));
    errors.forEach(
        (object, message) ->
            assertThat(error(object)).as(object).isEqualTo("Invalid tool call JSON: " + message));
  }

  @Test
  void pythonsLiteralsAreMentionedWhereAsked() {
    ParserOptions flagging = new ParserOptions(true, false, true, false);
    String hint = "Invalid tool call JSON (use JSON true/false/null, not Python True/False/None): ";
    for (String literal : List.of("True", "False", "None")) {
      String answer = TestingDesk.call("ls", "{\"a\": " + literal + "}");
      assertThat(parse(answer, flagging).error()).startsWith(hint + "Expecting value: line 1");
      assertThat(parse(answer).error()).startsWith("Invalid tool call JSON: Expecting value");
    }
    assertThat(parse(TestingDesk.block("{\"a\": Truely}"), flagging).error())
        .startsWith("Invalid tool call JSON: Expecting value");
    assertThat(parse(TestingDesk.call("ls", "{\"a\": \"True\"}"), flagging).error()).isNull();
  }

  @Test
  void aCallNeedsNameAndArguments() {
    String missing = "Tool call JSON must contain both 'name' and 'arguments'.";
    assertThat(error("{}")).isEqualTo(missing);
    assertThat(error("{\"name\": \"ls\"}")).isEqualTo(missing);
    assertThat(error("{\"arguments\": {}}")).isEqualTo(missing);
    assertThat(error("{\"name\": \"ls\", \"parameters\": {}}")).isEqualTo(missing);
    assertThat(error("{\"function\": {\"name\": \"ls\", \"arguments\": {}}}")).isEqualTo(missing);
  }

  @Test
  void parametersMayStandForArgumentsWhereAsked() {
    ParserOptions accepting = new ParserOptions(true, false, false, true);
    String both =
        TestingDesk.block("{\"name\": \"ls\", \"parameters\": {\"a\": 1}, \"arguments\": {}}");
    String parameters = TestingDesk.block("{\"name\": \"ls\", \"parameters\": {\"a\": true}}");
    assertThat(calls(parse(both, accepting))).containsExactly("ls()");
    assertThat(calls(parse(parameters, accepting))).containsExactly("ls(a=True)");
    assertThat(parse(TestingDesk.block("{\"name\": \"ls\"}"), accepting).error())
        .isEqualTo("Tool call JSON must contain both 'name' and 'arguments'.");
  }

  @Test
  void textArgumentsAreJsonOfAnObject() {
    assertThat(calls(parse(TestingDesk.call("ls", "\"{\\\"a\\\": null}\""))))
        .containsExactly("ls(a=None)");
    assertThat(error("{\"name\": \"ls\", \"arguments\": \"a=1\"}"))
        .isEqualTo("Tool 'ls' has non-JSON string arguments.");
    assertThat(error("{\"name\": \"ls\", \"arguments\": \"\"}"))
        .isEqualTo("Tool 'ls' has non-JSON string arguments.");
    assertThat(error("{\"name\": \"ls\", \"arguments\": \"[1]\"}"))
        .isEqualTo("Tool 'ls' arguments must be a JSON object.");
  }

  @Test
  void argumentsAreAnObject() {
    for (String arguments : List.of("[]", "null", "1", "true", "[{\"a\": 1}]")) {
      assertThat(error("{\"name\": \"ls\", \"arguments\": " + arguments + "}"))
          .as(arguments)
          .isEqualTo("Tool 'ls' arguments must be a JSON object.");
    }
    assertThat(error("{\"name\": null, \"arguments\": []}"))
        .isEqualTo("Tool 'None' arguments must be a JSON object.");
  }

  @Test
  void namesAreNotLookedAtHere() {
    for (String name : List.of("\"\"", "null", "0", "7", "[]", "{\"a\": 1}", "\"no such tool\"")) {
      ParsedAnswer answer = parse(TestingDesk.block("{\"name\": " + name + ", \"arguments\": {}}"));
      assertThat(answer.error()).as(name).isNull();
      assertThat(answer.calls()).as(name).hasSize(1);
    }
  }

  @Test
  void errorsOfSeveralBlocksAreJoinedAndGoodCallsKept() {
    ParsedAnswer answer =
        parse(
            TestingDesk.block("{\"name\": \"ls\"}")
                + TestingDesk.call("ls", "{}")
                + TestingDesk.call("cat", "7"));
    assertThat(answer.error())
        .isEqualTo(
            "Tool call JSON must contain both 'name' and 'arguments'.; Tool 'cat' arguments must be"
                + " a JSON object.");
    assertThat(calls(answer)).containsExactly("ls()");
  }

  @Test
  void textBesideCallsIsAnErrorWhereAsked() {
    ParserOptions rejecting = new ParserOptions(true, true, false, false);
    String call = TestingDesk.call("ls", "{}");
    String error = "Tool-call output must not include text outside <tool_call> blocks.";
    assertThat(parse(" \n" + call + "\n" + call + "\n ", rejecting).error()).isNull();
    assertThat(parse("Let me look. " + call, rejecting).error()).isEqualTo(error);
    assertThat(parse(TestingDesk.block("{}") + ".", rejecting).error())
        .isEqualTo("Tool call JSON must contain both 'name' and 'arguments'.; " + error);
    assertThat(parse("Just text.", rejecting).error()).isNull();
    assertThat(parse("x" + call, new ParserOptions(false, true, false, false)).error()).isNull();
    assertThat(parse("x" + call).error()).isNull();
  }

  @Test
  void aLenientParserPassesOverBadBlocks() {
    ParsedAnswer answer =
        parse(
            TestingDesk.block("{'name'}")
                + TestingDesk.call("ls", "[]")
                + TestingDesk.call("cat", "\"{\\\"file_name\\\": \\\"a\\\"}\"")
                + TestingDesk.call("wc", "\"a\""),
            LENIENT);
    assertThat(answer.error()).isNull();
    assertThat(calls(answer)).containsExactly("ls([])", "cat(file_name='a')", "wc('a')");
  }

  @Test
  void pythonsJsonIsTaken() {
    assertThat(
            calls(
                parse(
                    TestingDesk.call(
                        "f",
                        "{\"a\": NaN, \"b\": -Infinity, \"a\": 1.0, \"c\": \"it's\","
                            + " \"d\": [true, null, 1e22], \"e f\": {\"g\": \"\\u00e9\\n\"}}"))))
        .containsExactly(
            "f(a=1.0, b=-inf, c=\"it's\", d=[True, None, 1e+22], e f={'g': '\u00e9\\n'})");
  }
}
