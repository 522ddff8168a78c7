package org.sealflow.serve.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.ReadyTask;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.session.Placement;
import org.sealflow.serve.session.Placements;
import org.sealflow.serve.session.RecordedEpisodes;
import org.sealflow.serve.session.ServedTasks;
import org.sealflow.serve.session.TestingClock;
import org.sealflow.serve.session.TestingShopFolder;
import org.sealflow.verify.EpisodeRun;
import org.sealflow.verify.EpisodeVerdict;

class BoundEpisodesTest {
  private static final String TASK = TestingShopFolder.TWO_TURNS;

  private final TestingClock clock = new TestingClock();
  private final List<TrajectoryEvent> events = new ArrayList<>();
  private final ArrayNode messages = TestingCaller.JSON.createArrayNode();
  private final BoundEpisodes bound = new BoundEpisodes(tasks(Placements.strict()));
  private OpenConversations open = conversations(bound);

  private OpenConversations conversations(BoundEpisodes listener) {
    return new OpenConversations(
        new OpenConversations.Limits(Duration.ofMinutes(1), 10, 1 << 20), listener, "chat", clock);
  }

  private ServedTasks tasks(Placements placements) {
    AtomicInteger episodes = new AtomicInteger();
    return new ServedTasks(
        "shop",
        new TestingShopFolder(),
        Map.of(),
        null,
        clock,
        episodes::incrementAndGet,
        placements,
        new RecordedEpisodes("run", "run/a", events::add, clock));
  }

  /** The agent asks; what it is answered becomes part of what it asks next. */
  private void ask(String words, String answer) {
    messages.addObject().put("role", "user").put("content", words);
    ObjectNode response = TestingCalls.object(answer);
    open.add(
        TestingCalls.call(
            new CallLabels("", TASK, "compared"), messages.toString(), response.toString()));
    messages.add(response.at("/choices/0/message"));
  }

  private static String put(String item) {
    return TestingUpstream.calls("put", "{\\\"item\\\":\\\"" + item + "\\\",\\\"count\\\":1}");
  }

  private Verdict verdict() {
    ReadyTask task = new TestingShopFolder().ready(TASK);
    EpisodeRun run =
        new EpisodeRun(task, Objects.requireNonNull(events.get(0).getEpisodeStarted()), false);
    events.forEach(run::accept);
    run.finish(0);
    TrajectoryEvent last = events.get(events.size() - 1);
    return EpisodeVerdict.of(
        run.ended(Objects.requireNonNull(last.getEpisodeEnded()).getReason(), null, 0));
  }

  @Test
  void aConversationThatSolvesItsTaskIsAnEpisodeThatPasses() {
    ask("Buy an apple.", put("apple"));
    ask("(result)", TestingUpstream.says("Bought."));
    ask("How many?", TestingUpstream.calls("total", "{}"));
    ask("(result)", TestingUpstream.says("One."));
    open.end();
    assertThat(verdict()).isEqualTo(Verdict.PASSED);
    assertThat(events.get(0).getEpisodeStarted().getTaskId()).isEqualTo(TASK);
    assertThat(events)
        .extracting(TrajectoryEvent::getKind)
        .containsExactly(
            EventKind.EPISODE_STARTED,
            EventKind.ASSISTANT_STEP,
            EventKind.TOOL_RESULTS,
            EventKind.ASSISTANT_STEP,
            EventKind.TURN_ENDED,
            EventKind.ASSISTANT_STEP,
            EventKind.TOOL_RESULTS,
            EventKind.ASSISTANT_STEP,
            EventKind.TURN_ENDED,
            EventKind.EPISODE_ENDED);
  }

  @Test
  void aConversationThatDoesSomethingElseFails() {
    ask("Buy an apple.", put("pear"));
    ask("(result)", TestingUpstream.says("Bought."));
    ask("How many?", TestingUpstream.says("One."));
    open.end();
    assertThat(verdict()).isEqualTo(Verdict.POLICY_FAILED);
  }

  @Test
  void anAgentThatStopsEarlyHasCancelledItsEpisode() {
    ask("Buy an apple.", put("apple"));
    open.end();
    TrajectoryEvent last = events.get(events.size() - 1);
    assertThat(last.getEpisodeEnded().getReason()).isEqualTo(EndReason.CANCELLED);
    assertThat(last.getEpisodeEnded().getMessage()).isEqualTo("the agent said no more");
  }

  @Test
  void whatAnAgentSaysBehindTheLastTurnIsNoPartOfTheEpisode() {
    ask("Buy an apple.", TestingUpstream.says("No."));
    ask("How many?", TestingUpstream.says("None."));
    ask("Thanks.", TestingUpstream.says("Bye."));
    open.end();
    assertThat(events).filteredOn(event -> event.getKind() == EventKind.ASSISTANT_STEP).hasSize(2);
  }

  @Test
  void stepsCarryTheTokensThatTheServerTold() {
    ask(
        "Buy an apple.",
        "{'prompt_token_ids':[1,2],'choices':[{'message':{'role':'assistant','content':'a'},"
            + "'token_ids':[3],'logprobs':{'content':[{'logprob':-0.5}]}}]}");
    ask(
        "How many?",
        "{'prompt_token_ids':[1,2,3,4],'choices':[{'message':{'role':'assistant','content':'b'},"
            + "'token_ids':[5,6]}]}");
    open.end();
    List<AssistantStep> steps =
        events.stream()
            .filter(event -> event.getKind() == EventKind.ASSISTANT_STEP)
            .map(event -> Objects.requireNonNull(event.getAssistantStep()))
            .toList();
    assertThat(steps.get(0).getContextTokenIds()).containsExactly(1, 2);
    assertThat(steps.get(0).getSampledTokenIds()).containsExactly(3);
    assertThat(steps.get(0).getSampledLogProbs()).containsExactly(-0.5f);
    assertThat(steps.get(1).getContextTokenIds()).containsExactly(4);
    assertThat(steps.get(1).getSampledTokenIds()).containsExactly(5, 6);
    assertThat(steps.get(1).getSampledLogProbs()).isNull();
  }

  @Test
  void aTaskThatIsUnknownIsToldAndAConversationWithoutATaskIsNone() {
    GatewayConversation unknown =
        new GatewayConversation(
            "x", TestingCalls.call(new CallLabels("", "fly", ""), "[]", TestingUpstream.says("a")));
    assertThatThrownBy(() -> bound.begun(unknown))
        .hasMessage("no task 'fly' in the environment shop, expected one such as shop_0");
    open.add(TestingCalls.chat("", "a", "b"));
    open.end();
    assertThat(events).isEmpty();
  }

  @Test
  void aGroupIsThatOfItsHeader() {
    List<String> groups = new ArrayList<>();
    open =
        conversations(
            new BoundEpisodes(
                tasks(
                    (task, group) -> {
                      groups.add(group);
                      return Placement.STRICT;
                    })));
    ask("Buy an apple.", put("apple"));
    open.end();
    assertThat(groups).containsExactly("compared");
  }
}
