package org.sealflow.jobs.cli.replay.tau;

import java.io.IOException;

/** Takes episodes of tau2-bench as they are replayed. */
@FunctionalInterface
interface TauEpisodeTaker {
  void take(TauEpisode episode) throws IOException;
}
