package org.sealflow.jobs.cli.serve;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.serve.environment.Protocol;
import org.sealflow.serve.http.PortSettings;
import picocli.CommandLine.Option;

/** Where the protocols of an environment server are reached. */
final class EnvironmentPorts {
  private static final Duration DRAIN = Duration.ofSeconds(10);
  private static final int MEBIBYTE = 1 << 20;
  private static final int MOST_MEBIBYTES = 1 << 10;

  @Option(
      names = "--agentevolver-port",
      paramLabel = "N",
      description = "Port of the environment service of AgentEvolver and SEAL; 0 takes any.")
  private @Nullable Integer agentEvolverPort;

  @Option(names = "--openenv-port", paramLabel = "N", description = "Port of OpenEnv; 0 takes any.")
  private @Nullable Integer openEnvPort;

  @Option(
      names = "--nemo-port",
      paramLabel = "N",
      description = "Port of NeMo Gym's resources server; 0 takes any.")
  private @Nullable Integer nemoPort;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "The interface to listen on; 0.0.0.0 is all (default: ${DEFAULT-VALUE}).")
  private String host = "";

  @Option(
      names = "--max-body",
      paramLabel = "MIB",
      defaultValue = "16",
      description = "Longest request or frame, MiB (default: ${DEFAULT-VALUE}).")
  private int mostBody;

  String host() {
    return host;
  }

  /** Whether other computers can call. */
  boolean isOpen() {
    return !new PortSettings(host, 0, 1, 1, Duration.ZERO).isLocal();
  }

  /**
   * The places of the protocols that are named, else of all.
   *
   * @throws UsageError if an option is out of range, or two ports are the same
   */
  Map<Protocol, PortSettings> places() {
    if (mostBody < 1 || mostBody > MOST_MEBIBYTES) {
      throw new UsageError("--max-body is " + mostBody + ", expected 1 to " + MOST_MEBIBYTES);
    }
    Map<Protocol, PortSettings> places = new EnumMap<>(Protocol.class);
    Map<Integer, Protocol> taken = new HashMap<>();
    ports()
        .forEach(
            (protocol, port) -> {
              Protocol other = port == 0 ? null : taken.putIfAbsent(port, protocol);
              if (other != null) {
                throw new UsageError(
                    option(protocol)
                        + " and "
                        + option(other)
                        + " are both "
                        + port
                        + ", expected two");
              }
              places.put(protocol, place(protocol, port));
            });
    return places;
  }

  private Map<Protocol, Integer> ports() {
    Map<Protocol, Integer> ports = new EnumMap<>(Protocol.class);
    for (Protocol protocol : Protocol.values()) {
      Integer named = named(protocol);
      if (named != null) {
        ports.put(protocol, named);
      }
    }
    if (ports.isEmpty()) {
      for (Protocol protocol : Protocol.values()) {
        ports.put(protocol, protocol.usualPort());
      }
    }
    return ports;
  }

  private @Nullable Integer named(Protocol protocol) {
    return switch (protocol) {
      case AGENTEVOLVER -> agentEvolverPort;
      case OPENENV -> openEnvPort;
      case NEMO -> nemoPort;
    };
  }

  private static String option(Protocol protocol) {
    return "--" + protocol.label() + "-port";
  }

  private PortSettings place(Protocol protocol, int port) {
    try {
      return new PortSettings(host, port, mostBody * MEBIBYTE, PortSettings.MOST_CALLS, DRAIN);
    } catch (IllegalArgumentException wrong) {
      throw new UsageError(option(protocol) + ": " + Causes.oneLine(wrong.getMessage()), wrong);
    }
  }
}
