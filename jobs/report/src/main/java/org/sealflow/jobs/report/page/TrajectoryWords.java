package org.sealflow.jobs.report.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The texts of user and policy in one trajectory, as the page's script reads them. */
public final class TrajectoryWords {
  private static final int LONGEST_TEXT = 2_000;
  private static final int MOST_TEXTS = 100;

  private final ObjectNode turns = JsonNodeFactory.instance.objectNode();

  /**
   * Adds a message that the user sent.
   *
   * @param turn index, from 0
   */
  public void user(int turn, String text) {
    ArrayNode texts = turn(turn).withArray("user");
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

  /** The texts as JSON: turn → {@code user} and {@code policy}. */
  public ObjectNode node() {
    return turns;
  }
}
