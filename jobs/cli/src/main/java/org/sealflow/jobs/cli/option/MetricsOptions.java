package org.sealflow.jobs.cli.option;

import org.apache.flink.configuration.Configuration;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UsageError;
import picocli.CommandLine.Option;

/** Options of the metrics of an embedded cluster. */
public final class MetricsOptions {
  private static final String REPORTER = "metrics.reporter.prom.";
  private static final int LAST_PORT = 65_535;

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      description =
          "Shows metrics to Prometheus and `sealflow top` at this port; a second job of this"
              + " process takes the next one. Default: none are shown.")
  private @Nullable Integer port;

  /**
   * Adds the reporter, if one is asked for.
   *
   * @throws UsageError if the port is none
   */
  public Configuration in(Configuration configuration) {
    if (port == null) {
      return configuration;
    }
    if (port < 1 || port >= LAST_PORT) {
      throw new UsageError("--metrics-port is " + port + ", expected 1 to " + (LAST_PORT - 1));
    }
    configuration.setString(
        REPORTER + "factory.class",
        "org.apache.flink.metrics.prometheus.PrometheusReporterFactory");
    configuration.setString(REPORTER + "port", port + "-" + (port + 1));
    configuration.setString(REPORTER + "filterLabelValueCharacters", "false");
    return configuration;
  }
}
