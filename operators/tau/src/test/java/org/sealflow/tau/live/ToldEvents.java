package org.sealflow.tau.live;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.UserAction;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.ToolResult;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UserStep;

/** Tells a verifier the events of an episode, as the stream does. */
final class ToldEvents {
  private ToldEvents() {}

  static List<VerifiedTurn> tell(EpisodeVerifier verifier, List<TrajectoryEvent> events) {
    List<PolicyStep> open = new ArrayList<>();
    for (TrajectoryEvent event : events) {
      switch (event.getKind()) {
        case EPISODE_STARTED -> {}
        case ASSISTANT_STEP -> open.add(step(event.getAssistantStep()));
        case TOOL_RESULTS -> {
          int last = open.size() - 1;
          open.set(last, open.get(last).with(raw(event.getToolResults().getResults())));
        }
        case USER_STEP -> {
          UserStep step = event.getUserStep();
          verifier.userActs(
              List.copyOf(open),
              new UserAction(step.getText(), step.getToolCalls(), raw(step.getResults())));
          open.clear();
        }
        case TURN_ENDED -> {
          VerifiedTurn unused = verifier.endTurn(List.copyOf(open));
          open.clear();
        }
        case EPISODE_ENDED ->
            verifier.ends(
                event.getEpisodeEnded().getReason(), event.getEpisodeEnded().getMessage());
      }
    }
    if (!open.isEmpty()) {
      VerifiedTurn unused = verifier.endTurn(open);
    }
    return verifier.endEpisode();
  }

  private static PolicyStep step(AssistantStep step) {
    return new PolicyStep(step.getToolCalls(), List.of(), null, List.of(), step.getText());
  }

  private static List<String> raw(List<ToolResult> results) {
    return results.stream().map(ToolResult::getRaw).toList();
  }
}
