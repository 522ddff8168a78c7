package org.sealflow.serve.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.serve.gateway.TestingCalls.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.policy.SampledTokens;

class ConversationTokensTest {
  private final ConversationTokens sequence = new ConversationTokens();

  private static AnswerTokens tokens(List<Integer> prompt, Integer... sampled) {
    return new AnswerTokens(prompt, List.of(sampled), null);
  }

  @Test
  void theContextOfAnAnswerIsWhatCameSinceTheLastOne() {
    assertThat(sequence.next(tokens(List.of(1, 2), 3)))
        .isEqualTo(new SampledTokens(List.of(1, 2), List.of(3), null));
    assertThat(sequence.next(tokens(List.of(1, 2, 3, 4), 5)))
        .isEqualTo(new SampledTokens(List.of(4), List.of(5), null));
  }

  @Test
  void aPromptTokenisedAnewBreaksTheSequenceForGood() {
    assertThat(sequence.next(tokens(List.of(1, 2), 3))).isNotNull();
    assertThat(sequence.next(tokens(List.of(1, 2, 9, 4), 5))).isNull();
    assertThat(sequence.next(tokens(List.of(1, 2, 9, 4, 5, 6), 7))).isNull();
  }

  @Test
  void anAnswerWithoutIdsBreaksTheSequence() {
    assertThat(sequence.next(null)).isNull();
    assertThat(sequence.next(tokens(List.of(1), 2))).isNull();
  }

  private static AnswerTokens read(String response) {
    return AnswerTokens.of(object(response), (ObjectNode) object(response).at("/choices/0"));
  }

  @Test
  void idsAreReadInEveryWayInWhichServersTellThem() {
    AnswerTokens expected = new AnswerTokens(List.of(1, 2), List.of(7, 8), List.of(-0.5f, -1f));
    String logProbs = "'logprobs':{'content':[{'token':'a','logprob':-0.5},{'logprob':-1}]}";
    assertThat(
            read(
                "{'prompt_token_ids':[1,2],'choices':[{'message':{},'token_ids':[7,8],"
                    + logProbs
                    + "}]}"))
        .isEqualTo(expected);
    assertThat(
            read(
                "{'choices':[{'prompt_token_ids':[1,2],'message':{},'logprobs':{'content':["
                    + "{'token':'token_id:7','logprob':-0.5},{'token':'token_id:8','logprob':-1}]"
                    + "}}]}"))
        .isEqualTo(expected);
    assertThat(
            read(
                "{'choices':[{'message':{'prompt_token_ids':[1,2],'generation_token_ids':[7,8],"
                    + "'generation_log_probs':[-0.5,-1]}}]}"))
        .isEqualTo(expected);
  }

  @Test
  void withoutIdsOfPromptAndAnswerThereAreNone() {
    assertThat(read("{'choices':[{'message':{},'token_ids':[7]}]}")).isNull();
    assertThat(read("{'prompt_token_ids':[1],'choices':[{'message':{}}]}")).isNull();
    assertThat(read("{'prompt_token_ids':['a'],'choices':[{'message':{},'token_ids':[7]}]}"))
        .isNull();
  }

  @Test
  void logProbabilitiesThatDoNotFitAreLeftOut() {
    AnswerTokens tokens =
        read(
            "{'prompt_token_ids':[1],'choices':[{'message':{},'token_ids':[7,8],'logprobs':"
                + "{'content':[{'logprob':-1}]}}]}");
    assertThat(tokens).isEqualTo(new AnswerTokens(List.of(1), List.of(7, 8), null));
  }
}
