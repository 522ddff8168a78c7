package org.sealflow.environment;

import java.util.Map;
import org.sealflow.python.PyDict;

/**
 * The state of one side of one episode, and the calls on it. Deterministic: the same calls in the
 * same order give the same results. Not thread-safe.
 */
public interface World {
  /** The text of a call of any name and arguments, as {@link #execute} reads it. */
  default String text(String tool, PyDict arguments) {
    return KeywordCall.text(tool, arguments);
  }

  /**
   * Executes a call. Whatever its text is, it ends in a result; code is never evaluated.
   *
   * @param call as the environment writes its calls
   */
  CallResult execute(String call);

  /**
   * Executes a call of a user who has tools, as {@link #execute} does the policy's.
   *
   * @throws IllegalStateException if there is no such user
   */
  default CallResult executeForUser(String call) {
    throw new IllegalStateException("no user of this environment calls tools");
  }

  /** A world in the same state: neither sees later calls on the other. */
  World copy();

  /**
   * The state that verdicts compare: part → its canonical text, in a fixed order. Two worlds of a
   * task are in the same state exactly if the texts are equal.
   */
  Map<String, String> state();
}
