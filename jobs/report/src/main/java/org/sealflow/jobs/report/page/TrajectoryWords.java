package org.sealflow.jobs.report.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.Message;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UserStep;

/**
 * The texts of user and policy in one trajectory, as the page's script reads them. A user says what
 * its task fixes, or, if it is simulated, what it was recorded to say.
 */
public final class TrajectoryWords {
  private static final int LONGEST_TEXT = 2_000;
  private static final int MOST_TEXTS = 100;

  private final ObjectNode turns = JsonNodeFactory.instance.objectNode();

  /**
   * Adds the messages of the task: words of the user, or the scenario of a simulated one.
   *
   * @param simulated whether the task leaves the user's words open
   */
  public void task(Task task, boolean simulated) {
    for (int turn = 0; turn < task.getTurns().size(); turn++) {
      for (Message message : task.getTurns().get(turn).getMessages()) {
        add(turn, simulated ? "scenario" : "user", message.getContent());
      }
    }
  }

  /** Adds what a simulated user or the policy says in an event. */
  public void said(TrajectoryEvent event) {
    UserStep user = event.getUserStep();
    if (user != null && user.getText() != null) {
      user(user.getTurn(), user.getText());
    }
    AssistantStep step = event.getAssistantStep();
    if (step != null && step.getText() != null && !step.getText().isBlank()) {
      policy(step.getTurn(), step.getStep(), step.getText());
    }
  }

  /**
   * Adds a message that the user sent.
   *
   * @param turn index, from 0
   */
  public void user(int turn, String text) {
    add(turn, "user", text);
  }

  private void add(int turn, String kind, String text) {
    ArrayNode texts = turn(turn).withArray(kind);
    if (texts.size() < MOST_TEXTS) {
      texts.add(cut(text));
    }
  }

  /**
   * Adds an answer of the policy.
   *
   * @param step index within the turn, from 0
   */
  public void policy(int turn, int step, String text) {
    ArrayNode texts = turn(turn).withArray("policy");
    if (texts.size() < MOST_TEXTS) {
      texts.addObject().put("step", step).put("text", cut(text));
    }
  }

  private ObjectNode turn(int turn) {
    return turns.withObjectProperty(Integer.toString(turn));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
  }

  /** The texts as JSON: turn → {@code scenario}, {@code user} and {@code policy}. */
  public ObjectNode node() {
    return turns;
  }
}
