package org.sealflow.jobs.cli.topic;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.ToolResult;
import org.sealflow.schemas.ToolResults;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnEnded;
import org.sealflow.schemas.UserStep;

/** Trajectory events as lines. */
final class TrajectoryLines {
  private final Colours colours;

  TrajectoryLines(Colours colours) {
    this.colours = colours;
  }

  List<String> of(TrajectoryEvent event) {
    List<String> facts = new ArrayList<>();
    facts.add(colours.aside(Shown.time(event.getEventTime())));
    facts.add(colours.name(DiagnosisLines.episode(event.getEpisodeId(), event.getAttempt())));
    facts.add("#" + event.getSequence());
    facts.addAll(payload(event));
    return List.of(RecordLines.join(facts));
  }

  private List<String> payload(TrajectoryEvent event) {
    return switch (event.getKind()) {
      case EPISODE_STARTED -> started(event.getEpisodeStarted());
      case ASSISTANT_STEP -> step(event.getAssistantStep());
      case TOOL_RESULTS -> results(event.getToolResults());
      case TURN_ENDED -> turnEnded(event.getTurnEnded());
      case EPISODE_ENDED -> ended(event.getEpisodeEnded());
      case USER_STEP -> userStep(event.getUserStep());
    };
  }

  private static List<String> started(@Nullable EpisodeStarted started) {
    return started == null
        ? without("start")
        : List.of(
            "started",
            Shown.text(started.getTaskId()),
            started.getMode().name(),
            started.getArm().name(),
            "model " + Shown.text(started.getModelName()));
  }

  private List<String> step(@Nullable AssistantStep step) {
    if (step == null) {
      return without("step");
    }
    List<String> facts = new ArrayList<>();
    facts.add(place(step.getTurn(), step.getStep()));
    if (step.getParseError() != null) {
      facts.add(colours.bad("refused: " + Shown.text(step.getParseError())));
    } else if (step.getUndecodable()) {
      facts.add(colours.bad("undecodable"));
    } else if (step.getToolCalls().isEmpty()) {
      facts.add("no call");
    } else {
      facts.add(Shown.text(String.join("; ", step.getToolCalls())));
    }
    return facts;
  }

  private List<String> results(@Nullable ToolResults results) {
    if (results == null) {
      return without("results");
    }
    String refusal = results.getRefusal();
    return List.of(
        place(results.getTurn(), results.getStep()),
        refusal == null
            ? "→ " + Shown.text(String.join("; ", texts(results.getResults())))
            : colours.bad("→ " + Shown.text(refusal)));
  }

  private static List<String> texts(List<ToolResult> results) {
    List<String> texts = new ArrayList<>();
    for (ToolResult result : results) {
      String text = result.getRaw() == null ? result.getShown() : result.getRaw();
      texts.add(text == null ? "(not recorded)" : text);
    }
    return texts;
  }

  private static List<String> turnEnded(@Nullable TurnEnded turn) {
    return turn == null ? without("turn") : List.of("turn " + turn.getTurn() + " ended");
  }

  private static List<String> userStep(@Nullable UserStep step) {
    if (step == null) {
      return without("user's step");
    }
    List<String> facts = new ArrayList<>();
    facts.add("turn " + step.getTurn() + " user");
    if (step.getText() != null) {
      facts.add(Shown.text(step.getText()));
    }
    if (!step.getToolCalls().isEmpty()) {
      facts.add(Shown.text(String.join("; ", step.getToolCalls())));
      facts.add("→ " + Shown.text(String.join("; ", texts(step.getResults()))));
    }
    return facts;
  }

  private List<String> ended(@Nullable EpisodeEnded ended) {
    if (ended == null) {
      return without("end");
    }
    String reason = ended.getReason().name();
    List<String> facts = new ArrayList<>();
    facts.add("ended");
    facts.add(ended.getReason() == EndReason.COMPLETED ? reason : colours.bad(reason));
    if (ended.getMessage() != null) {
      facts.add(Shown.text(ended.getMessage()));
    }
    return facts;
  }

  private static String place(int turn, int step) {
    return "turn " + turn + " step " + step;
  }

  private static List<String> without(String payload) {
    return List.of("without " + payload);
  }
}
