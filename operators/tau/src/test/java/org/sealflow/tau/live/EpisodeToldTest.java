package org.sealflow.tau.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.environment.PolicyStep;

class EpisodeToldTest {
  private static String said(String answer) {
    EpisodeTold told = new EpisodeTold(false);
    told.endTurn(List.of(new PolicyStep(List.of(), List.of(), null, List.of(), answer)));
    return String.valueOf(told.steps().get(0).content());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Hello.                                                   | Hello.",
        "On it. <tool_call>{}</tool_call> Done.                   | On it.  Done.",
        "<tool_call>{<tool_call>}</tool_call>a</tool_call>        | a</tool_call>",
        "a<tool_call>1</tool_call>b<tool_call>2</tool_call>c      | abc",
        "a</tool_call>b<tool_call>1</tool_call>c<tool_call>d      | a</tool_call>bc<tool_call>d",
      })
  void whatIsSaidIsTheAnswerWithoutItsCalls(String answer, String said) {
    assertThat(said(answer)).isEqualTo(said);
  }

  @Test
  @Timeout(2)
  void tagsThatAreLeftOpenAreSaid() {
    String open = "<tool_call>".repeat(700_000);
    assertThat(said(open)).isEqualTo(open);
  }
}
