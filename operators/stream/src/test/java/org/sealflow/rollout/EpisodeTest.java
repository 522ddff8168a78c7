package org.sealflow.rollout;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.SampledTokens;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.StepLimitScope;
import org.sealflow.schemas.TrajectoryEvent;

class EpisodeTest {
  private static final String LIST =
      "<tool_call>\n{\"name\": \"ls\", \"arguments\": {\"a\": true}}\n</tool_call>";
  private static final String TWO =
      LIST + "\n<tool_call>\n{\"name\": \"pwd\", \"arguments\": {}}\n</tool_call>";

  private static Episode episode(Mode mode, RolloutSettings settings) {
    return episode(mode, settings, event -> 0);
  }

  private static Episode episode(
      Mode mode, RolloutSettings settings, ToIntFunction<TrajectoryEvent> measure) {
    EpisodeRequest request = TestingGame.request("run/b0/g0/s0", "base_0");
    EpisodeStarted header = header(settings, request);
    AttemptLog log =
        new AttemptLog(new EpisodeAttempt("run", "run/b0/g0/s0", 2), TestingGame.CLOCK);
    TrajectoryEvent unused = log.started(header);
    return new Episode(
        log,
        TestingGame.conversation(request, Presentation.plain(), settings, header),
        mode,
        Episode.NO_TURN,
        settings.measuresReliance(),
        measure);
  }

  private static EpisodeStarted header(RolloutSettings settings, EpisodeRequest request) {
    return new EpisodeHeaders(settings, TestingGame.CLOCK).of(request, ShownPatches.NONE);
  }

  private static Episode episode() {
    return episode(Mode.TRAIN, TestingGame.SETTINGS);
  }

  private static PolicyAnswer says(String text) {
    return PolicyAnswer.ofText(text, 6L);
  }

  private static List<EventKind> kinds(List<TrajectoryEvent> events) {
    return events.stream().map(TrajectoryEvent::getKind).toList();
  }

  @Test
  void anAnswerThatNoMessageHoldsEndsTheEpisodeAndSaysSo() {
    Episode episode =
        episode(
            Mode.TRAIN,
            TestingGame.SETTINGS,
            event -> event.getKind() == EventKind.ASSISTANT_STEP ? 9_000_000 : 100);
    List<TrajectoryEvent> events = episode.take(says(LIST));

    assertThat(kinds(events)).containsExactly(EventKind.EPISODE_ENDED);
    assertThat(events.get(0).getSequence()).isEqualTo(1);
    assertThat(requireNonNull(events.get(0).getEpisodeEnded()).getReason())
        .isEqualTo(EndReason.STEP_LIMIT);
    assertThat(requireNonNull(events.get(0).getEpisodeEnded()).getMessage())
        .isEqualTo("the answer would have 9000000 bytes, and a message has room for 8323072");
    assertThat(episode.ended()).isEqualTo(EndReason.STEP_LIMIT);
  }

  @Test
  void resultsThatNoMessageHoldsEndTheEpisodeBehindItsAnswer() {
    Episode episode =
        episode(
            Mode.TRAIN,
            TestingGame.SETTINGS,
            event -> event.getKind() == EventKind.TOOL_RESULTS ? 9_000_000 : 100);
    List<TrajectoryEvent> events = episode.take(says(LIST));

    assertThat(kinds(events)).containsExactly(EventKind.ASSISTANT_STEP, EventKind.EPISODE_ENDED);
    assertThat(events).extracting(TrajectoryEvent::getSequence).containsExactly(1, 2);
    assertThat(requireNonNull(events.get(1).getEpisodeEnded()).getMessage())
        .startsWith("the results of its calls would have 9000000 bytes");
  }

  @Test
  void anotherAttemptSamplesFromAnotherSeedAndTheSameOneFromTheSame() {
    EpisodeRequest first = TestingGame.request("run/b0/g0/s0", "base_0");
    long seed = first.sampling().seed();
    long second = first.withAttempt(1).sampling().seed();

    assertThat(seed).isEqualTo(first.samplingSeed());
    assertThat(second).isNotEqualTo(seed).isEqualTo(first.withAttempt(1).sampling().seed());
    assertThat(first.withAttempt(2).sampling().seed()).isNotIn(seed, second);
    assertThat(second).isNotNegative();
  }

  @Test
  void itOpensWithSystemPromptAndQuery() {
    assertThat(episode().unanswered())
        .satisfiesExactly(
            system -> {
              assertThat(system.role()).isEqualTo("system");
              assertThat(system.content()).startsWith("# Tools\n");
            },
            user -> assertThat(user.role()).isEqualTo("user"));
  }

  @Test
  void callsAreAStepAndTheirResults() {
    Episode episode = episode();
    List<TrajectoryEvent> events = episode.take(says("Let me look.\n" + TWO));

    assertThat(kinds(events)).containsExactly(EventKind.ASSISTANT_STEP, EventKind.TOOL_RESULTS);
    assertThat(events).extracting(TrajectoryEvent::getSequence).containsExactly(1, 2);
    assertThat(events).extracting(TrajectoryEvent::getAttempt).containsOnly(2);
    assertThat(events.get(0).getEventTime()).isEqualTo(TestingGame.CLOCK.instant());
    AssistantStep step = events.get(0).getAssistantStep();
    assertThat(step.getText()).isEqualTo("Let me look.\n" + TWO);
    assertThat(step.getToolCalls()).containsExactly("ls(a=True)", "pwd()");
    assertThat(step.getPolicyVersion()).isEqualTo(6);
    assertThat(step.getParseError()).isNull();
    assertThat(events.get(1).getToolResults().getResults())
        .satisfiesExactly(
            first -> assertThat(first.getRaw()).startsWith("{\"current_directory_content\""),
            second -> {
              assertThat(second.getRaw()).startsWith("{\"current_working_directory\"");
              assertThat(second.getShown())
                  .isEqualTo("<tool_response>\n" + second.getRaw() + "\n</tool_response>");
            });
    assertThat(events.get(1).getToolResults().getRefusal()).isNull();
    assertThat(episode.unanswered().get(0).content()).startsWith("<tool_response>\n");
    assertThat(episode.ended()).isNull();
  }

  @Test
  void textWithoutACallEndsTheTurnAndTheLastOneTheEpisode() {
    Episode episode = episode();

    assertThat(kinds(episode.take(says("Done."))))
        .containsExactly(EventKind.ASSISTANT_STEP, EventKind.TURN_ENDED);
    assertThat(kinds(episode.take(says(""))))
        .containsExactly(EventKind.ASSISTANT_STEP, EventKind.TURN_ENDED);
    List<TrajectoryEvent> last = episode.take(says("Done."));
    assertThat(kinds(last))
        .containsExactly(EventKind.ASSISTANT_STEP, EventKind.TURN_ENDED, EventKind.EPISODE_ENDED);
    assertThat(last.get(1).getTurnEnded().getTurn()).isEqualTo(2);
    assertThat(last.get(2).getSequence()).isEqualTo(7);
    assertThat(last.get(2).getEpisodeEnded().getReason()).isEqualTo(EndReason.COMPLETED);
    assertThat(episode.ended()).isEqualTo(EndReason.COMPLETED);
  }

  @Test
  void aMalformedAnswerIsAnUndecodableStepAndARefusal() {
    List<TrajectoryEvent> events =
        episode().take(says(LIST + "<tool_call>\n{\"name\": }\n</tool_call>"));

    AssistantStep step = events.get(0).getAssistantStep();
    assertThat(step.getUndecodable()).isTrue();
    assertThat(step.getParseError()).startsWith("Invalid tool call JSON");
    assertThat(step.getToolCalls()).isEmpty();
    assertThat(step.getRejectedCalls()).containsExactly("ls(a=True)");
    assertThat(events.get(1).getToolResults().getResults()).isEmpty();
    assertThat(events.get(1).getToolResults().getRefusal())
        .startsWith("[ERROR] Invalid tool call format: Invalid tool call JSON");
  }

  @Test
  void aToolThatIsNotThereIsRefusedButDecoded() {
    List<TrajectoryEvent> events =
        episode().take(says("<tool_call>{\"name\": \"fly\", \"arguments\": {}}</tool_call>"));

    AssistantStep step = events.get(0).getAssistantStep();
    assertThat(step.getUndecodable()).isFalse();
    assertThat(step.getRejectedCalls()).containsExactly("fly()");
    assertThat(events.get(1).getToolResults().getRefusal())
        .isEqualTo(
            "[ERROR] Invalid tool call format: Tool 'fly' is not available in the current tool"
                + " list.");
  }

  @Test
  void theStepLimitEndsIt() {
    Episode episode =
        episode(Mode.TRAIN, TestingGame.SETTINGS.withStepLimit(2, StepLimitScope.EPISODE));
    episode.take(says(LIST));

    assertThat(kinds(episode.take(says(LIST))))
        .containsExactly(EventKind.ASSISTANT_STEP, EventKind.TOOL_RESULTS, EventKind.EPISODE_ENDED);
    assertThat(episode.ended()).isEqualTo(EndReason.STEP_LIMIT);
  }

  @Test
  void itCanBeEndedFromOutside() {
    Episode episode = episode();
    episode.take(says(LIST));
    TrajectoryEvent end = episode.end(EndReason.DEADLINE, "too long");

    assertThat(end.getSequence()).isEqualTo(3);
    assertThat(end.getEpisodeEnded().getMessage()).isEqualTo("too long");
    assertThat(episode.ended()).isEqualTo(EndReason.DEADLINE);
  }

  @Test
  void tokenIdsOfTrainingStepsAreKept() {
    AssistantStep step =
        step(Mode.TRAIN, new SampledTokens(List.of(1, 2), List.of(3), List.of(-0.5f)));

    assertThat(step.getContextTokenIds()).containsExactly(1, 2);
    assertThat(step.getSampledTokenIds()).containsExactly(3);
    assertThat(step.getSampledLogProbs()).containsExactly(-0.5f);
  }

  @Test
  void tokenIdsOfEvaluationsAreNot() {
    AssistantStep step = step(Mode.EVAL, new SampledTokens(List.of(1, 2), List.of(3), null));

    assertThat(step.getContextTokenIds()).isNull();
    assertThat(step.getSampledTokenIds()).isNull();
  }

  private static AssistantStep step(Mode mode, SampledTokens tokens) {
    return episode(mode, TestingGame.SETTINGS)
        .take(new PolicyAnswer("Done.", 1L, tokens))
        .get(0)
        .getAssistantStep();
  }

  @Test
  void theIdsOfThePlainContextAreRecorded() {
    SampledTokens tokens = new SampledTokens(List.of(1, 2), List.of(3), List.of(-0.5f), List.of(1));

    assertThat(step(Mode.TRAIN, tokens).getPlainContextTokenIds()).containsExactly(1);
    assertThat(step(Mode.EVAL, tokens).getPlainContextTokenIds()).isNull();
  }

  @Test
  void theyAreLeftOutIfNoMessageHoldsThem() {
    Episode episode =
        episode(
            Mode.TRAIN,
            TestingGame.SETTINGS,
            event ->
                event.getAssistantStep() != null
                        && event.getAssistantStep().getPlainContextTokenIds() != null
                    ? Episode.ROOM_BYTES + 1
                    : 0);

    AssistantStep step =
        episode
            .take(
                new PolicyAnswer(
                    "Done.",
                    1L,
                    new SampledTokens(List.of(1, 2), List.of(3), List.of(-0.5f), List.of(1))))
            .get(0)
            .getAssistantStep();

    assertThat(step.getPlainContextTokenIds()).isNull();
    assertThat(step.getContextTokenIds()).containsExactly(1, 2);
    assertThat(episode.ended()).isNull();
  }

  @Test
  void theHeaderSaysUnderWhichRules() {
    EpisodeRequest request = TestingGame.request("run/b0/g0/s0", "base_0");
    EpisodeStarted header = header(TestingGame.SETTINGS, request);

    assertThat(header.getTaskDigest()).isEqualTo(request.taskDigest());
    assertThat(header.getToolEnforcement()).isTrue();
    assertThat(header.getStepLimit()).isEqualTo(20);
    assertThat(header.getStepLimitScope()).isEqualTo(StepLimitScope.TURN);
    assertThat(header.getSampling().getSeed()).isEqualTo(5);
    assertThat(header.getSampling().getTopK()).isNull();
    assertThat(header.getPromptTemplateDigest()).hasSize(64);
    assertThat(header.getModelName()).matches("policy_[0-9a-f]{8}");
    assertThat(header.getAsOfDate()).isEqualTo("2026-01-15");
    assertThat(header.getPatchSetDigest()).isNull();
    assertThat(header.getBatchNumber()).isZero();
  }

  @Test
  void withoutALimitOrADateTheHeaderNamesNoneAndToday() {
    EpisodeRequest request = TestingGame.request("run/b0/g0/s0", "base_0");
    EpisodeStarted header =
        header(RolloutSettings.DEFAULT.withStepLimit(0, StepLimitScope.TURN), request);

    assertThat(header.getStepLimit()).isNull();
    assertThat(header.getStepLimitScope()).isNull();
    assertThat(LocalDate.parse(header.getAsOfDate())).isEqualTo(LocalDate.of(2026, 1, 15));
  }

  @Test
  void episodesAreNamedApartAndAttemptsAlike() {
    EpisodeRequest one = TestingGame.request("run/b0/g0/s0", "base_0");
    String name = header(TestingGame.SETTINGS, one).getModelName();

    assertThat(header(TestingGame.SETTINGS, one.withAttempt(4)).getModelName()).isEqualTo(name);
    assertThat(
            header(TestingGame.SETTINGS, TestingGame.request("run/b0/g0/s1", "base_0"))
                .getModelName())
        .isNotEqualTo(name);
  }
}
