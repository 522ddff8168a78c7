package org.sealflow.tau.diagnose;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.tau.diagnose.Attribution.By;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.task.Action;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.ToolAnswer;

/** Puts deviations into the words of a diagnosis. */
final class FailureDescription {
  private final Attribution attribution;
  private final int lastTurn;
  private final List<PlayedCall> calls;

  FailureDescription(Attribution attribution, int lastTurn, List<PlayedCall> calls) {
    this.attribution = attribution;
    this.lastTurn = lastTurn;
    this.calls = calls;
  }

  TauFailure of(Deviation deviation, FailureOrigin origin) {
    PlayedCall played = deviation.played();
    Action wanted = deviation.wanted();
    if (played == null) {
      return wanted == null ? unsaid(deviation, origin) : missing(deviation, wanted, origin);
    }
    if (wanted != null) {
      return other(played, wanted, origin);
    }
    boolean order = deviation.kind() == Deviation.Kind.ORDER;
    By by = attribution.made(played, List.of());
    return new TauFailure(
        order ? TurnFailure.WRONG_EFFECT : TurnFailure.SPURIOUS_CALL,
        order ? EvidenceKind.STATE_DIFFERENCE : EvidenceKind.SPURIOUS_CALL,
        place(played),
        played.call().name(),
        List.of(),
        null,
        text(played.call()),
        origin,
        by.party(),
        order ? "it comes before a call that the reference makes earlier" : by.note());
  }

  private TauFailure unsaid(Deviation deviation, FailureOrigin origin) {
    By by = attribution.missing(Requestor.ASSISTANT);
    return new TauFailure(
        TurnFailure.WRONG_RESPONSE,
        EvidenceKind.MISSING_RESULT,
        new TauFailure.Place(lastTurn, null, null),
        null,
        List.of(),
        deviation.text(),
        null,
        origin,
        by.party(),
        by.note());
  }

  private TauFailure missing(Deviation deviation, Action wanted, FailureOrigin origin) {
    By by = attribution.missing(wanted.call().requestor());
    boolean atEnd = deviation.at() == calls.size();
    int turn = atEnd ? lastTurn : calls.get(deviation.at()).turn();
    return new TauFailure(
        TurnFailure.MISSING_CALL,
        EvidenceKind.MISSING_CALL,
        new TauFailure.Place(turn, null, atEnd ? null : deviation.at()),
        wanted.call().name(),
        List.of(),
        text(wanted.call()),
        null,
        origin,
        by.party(),
        by.note());
  }

  private TauFailure other(PlayedCall played, Action wanted, FailureOrigin origin) {
    Call call = played.call();
    boolean sameTool = call.name().equals(wanted.call().name());
    boolean known = attribution.has(call);
    List<TauFailure.Argument> arguments =
        sameTool && known ? differing(wanted.call(), call) : List.of();
    By by = attribution.made(played, arguments);
    return new TauFailure(
        known ? TurnFailure.ARGUMENT_MISMATCH : TurnFailure.INVALID_CALL,
        known ? evidence(played, sameTool) : EvidenceKind.UNKNOWN_TOOL,
        place(played),
        call.name(),
        arguments,
        text(wanted.call()),
        text(call),
        origin,
        by.party(),
        by.note());
  }

  private static EvidenceKind evidence(PlayedCall played, boolean sameTool) {
    CallException.Kind kind = played.result().kind();
    if (kind == CallException.Kind.BINDING) {
      return EvidenceKind.BINDING_ERROR;
    }
    if (kind == CallException.Kind.VALIDATION || kind == CallException.Kind.PYTHON) {
      return EvidenceKind.TYPE_ERROR;
    }
    return sameTool ? EvidenceKind.OTHER_VALUE : EvidenceKind.ERROR_RESULT;
  }

  /** A call as wanted that failed, with the result it has once the failures are mended. */
  TauFailure consequence(PlayedCall played, ToolAnswer result) {
    return new TauFailure(
        TurnFailure.WRONG_EFFECT,
        EvidenceKind.ERROR_RESULT,
        place(played),
        played.call().name(),
        List.of(),
        result.content(),
        played.result().content(),
        FailureOrigin.CASCADED,
        Responsible.UNDETERMINED,
        null);
  }

  /** The wanted arguments in their order, then those that only the call has. */
  private static List<TauFailure.Argument> differing(Call wanted, Call found) {
    Set<String> names = new LinkedHashSet<>(wanted.arguments().keySet());
    names.addAll(found.arguments().keySet());
    List<TauFailure.Argument> differing = new ArrayList<>();
    for (String name : names) {
      boolean both = wanted.arguments().containsKey(name) && found.arguments().containsKey(name);
      Object expected = wanted.arguments().get(name);
      Object actual = found.arguments().get(name);
      if (!both || !Python.equal(expected, actual)) {
        differing.add(
            new TauFailure.Argument(
                name,
                wanted.arguments().containsKey(name) ? Python.repr(expected) : null,
                found.arguments().containsKey(name) ? Python.repr(actual) : null));
      }
    }
    return differing;
  }

  private static TauFailure.Place place(PlayedCall played) {
    return new TauFailure.Place(played.turn(), played.index(), null);
  }

  private static String text(Call call) {
    return call.name()
        + call.arguments().entrySet().stream()
            .map(FailureDescription::text)
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String text(Map.Entry<String, ?> argument) {
    return argument.getKey() + "=" + Python.repr(argument.getValue());
  }
}
