package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.conversation.CallAnswers;
import org.sealflow.environment.KeywordCall;

class CallAnswersTest {
  private static List<String> readBack(String answer) {
    ParsedAnswer parsed = new ToolCallParser(ParserOptions.DEFAULTS).parse(answer);
    assertThat(parsed.error()).isNull();
    assertThat(parsed.content()).isEmpty();
    return parsed.calls().stream().map(call -> call.text(KeywordCall::text)).toList();
  }

  @Test
  void callsBecomeBlocksOfTheirOwn() {
    assertThat(CallAnswers.of(List.of("cd(folder='a')", "ls()")))
        .isEqualTo(
            "<tool_call>\n"
                + "{\"name\": \"cd\", \"arguments\": {\"folder\": \"a\"}}\n"
                + "</tool_call>\n"
                + "<tool_call>\n"
                + "{\"name\": \"ls\", \"arguments\": {}}\n"
                + "</tool_call>");
    assertThat(CallAnswers.of(List.of())).isEmpty();
  }

  @Test
  void positionalArgumentsGetTheNamesOfTheSimulator() {
    assertThat(readBack(CallAnswers.of(List.of("diff('a', file_name2='b')", "mv('a', 'b')"))))
        .containsExactly("diff(file_name1='a', file_name2='b')", "mv(source='a', destination='b')");
  }

  @Test
  void literalsAreReadBackAsTheyWere() {
    String known =
        "f(a=[1, 2.0, -3, True, None], b={'c': {'d': \"it's\"}, 'e': []},"
            + " g='\u00e9\\n\ud83d\ude00', h=-1.5)";
    assertThat(readBack(CallAnswers.of(List.of(known)))).containsExactly(known);
  }

  @Test
  void whatJsonHasNoFormForIsRefused() {
    for (String call :
        List.of(
            "f(a=g())",
            "f(a=(1, 2))",
            "f(a={1: 2})",
            "f(a={1, 2})",
            "f(a=1j)",
            "f(a=b'x')",
            "f(a=1+1)",
            "f(a=not 1)",
            "f(*[1])",
            "f(**{'a': 1})",
            "f(a={**{}})",
            "ls(True, 2)",
            "nowhere(1)",
            "a.ls()",
            "'text'",
            "ls(")) {
      assertThatThrownBy(() -> CallAnswers.of(List.of("ls()", call)))
          .as(call)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the call " + call + " cannot be written as JSON: ");
    }
  }
}
