package org.sealflow.tau.diagnose;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.task.TauTask;
import org.sealflow.tau.tool.Toolkit;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.ToolAnswer;

/**
 * Says whose doing a deviation is. The user's is only what the record proves:
 *
 * <ul>
 *   <li>a call of the user that cannot run as written, or that nobody asked for;
 *   <li>an argument that the agent had from the user alone, whose scenario does not have it;
 *   <li>what is missing once the user left as if handed over to a human, which nobody did.
 * </ul>
 */
final class Attribution {
  /** Shorter texts occur by chance. */
  private static final int SHORTEST_VALUE = 4;

  private static final String TRANSFER = "transfer_to_human_agents";

  /** A party and the reason; null where the call itself says it all. */
  record By(Responsible party, @Nullable String note) {}

  private static final By AGENT = new By(Responsible.AGENT, null);

  private final Domain domain;
  private final TauTask task;
  private final boolean solo;
  private final List<Step> steps;
  private final List<PlayedCall> calls;

  Attribution(Domain domain, TauTask task, boolean solo, List<Step> steps, List<PlayedCall> calls) {
    this.domain = domain;
    this.task = task;
    this.solo = solo;
    this.steps = steps;
    this.calls = calls;
  }

  /** Whether the caller has the tool. */
  boolean has(Call call) {
    Domain.Side user = domain.user();
    Toolkit users = user == null ? null : user.toolkit();
    boolean usersTool = users != null && users.tool(call.name()) != null;
    if (call.requestor() == Requestor.USER) {
      return !solo && usersTool;
    }
    return domain.agent().toolkit().tool(call.name()) != null || (solo && usersTool);
  }

  /** Whose doing a missing call or text is. */
  By missing(Requestor party) {
    if (party == Requestor.USER) {
      return new By(
          Responsible.UNDETERMINED, "the agent may not have asked, or the user not have followed");
    }
    String last = lastTextOfUser();
    if (last.contains("###TRANSFER###") && calls.stream().noneMatch(Attribution::handsOver)) {
      return new By(Responsible.USER, "the user left as if handed over to a human; nobody did");
    }
    if (last.contains("###OUT-OF-SCOPE###")) {
      return new By(
          Responsible.UNDETERMINED, "the user left because the scenario lacked what it was asked");
    }
    return AGENT;
  }

  private static boolean handsOver(PlayedCall played) {
    return played.call().name().equals(TRANSFER) && !played.result().error();
  }

  private String lastTextOfUser() {
    for (int at = steps.size() - 1; at >= 0; at--) {
      String content = steps.get(at).content();
      if (steps.get(at).role() == Requestor.USER && content != null) {
        return content;
      }
    }
    return "";
  }

  /** Whose doing a call is, given the values in it that are not the reference's. */
  By made(PlayedCall played, List<TauFailure.Argument> arguments) {
    if (played.call().requestor() == Requestor.USER) {
      return byUser(played);
    }
    for (TauFailure.Argument argument : arguments) {
      Object value = played.call().arguments().get(argument.name());
      if (value instanceof String text && cameFromUserAlone(text, played)) {
        return new By(
            Responsible.USER,
            "the user gave '" + text + "', which is not in its scenario and was not shown before");
      }
    }
    return AGENT;
  }

  private By byUser(PlayedCall played) {
    if (!has(played.call())) {
      return new By(Responsible.USER, "the user has no such tool");
    }
    if (played.result().error() && played.result().kind() != CallException.Kind.TOOL) {
      return new By(Responsible.USER, "the user's call cannot run as written");
    }
    if (!wasAsked(played)) {
      return new By(Responsible.USER, "the agent had said nothing that could have asked for it");
    }
    return new By(Responsible.UNDETERMINED, "the agent may have asked for it");
  }

  /** Whether the agent said anything after the user's first text and before the call. */
  private boolean wasAsked(PlayedCall played) {
    boolean userSpoke = false;
    for (Step step : steps.subList(0, played.step())) {
      String content = step.content();
      if (content != null && !content.isBlank()) {
        if (userSpoke && step.role() == Requestor.ASSISTANT) {
          return true;
        }
        userSpoke |= step.role() == Requestor.USER;
      }
    }
    return false;
  }

  private boolean cameFromUserAlone(String value, PlayedCall played) {
    if (value.length() < SHORTEST_VALUE || task.scenario().text().contains(value)) {
      return false;
    }
    boolean said = false;
    for (int at = 0; at < played.step(); at++) {
      Step step = steps.get(at);
      boolean contains = step.content() != null && step.content().contains(value);
      if (contains && step.role() == Requestor.ASSISTANT && !said) {
        return false;
      }
      said |= contains && step.role() == Requestor.USER;
    }
    return said && wasNotShown(value, played);
  }

  private boolean wasNotShown(String value, PlayedCall played) {
    for (PlayedCall earlier : calls.subList(0, played.index())) {
      ToolAnswer result = earlier.result();
      if (!result.error()
          && result.content().contains(value)
          && earlier.call().arguments().values().stream().noneMatch(value::equals)) {
        return false;
      }
    }
    return true;
  }
}
