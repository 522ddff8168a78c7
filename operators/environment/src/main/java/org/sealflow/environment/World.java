package org.sealflow.environment;

import java.util.Map;
import java.util.StringJoiner;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;

/**
 * The state of one side of one episode, and the calls on it. Deterministic: the same calls in the
 * same order give the same results. Not thread-safe.
 */
public interface World {
  /**
   * The text of a call, as {@link #execute} reads it: {@code name(key=value, …)} with values as
   * Python writes them and names as they are (environment-protocol.md 5.3), unless the environment
   * writes its calls in another way.
   */
  default String text(String tool, PyDict arguments) {
    StringJoiner call = new StringJoiner(", ", tool + "(", ")");
    for (PyDict.Entry argument : arguments.entries()) {
      call.add(Py.str(argument.key()) + "=" + Py.repr(argument.value()));
    }
    return call.toString();
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
