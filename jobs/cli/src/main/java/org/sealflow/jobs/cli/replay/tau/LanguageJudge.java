package org.sealflow.jobs.cli.replay.tau;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.ChatEndpoint;
import org.sealflow.chat.EndpointSettings;
import org.sealflow.chat.FailedRequestException;
import org.sealflow.chat.JudgeAnswer;
import org.sealflow.tau.Prompts;
import org.sealflow.tau.judge.AssertionJudge;
import org.sealflow.tau.world.Step;

/**
 * Asks a model whether conversations meet natural-language assertions, and counts what it said. A
 * question without a whole answer stays open. Not thread-safe.
 */
final class LanguageJudge implements AssertionJudge {
  private final EndpointSettings settings;
  private final ChatEndpoint endpoint;
  private final Prompts prompts;
  private int asked;
  private int met;
  private int unmet;
  private int unanswered;
  private @Nullable String firstProblem;

  LanguageJudge(EndpointSettings settings, Prompts prompts) {
    this.settings = settings;
    this.endpoint = new ChatEndpoint(settings, 0);
    this.prompts = prompts;
  }

  @Override
  public @Nullable List<Boolean> judge(List<Step> steps, List<String> assertions) {
    List<Boolean> judged = null;
    try {
      judged = asked(steps, assertions);
    } catch (FailedRequestException failed) {
      problem(String.valueOf(failed.getMessage()));
    }
    if (judged != null) {
      judged.forEach(each -> count(each));
    }
    return judged;
  }

  private @Nullable List<Boolean> asked(List<Step> steps, List<String> assertions)
      throws FailedRequestException {
    if (asked == settings.requests()) {
      problem("all " + asked + " questions are spent; --judge-requests allows more");
      return null;
    }
    asked++;
    String answer =
        endpoint.answer(prompts.judge(), prompts.judged(steps, assertions), settings.timeout());
    List<Boolean> judged = JudgeAnswer.read(answer, assertions);
    if (judged == null) {
      problem("the answer does not decide every assertion");
    }
    return judged;
  }

  private void count(boolean isMet) {
    met += isMet ? 1 : 0;
    unmet += isMet ? 0 : 1;
  }

  private void problem(String line) {
    unanswered++;
    firstProblem = firstProblem == null ? line : firstProblem;
  }

  /** The name of the model. */
  String model() {
    return settings.model();
  }

  /** Conversations that it was asked about. */
  int asked() {
    return asked;
  }

  /** Assertions that it found met. */
  int met() {
    return met;
  }

  /** Assertions that it found not met. */
  int unmet() {
    return unmet;
  }

  /** Conversations that stay open. */
  int unanswered() {
    return unanswered;
  }

  /** Its findings, in a line for people. */
  String line() {
    String line =
        "judge %s: asked about %d conversations, %d assertions met, %d not met"
            .formatted(model(), asked, met, unmet);
    return unanswered == 0
        ? line
        : line + ", %d conversations left open: %s".formatted(unanswered, firstProblem);
  }
}
