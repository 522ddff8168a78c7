package org.sealflow.jobs.bench.serving;

import java.io.IOException;

/** A protocol as players of the benchmark speak it. Thread-safe. */
interface PlayedProtocol {
  /**
   * Begins an episode.
   *
   * @param name unlike that of any other episode that is open
   * @return the name that its steps are to tell
   */
  String begin(RawClient client, String name, ScriptedAnswers script) throws IOException;

  /** Plays a step of an episode, from 0. */
  void step(RawClient client, String episode, ScriptedAnswers script, int step) throws IOException;

  /** How many steps an episode has. */
  int steps(ScriptedAnswers script);
}
