package org.sealflow.serve.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.serve.gateway.TestingCalls.object;

import org.junit.jupiter.api.Test;
import org.sealflow.serve.TestingCaller;

class StreamedAnswerTest {
  private static Object whole(String... events) throws UnreadableCallException {
    StringBuilder stream = new StringBuilder(": a comment\n\n");
    for (String event : events) {
      stream.append("data: ").append(event.replace('\'', '"')).append("\r\n\r\n");
    }
    return StreamedAnswer.of(stream.toString(), TestingCaller.JSON);
  }

  @Test
  void textsTokensAndUsageOfAStreamAreThoseOfTheWholeAnswer() throws Exception {
    assertThat(
            whole(
                "{'id':'x','object':'chat.completion.chunk','prompt_token_ids':[1,2],"
                    + "'choices':[{'index':0,'delta':{'role':'assistant','content':''},"
                    + "'logprobs':null,'finish_reason':null}]}",
                "{'id':'x','choices':[{'index':0,'delta':{'content':'Good '},'token_ids':[3],"
                    + "'logprobs':{'content':[{'token':'Good ','logprob':-0.5}]}}]}",
                "{'id':'x','choices':[{'index':0,'delta':{'content':'day'},'token_ids':[4,5],"
                    + "'logprobs':{'content':[{'token':'day','logprob':-1}]}}]}",
                "{'id':'x','choices':[{'index':0,'delta':{},'finish_reason':'stop'}],'usage':null}",
                "{'id':'x','choices':[],'usage':{'total_tokens':5}}",
                "[DONE]"))
        .isEqualTo(
            object(
                "{'id':'x','object':'chat.completion','prompt_token_ids':[1,2],"
                    + "'usage':{'total_tokens':5},'choices':[{'index':0,'message':"
                    + "{'role':'assistant','content':'Good day'},'logprobs':{'content':"
                    + "[{'token':'Good ','logprob':-0.5},{'token':'day','logprob':-1}]},"
                    + "'finish_reason':'stop','token_ids':[3,4,5]}]}"));
  }

  @Test
  void callsArePutTogetherByTheirIndex() throws Exception {
    assertThat(
            whole(
                "{'choices':[{'index':0,'delta':{'role':'assistant','content':null,'tool_calls':"
                    + "[{'index':0,'id':'c1','type':'function','function':"
                    + "{'name':'cd','arguments':''}}]}}]}",
                "{'choices':[{'index':0,'delta':{'tool_calls':[{'index':1,'id':'c2','type':"
                    + "'function','function':{'name':'ls','arguments':'{}'}}]}}]}",
                "{'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'id':'','function':"
                    + "{'name':null,'arguments':'{1'}}]}}]}",
                "{'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'function':"
                    + "{'arguments':'}'}}]},'finish_reason':'tool_calls'}]}"))
        .isEqualTo(
            object(
                "{'object':'chat.completion','choices':[{'index':0,'message':{'role':'assistant',"
                    + "'content':null,'tool_calls':[{'id':'c1','type':'function','function':"
                    + "{'name':'cd','arguments':'{1}'}},{'id':'c2','type':'function','function':"
                    + "{'name':'ls','arguments':'{}'}}]},'finish_reason':'tool_calls'}]}"));
  }

  @Test
  void choicesOfAStreamAreToldApart() throws Exception {
    assertThat(
            whole(
                "{'choices':[{'index':1,'delta':{'content':'b'}}]}",
                "{'choices':[{'index':0,'delta':{'content':'a'}}]}",
                "{'choices':[{'index':1,'delta':{'content':'B'}}]}"))
        .isEqualTo(
            object(
                "{'object':'chat.completion','choices':[{'index':1,'message':{'content':'bB','role':'assistant'}},"
                    + "{'index':0,'message':{'content':'a','role':'assistant'}}]}"));
  }

  @Test
  void anErrorWithinAStreamIsTheAnswer() throws Exception {
    assertThat(
            whole(
                "{'choices':[{'index':0,'delta':{'content':'a'}}]}",
                "{'error':{'message':'out of memory'}}"))
        .isEqualTo(object("{'error':{'message':'out of memory'}}"));
  }

  @Test
  void whatIsNoChunkIsUnreadable() {
    assertThatThrownBy(() -> whole("{'choices'")).hasMessage("an event of the stream is no JSON");
    assertThatThrownBy(() -> whole("[1]")).hasMessage("an event of the stream is no object");
    assertThatThrownBy(() -> whole("[DONE]")).hasMessage("the stream has no event");
  }

  @Test
  void indexesWithoutEndAreUnreadable() {
    String[] events = new String[1025];
    for (int i = 0; i < events.length; i++) {
      events[i] = "{'choices':[{'index':" + i + ",'delta':{'content':'a'}}]}";
    }
    assertThatThrownBy(() -> whole(events)).hasMessage("the stream has more than 1024 choices");
  }
}
