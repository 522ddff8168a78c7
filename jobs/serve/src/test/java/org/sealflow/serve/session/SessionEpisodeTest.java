package org.sealflow.serve.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.serve.session.TestingSessions.put;
import static org.sealflow.serve.session.TestingSessions.total;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.EpisodeEnd;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepLimit;
import org.sealflow.environment.conversation.StepOutcome;

class SessionEpisodeTest {
  private final TestingSessions shop = new TestingSessions(1);

  @Test
  void anEpisodeThatDoesWhatIsAskedPasses() {
    SessionEpisode episode = shop.begin(TestingShopFolder.TWO_TURNS);
    StepOutcome first = episode.answer(put("apple", 1));
    assertThat(first.executed().get(0).result()).isEqualTo("{\"count\": 1}");
    episode.answer("It is in the basket.");
    assertThat(episode.turn()).isEqualTo(1);
    episode.answer(total());
    StepOutcome last = episode.answer("One.");

    assertThat(last.end()).isEqualTo(EpisodeEnd.COMPLETED);
    assertThat(episode.turn()).isEqualTo(1);
    assertThat(episode.score().passed()).isTrue();
    assertThat(episode.score().reward()).isEqualTo(1);
    assertThat(shop.heard)
        .containsExactly(
            "answered 0.0", "answered 0.1", "answered 1.0", "answered 1.1", "COMPLETED");
  }

  @Test
  void anEpisodeThatDoesSomethingElseFails() {
    SessionEpisode episode = shop.begin(TestingShopFolder.ONE_TURN);
    episode.answer(put("pear", 3));
    episode.answer("Done.");
    assertThat(episode.score().passed()).isFalse();
    assertThat(episode.score().reward()).isZero();
    assertThat(episode.score().facts().turns().tags().get(0).label()).isEqualTo("state_mismatch");
  }

  @Test
  void judgingAnEpisodeChangesNothingInIt() {
    SessionEpisode episode = shop.begin(TestingShopFolder.TWO_TURNS);
    assertThat(episode.score().facts().progress().terminatedEarly()).isTrue();
    episode.answer(put("apple", 1));
    EpisodeScore score = episode.score();
    assertThat(score.passed()).isFalse();
    assertThat(score.facts().progress().share()).isEqualTo(0.5);
    assertThat(episode.score()).isSameAs(score);
    episode.answer("Yes.");
    assertThat(episode.answer(total()).executed().get(0).result()).isEqualTo("{\"count\": 1}");
    episode.answer("One.");
    assertThat(episode.score().passed()).isTrue();
  }

  @Test
  void nothingIsTakenAfterTheEnd() {
    SessionEpisode episode = shop.begin(TestingShopFolder.ONE_TURN);
    episode.answer("No.");
    assertThatThrownBy(() -> episode.answer("Yes."))
        .isInstanceOf(EpisodeOverException.class)
        .hasMessage("the episode of task shop_1 is over (COMPLETED): begin another one");
    assertThat(episode.steps()).isEqualTo(1);
  }

  @Test
  void aStepLimitEndsIt() {
    SessionEpisode episode =
        shop.tasks.begin(
            EpisodeStart.plain(
                TestingShopFolder.TWO_TURNS,
                EpisodeStart.Purpose.TRAINING,
                Rules.of(new StepLimit(2, StepLimit.Scope.EPISODE))));
    episode.answer(total());
    assertThat(episode.answer(total()).end()).isEqualTo(EpisodeEnd.STEP_LIMIT);
    assertThat(episode.score().passed()).isFalse();
    assertThat(shop.heard).endsWith("STEP_LIMIT");
  }

  @Test
  void anEpisodeThatNobodyPlaysOnIsSaidToBeCancelledOnce() {
    SessionEpisode episode = shop.begin(TestingShopFolder.ONE_TURN);
    episode.leave("the client is gone");
    episode.leave("the client is gone again");
    assertThat(shop.heard).containsExactly("CANCELLED: the client is gone");
  }

  @Test
  void theToolsShownAreThoseOfTheTask() {
    SessionEpisode episode = shop.begin(TestingShopFolder.ONE_TURN);
    assertThat(episode.tools()).extracting(ToolDoc::name).containsExactly("put", "total");
  }

  @Test
  void aTaskThatIsNotThereIsToldInOneLine() {
    assertThatThrownBy(() -> shop.begin("shop_9"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no task 'shop_9' in the environment shop, expected one such as shop_0");
  }

  @Test
  void aSplitNamesTasksThatAreThere() {
    assertThat(shop.tasks.splits()).isEqualTo(Map.of("train", List.of("shop_0", "shop_1")));
    assertThatThrownBy(
            () ->
                new ServedTasks(
                    "shop",
                    new TestingShopFolder(),
                    Map.of("val", List.of("shop_7")),
                    null,
                    shop.clock,
                    () -> 0,
                    Placements.strict(),
                    EpisodeListeners.none()))
        .hasMessage("the split val names the task shop_7, which is not there");
  }
}
