package org.sealflow.jobs.bench.review;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.verify.TauWorkload;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.Speaker;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.Prompts;
import org.sealflow.tau.diagnose.Responsible;
import org.sealflow.tau.diagnose.TauDiagnoser;
import org.sealflow.tau.diagnose.TauDiagnosis;
import org.sealflow.tau.diagnose.TauFailure;
import org.sealflow.tau.judge.Judgement;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.ToolAnswer;

/** Conversations of tau2-bench as logs of the agent: the user's calls are not in them. */
final class TauLogs {
  private final Benchmark benchmark;
  private final TauAgentTools tools;
  private final Map<String, String> policies = new HashMap<>();

  TauLogs(Benchmark benchmark) {
    this.benchmark = benchmark;
    this.tools = new TauAgentTools(benchmark);
  }

  /** The log of a conversation and what its reference shows; null if it has no verdict. */
  @Nullable ComparedEpisode of(TauWorkload.Episode episode) {
    ReplayedEpisode replayed = episode.replay();
    Judgement judgement = replayed.judgement();
    if (judgement == null || judgement.failure() != null || judgement.reward() == null) {
      return null;
    }
    ComparedLog log = new ComparedLog();
    log.say(Speaker.SYSTEM, instructions(replayed));
    int turns = addMessages(replayed, log);
    boolean solo = replayed.recorded().conversation().solo();
    boolean ended = replayed.recorded().conversation().ended() && !solo;
    return log.episode(
        replayed.id(),
        tools.of(replayed.domain(), solo),
        ended ? RecordOutcome.FINISHED : RecordOutcome.UNFINISHED,
        reference(TauDiagnoser.diagnose(replayed), turns),
        !judgement.passed());
  }

  /** All that the agent is told, so that what it writes can be looked up there. */
  private String instructions(ReplayedEpisode replayed) {
    boolean solo = replayed.recorded().conversation().solo();
    String policy =
        policies.computeIfAbsent(
            replayed.domain() + solo, key -> benchmark.policy(replayed.domain(), solo));
    String ticket = replayed.task() == null ? null : replayed.task().task().ticket();
    Prompts prompts = benchmark.prompts();
    return solo ? prompts.soloAgent(policy, ticket == null ? "" : ticket) : prompts.agent(policy);
  }

  private static int addMessages(ReplayedEpisode replayed, ComparedLog log) {
    int texts = 0;
    int result = 0;
    List<Step> history =
        replayed.task() == null ? List.of() : replayed.task().task().initialState().history();
    history.forEach(step -> log.say(speaker(step, Speaker.PROGRAM), text(step)));
    for (Step step : replayed.recorded().conversation().steps()) {
      List<ToolAnswer> executed = replayed.results().subList(result, result + step.calls().size());
      result += step.calls().size();
      if (step.role() == Requestor.ASSISTANT) {
        List<ToolAnswer> results = step.results().isEmpty() ? executed : step.results();
        log.reply(Math.max(0, texts - 1), text(step), made(step, results));
      } else {
        texts += step.calls().isEmpty() ? 1 : 0;
        log.say(Speaker.USER, text(step));
      }
    }
    return Math.max(1, texts);
  }

  private static Speaker speaker(Step step, Speaker assistant) {
    return step.role() == Requestor.ASSISTANT ? assistant : Speaker.USER;
  }

  private static String text(Step step) {
    return step.content() == null ? "" : step.content();
  }

  private static List<ComparedLog.Made> made(Step step, List<ToolAnswer> results) {
    List<ComparedLog.Made> made = new ArrayList<>();
    for (int at = 0; at < step.calls().size(); at++) {
      Call call = step.calls().get(at);
      ToolAnswer result = results.get(at);
      made.add(
          new ComparedLog.Made(
              call.name(),
              JsonValues.mapper().valueToTree(call.arguments()).toString(),
              CallKind.FUNCTION,
              result.content(),
              result.error() ? CallSuccess.FAILED : CallSuccess.SUCCEEDED));
    }
    return made;
  }

  /** The errors of the agent by turn; their consequences fail their turns too. */
  private static List<ReferenceTurn> reference(@Nullable TauDiagnosis diagnosis, int turns) {
    List<ReferenceTurn> reference =
        new ArrayList<>(
            Collections.nCopies(
                turns, new ReferenceTurn(false, EnumSet.noneOf(EvidenceKind.class))));
    if (diagnosis != null) {
      List<TauFailure> all = new ArrayList<>(diagnosis.failures());
      all.addAll(diagnosis.consequences());
      for (TauFailure failure : all) {
        int turn = Math.min(failure.place().turn(), turns - 1);
        if (failure.by() != Responsible.USER) {
          EnumSet<EvidenceKind> evidence = EnumSet.of(failure.evidence());
          evidence.addAll(reference.get(turn).evidence());
          reference.set(turn, new ReferenceTurn(true, evidence));
        }
      }
    }
    return reference;
  }
}
