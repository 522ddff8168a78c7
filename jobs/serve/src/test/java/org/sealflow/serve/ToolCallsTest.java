package org.sealflow.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ToolCallsTest {
  @Test
  void textAroundTheCallsIsTheContent() {
    ToolCalls read =
        ToolCalls.in(
            " a <tool_call> {\"arguments\": {\"x\": [1, {}]}, \"name\": \"f\"}</tool_call> b"
                + " <tool_call>\n{\"name\": \"g\", \"id\": {\"name\": \"h\"}, \"arguments\": {}}\n"
                + "</tool_call> c ");

    assertThat(read.content()).isEqualTo("a  b  c");
    assertThat(read.calls())
        .containsExactly(
            new ToolCalls.Written("f", "{\"x\": [1, {}]}"), new ToolCalls.Written("g", "{}"));
  }

  @Test
  void anAnswerWithOneBrokenCallStaysAsItWasWritten() {
    String good = "<tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call>";
    for (String broken :
        List.of(
            "<tool_call>{\"name\": \"f\", \"arguments\": {}}",
            "<tool_call></tool_call>",
            "<tool_call>f(x=1)</tool_call>",
            "<tool_call>{\"name\": \"f\", \"arguments\": {}} }</tool_call>",
            "<tool_call>{\"name\": \"f\", \"arguments\": {</tool_call>",
            "<tool_call>{\"name\": \"f\", \"arguments\": \"{}\"}</tool_call>",
            "<tool_call>{\"name\": \"\", \"arguments\": {}}</tool_call>",
            "<tool_call>{\"name\": 7, \"arguments\": {}}</tool_call>",
            "<tool_call>{\"arguments\": {}}</tool_call>",
            "<tool_call>{\"name\": \"f\"}</tool_call>",
            "<tool_call>[{\"name\": \"f\", \"arguments\": {}}]</tool_call>")) {
      String answer = " " + good + "\n" + broken + " ";
      assertThat(ToolCalls.in(answer)).as(broken).isEqualTo(new ToolCalls(answer, List.of()));
    }
  }

  @Test
  void anAnswerWithoutCallsStaysAsItWasWritten() {
    assertThat(ToolCalls.in(" hi\n")).isEqualTo(new ToolCalls(" hi\n", List.of()));
    assertThat(ToolCalls.in("</tool_call>").content()).isEqualTo("</tool_call>");
  }
}
