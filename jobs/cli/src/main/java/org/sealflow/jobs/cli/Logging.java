package org.sealflow.jobs.cli;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;

/** The log of the libraries: silent unless asked for, so that the console is the command's own. */
final class Logging {
  private Logging() {}

  static void configure(boolean verbose) {
    Configurator.setRootLevel(verbose ? Level.INFO : Level.OFF);
    if (verbose) {
      // Kafka's client metrics register under one name per task: harmless and very loud.
      Configurator.setLevel("org.apache.flink.runtime.metrics.groups", Level.ERROR);
    }
  }
}
