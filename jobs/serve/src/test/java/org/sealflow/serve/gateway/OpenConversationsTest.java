package org.sealflow.serve.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.serve.gateway.TestingCalls.call;
import static org.sealflow.serve.gateway.TestingCalls.chat;
import static org.sealflow.serve.gateway.TestingCalls.messages;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sealflow.serve.session.TestingClock;

class OpenConversationsTest {
  private static final Duration IDLE = Duration.ofMinutes(5);

  private final TestingClock clock = new TestingClock();
  private final TestingListeners listeners = new TestingListeners();
  private final OpenConversations open = conversations(10, 10_000);

  private OpenConversations conversations(int most, long mostBytes) {
    return new OpenConversations(
        new OpenConversations.Limits(IDLE, most, mostBytes), listeners, "chat", clock);
  }

  @Test
  void aCallBelongsToTheConversationThatItContinues() {
    open.add(chat("", "A1", "a"));
    open.add(chat("", "B1", "b"));
    open.add(chat("", "B2", "b", "B1", "more"));
    open.add(chat("", "A2", "a", "A1", "more"));
    open.end();
    assertThat(listeners.heard)
        .containsExactly(
            "chat-0 begun",
            "chat-1 begun",
            "chat-1 1 B1",
            "chat-0 1 A1",
            "chat-1 3 B2",
            "chat-1 ended",
            "chat-0 3 A2",
            "chat-0 ended");
  }

  @Test
  void conversationsThatBeginTheSameAreToldApartByTheirAnswers() {
    open.add(chat("", "one", "a"));
    open.add(chat("", "two", "a"));
    open.add(chat("", "end", "a", "one", "x"));
    open.add(chat("", "end", "a", "two", "x"));
    assertThat(open.size()).isEqualTo(2);
    assertThat(listeners.heard)
        .containsExactly("chat-0 begun", "chat-1 begun", "chat-0 1 one", "chat-1 1 two");
  }

  @Test
  void equalConversationsGoOnOneEach() {
    open.add(chat("", "same", "a"));
    open.add(chat("", "same", "a"));
    open.add(chat("", "x", "a", "same", "b"));
    open.add(chat("", "y", "a", "same", "b"));
    open.end();
    assertThat(listeners.heard).filteredOn(line -> line.endsWith("1 same")).hasSize(2);
    assertThat(listeners.heard).filteredOn(line -> line.endsWith("ended")).hasSize(2);
  }

  @Test
  void aNameKeepsEqualConversationsApart() {
    open.add(chat("red", "same", "a"));
    open.add(chat("blue", "same", "a"));
    open.add(chat("red", "x", "a", "same", "b"));
    open.end();
    assertThat(listeners.heard)
        .containsExactly(
            "red begun",
            "blue begun",
            "red 1 same",
            "blue 1 same",
            "blue ended",
            "red 3 x",
            "red ended");
  }

  @Test
  void whatDoesNotContinueAnEpisodeIsAnotherConversationOfIt() {
    open.add(chat("red", "A", "main agent"));
    open.add(chat("red", "B", "other agent"));
    open.add(chat("red", "A2", "main agent", "A", "go on"));
    open.end();
    assertThat(listeners.heard)
        .containsExactly(
            "red begun",
            "red#2 begun",
            "red 1 A",
            "red#2 1 B",
            "red#2 ended",
            "red 3 A2",
            "red ended");
  }

  @Test
  void anEpisodeThatAsksTheSameAgainTakesTheLastAnswer() {
    open.add(chat("red", "first", "a"));
    open.add(chat("red", "second", "a"));
    open.end();
    assertThat(listeners.heard).containsExactly("red begun", "red 1 second", "red ended");
  }

  @Test
  void aCallThatFailedIsContinuedByTheSameAskedAgain() {
    open.add(call(CallLabels.NONE, messages("a"), "{'error':{'message':'busy'}}"));
    open.add(chat("", "fine", "a"));
    open.end();
    assertThat(listeners.heard).containsExactly("chat-0 begun", "chat-0 1 fine", "chat-0 ended");
  }

  @Test
  void ofSeveralChoicesTheOneThatIsContinuedIsTaken() {
    String two =
        "{'choices':[{'message':{'role':'assistant','content':'no'}},"
            + "{'message':{'role':'assistant','content':'yes'}}]}";
    open.add(call(CallLabels.NONE, messages("a"), two));
    open.add(chat("", "end", "a", "yes", "b"));
    assertThat(listeners.heard).containsExactly("chat-0 begun", "chat-0 1 yes");
  }

  @Test
  void answersThatComeBackInOtherWordsOfJsonAreTheSame() {
    String calls = TestingUpstream.calls("ls", "{\\'a\\': true}").replace("\\'", "\\\"");
    open.add(call(CallLabels.NONE, messages("a"), calls));
    String back =
        "[{'role':'user','content':[{'type':'text','text':'a'}]},{'role':'assistant','content':'',"
            + "'refusal':null,'tool_calls':[{'type':'function','id':'c1','function':{'arguments':"
            + "'{\\\"a\\\":true}','name':'ls'}}]},{'role':'tool','tool_call_id':'c1','content':'x'}]";
    open.add(call(CallLabels.NONE, back, TestingUpstream.says("done")));
    assertThat(open.size()).isEqualTo(1);
  }

  @Test
  void aConversationEndsWhenNothingIsAskedForAWhile() {
    open.add(chat("", "A1", "a"));
    clock.pass(IDLE.minusSeconds(1));
    open.add(chat("", "B1", "b"));
    open.expire();
    assertThat(open.size()).isEqualTo(2);
    clock.pass(Duration.ofSeconds(1));
    open.expire();
    assertThat(listeners.heard)
        .containsExactly("chat-0 begun", "chat-1 begun", "chat-0 1 A1", "chat-0 ended");
    open.add(chat("", "A2", "a", "A1", "late"));
    assertThat(listeners.heard).endsWith("chat-2 begun");
  }

  @Test
  void beyondTheMostTheOneIdleLongestEnds() {
    OpenConversations two = conversations(2, 10_000);
    two.add(chat("", "A1", "a"));
    two.add(chat("", "B1", "b"));
    two.add(chat("", "A2", "a", "A1", "more"));
    two.add(chat("", "C1", "c"));
    assertThat(listeners.heard).endsWith("chat-2 begun", "chat-1 1 B1", "chat-1 ended");
  }

  @Test
  void beyondTheMostBytesTheOneIdleLongestEnds() {
    OpenConversations small = conversations(10, 500);
    small.add(chat("", "A1", "a"));
    small.add(chat("", "B1", "b"));
    small.add(chat("", "A2", "a", "A1", "more"));
    assertThat(small.size()).isEqualTo(2);
    small.add(chat("", "C1", "c"));
    assertThat(small.size()).isEqualTo(2);
    assertThat(listeners.heard).endsWith("chat-1 1 B1", "chat-1 ended");
  }

  @Test
  void theTokensOfAnswersTakenCountAsBytesUntilTheConversationEnds() {
    OpenConversations small = conversations(10, 10_000);
    small.add(sampled("A1", 1_000, "a"));
    small.add(chat("", "B1", "b"));
    assertThat(small.size()).isEqualTo(2);
    small.add(chat("", "A2", "a", "A1", "more"));
    assertThat(listeners.heard).endsWith("chat-0 1 A1", "chat-1 1 B1", "chat-1 ended");
    small.add(chat("", "C1", "c"));
    assertThat(listeners.heard).endsWith("chat-2 begun", "chat-0 3 A2", "chat-0 ended");
    small.add(chat("", "D1", "d"));
    assertThat(small.size()).isEqualTo(2);
  }

  /** A call whose answer tells so many token ids. */
  private static ChatCall sampled(String answer, int tokens, String said) {
    String ids = "[" + "70000,".repeat(tokens - 1) + "70000]";
    return call(
        CallLabels.NONE,
        messages(said),
        "{'prompt_token_ids':[70000],'choices':[{'message':{'role':'assistant','content':'"
            + answer
            + "'},'token_ids':"
            + ids
            + "}]}");
  }
}
