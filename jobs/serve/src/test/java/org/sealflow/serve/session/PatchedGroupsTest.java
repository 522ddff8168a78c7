package org.sealflow.serve.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.rollout.patch.PatchSet;
import org.sealflow.rollout.patch.TestingPatches;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.TrajectoryEvent;

class PatchedGroupsTest {
  private static final InterfacePatches FIRST = guideline("Count what you bought.");
  private static final InterfacePatches SECOND = guideline("Ask before you pay.");
  private static final double SHOWN = 0.5;
  private static final double HELD_OUT = 0.1;

  private final TestingClock clock = new TestingClock();
  private final List<TrajectoryEvent> events = new ArrayList<>();
  private InterfacePatches active = FIRST;
  private double draw = SHOWN;
  private final ServedTasks tasks =
      new ServedTasks(
          "shop",
          new TestingShopFolder(),
          Map.of(
              ServedTasks.TRAIN,
              List.of(TestingShopFolder.TWO_TURNS),
              "test",
              List.of(TestingShopFolder.ONE_TURN)),
          null,
          clock,
          () -> 1,
          new PatchedGroups(
              "r/a", new PatchedGroups.Settings(2, 0.25), category -> active, () -> draw),
          new RecordedEpisodes("r", "r/a", events::add, clock));

  private static InterfacePatches guideline(String line) {
    PatchSet set = PatchSet.of(List.of(TestingPatches.hint("*", "MISSING_CALL", line, 1)));
    return new InterfacePatches(set, set.digest(), set.keys());
  }

  private SessionEpisode begin(String taskId, boolean strict, String group) {
    return tasks.begin(
        EpisodeStart.plain(taskId, new EpisodeStart.Purpose(strict, group), Rules.of(null)));
  }

  private SessionEpisode train() {
    return begin(TestingShopFolder.TWO_TURNS, false, "");
  }

  private static String prompt(SessionEpisode episode) {
    return episode.opening().get(0).content();
  }

  private static String group(SessionEpisode episode) {
    Placement.Sample sample = episode.placement().sample();
    return sample == null ? "none" : sample.groupId() + "#" + sample.index() + "/" + sample.size();
  }

  @Test
  void aGroupIsShownWhatWasActiveWhenItBegan() {
    SessionEpisode first = train();
    active = SECOND;
    SessionEpisode second = train();
    SessionEpisode nextGroup = train();
    assertThat(prompt(first)).endsWith("Guidelines:\n- Count what you bought.");
    assertThat(prompt(second)).isEqualTo(prompt(first));
    assertThat(prompt(nextGroup)).endsWith("Guidelines:\n- Ask before you pay.");
    assertThat(group(first)).isEqualTo("r/a/shop_0/g0#0/2");
    assertThat(group(second)).isEqualTo("r/a/shop_0/g0#1/2");
    assertThat(group(nextGroup)).isEqualTo("r/a/shop_0/g1#0/2");
  }

  @Test
  void aGroupOfTheHoldoutIsShownNothing() {
    draw = HELD_OUT;
    SessionEpisode first = train();
    draw = SHOWN;
    SessionEpisode second = train();
    assertThat(prompt(first)).doesNotContain("Guidelines");
    assertThat(prompt(second)).isEqualTo(prompt(first));
    assertThat(second.placement().mode()).isEqualTo(Mode.TRAIN);
    assertThat(second.placement().arm()).isEqualTo(Arm.HOLDOUT);
    assertThat(prompt(train())).contains("Guidelines");
  }

  @Test
  void groupsThatTheCallerNamesAreKeptApart() {
    SessionEpisode first = begin(TestingShopFolder.TWO_TURNS, false, "x");
    SessionEpisode other = begin(TestingShopFolder.TWO_TURNS, false, "y");
    SessionEpisode second = begin(TestingShopFolder.TWO_TURNS, false, "x");
    assertThat(group(first)).isEqualTo("r/a/shop_0/g0#0/2");
    assertThat(group(other)).isEqualTo("r/a/shop_0/g1#0/2");
    assertThat(group(second)).isEqualTo("r/a/shop_0/g0#1/2");
  }

  @Test
  void aStrictEpisodeIsNeverShownAPatch() {
    for (SessionEpisode strict :
        List.of(
            begin(TestingShopFolder.TWO_TURNS, true, ""),
            begin(TestingShopFolder.ONE_TURN, false, ""),
            tasks.beginUnheard(
                EpisodeStart.plain(
                    TestingShopFolder.TWO_TURNS, EpisodeStart.Purpose.TRAINING, Rules.of(null))))) {
      assertThat(prompt(strict)).doesNotContain("Guidelines");
      assertThat(strict.placement()).isEqualTo(Placement.STRICT);
    }
    assertThatThrownBy(() -> new Placement(Mode.EVAL, Arm.PATCHED, InterfacePatches.NONE, null))
        .hasMessage("a strict episode is in the arm PATCHED");
    assertThatThrownBy(() -> new Placement(Mode.TRAIN, Arm.HOLDOUT, FIRST, null))
        .hasMessageStartingWith("an episode of the holdout is shown [");
  }

  @Test
  void whatIsShownIsRecorded() {
    train();
    begin(TestingShopFolder.ONE_TURN, false, "");
    List<EpisodeStarted> started =
        events.stream()
            .filter(event -> event.getKind() == EventKind.EPISODE_STARTED)
            .map(TrajectoryEvent::getEpisodeStarted)
            .toList();
    EpisodeStarted patched = started.get(0);
    assertThat(patched.getMode()).isEqualTo(Mode.TRAIN);
    assertThat(patched.getArm()).isEqualTo(Arm.PATCHED);
    assertThat(patched.getPatchSetDigest()).isEqualTo(FIRST.digest());
    assertThat(patched.getShownPatches()).isEqualTo(FIRST.keys());
    assertThat(patched.getGroupId()).isEqualTo("r/a/shop_0/g0");
    assertThat(patched.getGroupSize()).isEqualTo(2);
    EpisodeStarted strict = started.get(1);
    assertThat(strict.getMode()).isEqualTo(Mode.EVAL);
    assertThat(strict.getArm()).isEqualTo(Arm.HOLDOUT);
    assertThat(strict.getPatchSetDigest()).isNull();
    assertThat(strict.getShownPatches()).isEmpty();
    assertThat(strict.getGroupId()).isEqualTo("r/a/e1");
    assertThat(strict.getGroupSize()).isEqualTo(1);
  }

  @Test
  void settingsOutOfRangeAreNamed() {
    assertThatThrownBy(() -> new PatchedGroups.Settings(0, 0.5))
        .hasMessage("group-size is 0, expected 1 or more");
    assertThatThrownBy(() -> new PatchedGroups.Settings(8, 1.5))
        .hasMessage("holdout is 1.5, expected 0 to 1");
  }
}
