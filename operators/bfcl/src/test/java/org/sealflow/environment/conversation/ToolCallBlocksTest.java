package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ToolCallBlocksTest {
  private static final List<String> PIECES =
      List.of(
          "<tool_call>",
          "</tool_call>",
          "<tool_call",
          "{",
          "}",
          "{}",
          " ",
          "\n",
          "\u00a0",
          "\u2028",
          "\u001c",
          "\u200b",
          "x",
          "\"",
          "<tool_call>{\"a\": 1}</tool_call>",
          "</tool_call> ");

  private static final String SPACES = "[\\s\\x1c-\\x1f\\x85\\p{Z}]*";

  /** The protocol's definition, word for word. */
  private static final Pattern BLOCK =
      Pattern.compile(
          "<tool_call>" + SPACES + "(\\{.*?\\})" + SPACES + "</tool_call>", Pattern.DOTALL);

  @Test
  void blocksAreThoseOfTheDefinition() {
    Random random = new Random(4);
    int blocks = 0;
    for (int round = 0; round < 20_000; round++) {
      StringBuilder answer = new StringBuilder();
      for (int i = random.nextInt(12); i >= 0; i--) {
        answer.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      List<String> expected = new ArrayList<>();
      Matcher matcher = BLOCK.matcher(answer);
      while (matcher.find()) {
        expected.add(matcher.group(1));
      }
      ToolCallBlocks found = ToolCallBlocks.in(answer.toString());
      assertThat(found.objects()).as(answer.toString()).isEqualTo(expected);
      assertThat(found.content()).as(answer.toString()).isEqualTo(trimmed(matcher.replaceAll("")));
      blocks += expected.size();
    }
    assertThat(blocks).isGreaterThan(5_000);
  }

  private static String trimmed(String content) {
    return content
        .replaceAll("\\n" + SPACES + "\\n", "\n\n")
        .replaceAll("^" + SPACES, "")
        .replaceAll(SPACES + "$", "");
  }

  @Test
  void tagsLeftOpenCostNoMoreThanTheirLength() {
    String opened = "<tool_call>{".repeat(200_000);
    String closed = "<tool_call> </tool_call>".repeat(200_000);
    String blank = "<tool_call>" + "\n ".repeat(1_000_000);
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          for (String answer : List.of(opened, closed, blank, opened + closed, closed + opened)) {
            assertThat(ToolCallBlocks.in(answer).objects()).isEmpty();
          }
        });
  }
}
