package org.sealflow.tau.diagnose;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.judge.Check;
import org.sealflow.tau.judge.CommunicateCheck;
import org.sealflow.tau.task.Action;
import org.sealflow.tau.task.Criteria;
import org.sealflow.tau.task.RewardPart;
import org.sealflow.tau.world.Step;

/** Finds where a conversation deviates from the reference solution. */
final class Deviations {
  private Deviations() {}

  /** All deviations by place, whether they matter or not. */
  static List<Deviation> of(Alignment alignment, int calls, Criteria criteria, List<Step> steps) {
    List<Deviation> found = new ArrayList<>();
    List<Action> actions = alignment.actions();
    for (int i = 0; i < actions.size(); i++) {
      Action wanted = actions.get(i);
      PlayedCall played = alignment.call(i);
      if (played == null) {
        int at = nextPlace(alignment, i, calls);
        found.add(new Deviation(Deviation.Kind.MISSING, at, i, null, wanted, null));
      } else if (!alignment.isEqual(wanted, played.call())) {
        found.add(new Deviation(Deviation.Kind.OTHER, played.index(), i, played, wanted, null));
      }
    }
    for (PlayedCall played : alignment.surplus()) {
      found.add(new Deviation(Deviation.Kind.SURPLUS, played.index(), 0, played, null, null));
    }
    PlayedCall early = firstOutOfOrder(alignment);
    if (early != null) {
      found.add(new Deviation(Deviation.Kind.ORDER, early.index(), 0, early, null, null));
    }
    unsaid(found, calls, criteria, steps);
    found.sort(Deviation.BY_PLACE);
    return found;
  }

  /** As late as the calls for later actions allow. */
  static int nextPlace(Alignment alignment, int action, int calls) {
    for (int next = action + 1; next < alignment.actions().size(); next++) {
      PlayedCall played = alignment.call(next);
      if (played != null) {
        return played.index();
      }
    }
    return calls;
  }

  /** The first call that comes before one that the reference makes earlier. */
  private static @Nullable PlayedCall firstOutOfOrder(Alignment alignment) {
    PlayedCall first = null;
    for (int action = 1; action < alignment.actions().size(); action++) {
      PlayedCall played = alignment.call(action);
      if (played == null || (first != null && first.index() < played.index())) {
        continue;
      }
      for (int earlier = 0; earlier < action; earlier++) {
        PlayedCall before = alignment.call(earlier);
        if (before != null && before.index() > played.index()) {
          first = played;
          break;
        }
      }
    }
    return first;
  }

  private static void unsaid(
      List<Deviation> found, int calls, Criteria criteria, List<Step> steps) {
    List<Check.OfText> texts = CommunicateCheck.of(criteria.communicated(), steps);
    if (texts == null || !criteria.basis().contains(RewardPart.COMMUNICATE)) {
      return;
    }
    for (int i = 0; i < texts.size(); i++) {
      if (!texts.get(i).met()) {
        found.add(new Deviation(Deviation.Kind.UNSAID, calls, i, null, null, texts.get(i).text()));
      }
    }
  }
}
