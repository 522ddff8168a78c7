package org.sealflow.tau.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.tau.judge.EndedConversation;
import org.sealflow.tau.judge.Judgement;
import org.sealflow.tau.judge.PreparedTask;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.task.Action;
import org.sealflow.tau.task.Criteria;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.ToolAnswer;

/**
 * Says why a conversation failed: the fewest deviations from the reference solution without which
 * the deterministic parts of the reward pass, as executing it again shows.
 */
public final class TauDiagnoser {
  private final EndedConversation conversation;
  private final List<PlayedCall> calls;
  private final Alignment alignment;
  private final MendedEpisode mended;
  private final FailureDescription description;

  private TauDiagnoser(ReplayedEpisode episode, PreparedTask task, Criteria criteria) {
    this.conversation = episode.recorded().conversation();
    this.calls = PlayedCall.of(episode);
    boolean solo = conversation.solo();
    this.alignment = new Alignment(task.domain(), criteria, solo, calls);
    this.mended = new MendedEpisode(episode, task, calls, alignment);
    this.description =
        new FailureDescription(
            new Attribution(task.domain(), task.task(), solo, conversation.steps(), calls),
            PlayedCall.lastTurn(conversation.steps()),
            calls);
  }

  /**
   * The diagnosis of an episode; null unless it has a task and failed by something that execution
   * can show.
   */
  public static @Nullable TauDiagnosis diagnose(ReplayedEpisode episode) {
    PreparedTask task = episode.task();
    Judgement judgement = episode.judgement();
    if (task == null
        || judgement == null
        || judgement.failure() != null
        || judgement.reward() == null
        || judgement.passed()) {
      return null;
    }
    Criteria criteria = task.task().criteria();
    EarlyEnd end = episode.recorded().conversation().ended() ? null : EarlyEnd.of(episode);
    if (criteria == null) {
      return end == null ? null : new TauDiagnosis(end, List.of(), List.of(), true, 0);
    }
    List<Step> whole = new ArrayList<>(task.task().initialState().history());
    whole.addAll(episode.recorded().conversation().steps());
    return new TauDiagnoser(episode, task, criteria).run(criteria, whole, end);
  }

  private TauDiagnosis run(Criteria criteria, List<Step> whole, @Nullable EarlyEnd end) {
    List<Deviation> all = Deviations.of(alignment, calls.size(), criteria, whole);
    // What was not done by a premature end follows from it.
    List<Deviation> chosen = end == null ? all : all.stream().filter(Deviation::isDone).toList();
    List<Deviation> always = all.stream().filter(deviation -> !chosen.contains(deviation)).toList();
    if (end != null && mended.passes(always)) {
      return new TauDiagnosis(end, List.of(), List.of(), true, mended.executions());
    }
    List<Deviation> needed = new SmallestMending(mended, chosen, always).find();
    if (needed == null) {
      List<TauFailure> open =
          chosen.stream().map(one -> description.of(one, FailureOrigin.UNDETERMINED)).toList();
      return new TauDiagnosis(end, open, List.of(), false, mended.executions());
    }
    List<Deviation> complete = new ArrayList<>(always);
    complete.addAll(needed);
    complete.sort(Deviation.BY_PLACE);
    List<TauFailure> failures = new ArrayList<>();
    for (Deviation deviation : needed) {
      failures.add(description.of(deviation, origin(deviation, complete)));
    }
    return new TauDiagnosis(end, failures, consequences(complete), true, mended.executions());
  }

  /** Own if the conversation fails by this one alone. */
  private FailureOrigin origin(Deviation deviation, List<Deviation> complete) {
    List<Deviation> others = complete.stream().filter(other -> !other.equals(deviation)).toList();
    return mended.passes(others) ? FailureOrigin.UNDETERMINED : FailureOrigin.OWN;
  }

  /** Calls as wanted that failed, and do not fail once the failures are mended. */
  private List<TauFailure> consequences(List<Deviation> complete) {
    List<PlayedCall> failed = new ArrayList<>();
    for (int action = 0; action < alignment.actions().size(); action++) {
      PlayedCall played = alignment.call(action);
      Action wanted = alignment.actions().get(action);
      if (played != null && played.result().error() && alignment.isEqual(wanted, played.call())) {
        failed.add(played);
      }
    }
    if (failed.isEmpty()) {
      return List.of();
    }
    Map<Integer, ToolAnswer> results = mended.results(complete);
    List<TauFailure> consequences = new ArrayList<>();
    for (PlayedCall played : failed) {
      ToolAnswer result = results.get(played.index());
      if (result != null && !result.error()) {
        consequences.add(description.consequence(played, result));
      }
    }
    return consequences;
  }
}
