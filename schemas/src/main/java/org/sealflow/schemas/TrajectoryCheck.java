package org.sealflow.schemas;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks trajectory events. */
final class TrajectoryCheck {
  private TrajectoryCheck() {}

  static void check(TrajectoryEvent event, Problems problems) {
    problems.filled("runId", event.getRunId());
    problems.filled("episodeId", event.getEpisodeId());
    problems.atLeast(0, "attempt", event.getAttempt());
    problems.atLeast(0, "sequence", event.getSequence());
    problems.present("eventTime", event.getEventTime());
    problems.present("kind", event.getKind());
    problems.expect(
        (event.getSequence() == 0) == (event.getKind() == EventKind.EPISODE_STARTED),
        () ->
            "sequence is "
                + event.getSequence()
                + " for "
                + event.getKind()
                + ", expected 0 for EPISODE_STARTED and only there");
    payloads(event, problems);
  }

  private static void payloads(TrajectoryEvent event, Problems problems) {
    EventKind kind = event.getKind();
    EpisodeStarted started = event.getEpisodeStarted();
    AssistantStep step = event.getAssistantStep();
    ToolResults results = event.getToolResults();
    TurnEnded turnEnded = event.getTurnEnded();
    EpisodeEnded ended = event.getEpisodeEnded();
    problems.payload("episodeStarted", started, kind == EventKind.EPISODE_STARTED);
    problems.payload("assistantStep", step, kind == EventKind.ASSISTANT_STEP);
    problems.payload("toolResults", results, kind == EventKind.TOOL_RESULTS);
    problems.payload("turnEnded", turnEnded, kind == EventKind.TURN_ENDED);
    problems.payload("episodeEnded", ended, kind == EventKind.EPISODE_ENDED);
    UserStep userStep = event.getUserStep();
    problems.payload("userStep", userStep, kind == EventKind.USER_STEP);
    if (started != null) {
      started(started, problems);
    }
    if (step != null) {
      step(step, problems);
    }
    if (results != null) {
      results(results, problems);
    }
    if (turnEnded != null) {
      problems.atLeast(0, "turn", turnEnded.getTurn());
    }
    if (ended != null) {
      ended(ended, problems);
    }
    if (userStep != null) {
      userStep(userStep, problems);
    }
  }

  private static void userStep(UserStep step, Problems problems) {
    problems.atLeast(0, "turn", step.getTurn());
    problems.present("toolCalls", step.getToolCalls());
    problems.present("results", step.getResults());
    if (step.getToolCalls() == null || step.getResults() == null) {
      return;
    }
    int calls = step.getToolCalls().size();
    int results = step.getResults().size();
    problems.expect(
        step.getText() != null || calls > 0, "the user neither says anything nor calls a tool");
    problems.expect(
        results == 0 || results == calls, () -> results + " results for " + calls + " toolCalls");
  }

  private static void started(EpisodeStarted started, Problems problems) {
    problems.filled("taskId", started.getTaskId());
    problems.filled("taskDigest", started.getTaskDigest());
    problems.filled("groupId", started.getGroupId());
    problems.sampleInGroup(started.getSampleIndex(), started.getGroupSize());
    problems.atLeastOrNull(0, "batchNumber", started.getBatchNumber());
    problems.present("mode", started.getMode());
    problems.present("arm", started.getArm());
    problems.patchSet(started.getPatchSetDigest(), started.getMode(), started.getArm());
    problems.shownPatches(started.getPatchSetDigest(), started.getShownPatches());
    problems.dateOrNull("asOfDate", started.getAsOfDate());
    problems.atLeastOrNull(1, "stepLimit", started.getStepLimit());
    problems.together(
        "stepLimit", started.getStepLimit(), "stepLimitScope", started.getStepLimitScope());
    sampling(started.getSampling(), problems);
    problems.filledOrNull("promptTemplateDigest", started.getPromptTemplateDigest());
    problems.filled("modelName", started.getModelName());
    problems.placeOrNull(started.getSource());
    BranchCheck.check(started.getBranch(), started.getMode(), problems);
  }

  private static void sampling(@Nullable Sampling sampling, Problems problems) {
    problems.present("sampling", sampling);
    if (sampling == null) {
      return;
    }
    Double temperature = sampling.getTemperature();
    problems.expect(
        temperature == null || (temperature >= 0 && Double.isFinite(temperature)),
        () -> "temperature is " + temperature + ", expected 0 or more");
    Double topP = sampling.getTopP();
    problems.expect(
        topP == null || (topP > 0 && topP <= 1),
        () -> "topP is " + topP + ", expected above 0 and up to 1");
    problems.atLeastOrNull(1, "topK", sampling.getTopK());
    problems.atLeastOrNull(1, "maxTokens", sampling.getMaxTokens());
  }

  private static void step(AssistantStep step, Problems problems) {
    problems.atLeast(0, "turn", step.getTurn());
    problems.atLeast(0, "step", step.getStep());
    problems.atLeastOrNull(0, "policyVersion", step.getPolicyVersion());
    calls(step, problems);
    tokens(step, problems);
  }

  private static void calls(AssistantStep step, Problems problems) {
    problems.present("toolCalls", step.getToolCalls());
    problems.present("rejectedCalls", step.getRejectedCalls());
    if (step.getToolCalls() == null || step.getRejectedCalls() == null) {
      return;
    }
    boolean executesNone = step.getToolCalls().isEmpty();
    problems.expect(
        step.getParseError() == null || executesNone,
        "toolCalls are set although parseError says that none was executed");
    problems.expect(
        !step.getUndecodable() || executesNone,
        "toolCalls are set although the step is undecodable");
    problems.expect(
        step.getRejectedCalls().isEmpty() || step.getParseError() != null,
        "rejectedCalls are set without a parseError that says why");
  }

  private static void tokens(AssistantStep step, Problems problems) {
    problems.together(
        "contextTokenIds", step.getContextTokenIds(), "sampledTokenIds", step.getSampledTokenIds());
    List<Float> logProbs = step.getSampledLogProbs();
    if (logProbs != null) {
      int tokens = step.getSampledTokenIds() == null ? 0 : step.getSampledTokenIds().size();
      problems.expect(
          logProbs.size() == tokens,
          () -> logProbs.size() + " sampledLogProbs for " + tokens + " sampledTokenIds");
    }
    problems.expect(
        step.getPlainContextTokenIds() == null || step.getContextTokenIds() != null,
        "plainContextTokenIds are set although contextTokenIds are not");
  }

  private static void results(ToolResults results, Problems problems) {
    problems.atLeast(0, "turn", results.getTurn());
    problems.atLeast(0, "step", results.getStep());
    problems.present("results", results.getResults());
    if (results.getResults() != null) {
      problems.expect(
          results.getResults().isEmpty() == (results.getRefusal() != null),
          "expected either results or a refusal");
    }
  }

  private static void ended(EpisodeEnded ended, Problems problems) {
    problems.present("reason", ended.getReason());
    problems.expect(
        ended.getReason() != EndReason.INFERENCE_ERROR || ended.getMessage() != null,
        "message is missing, which INFERENCE_ERROR demands");
  }
}
