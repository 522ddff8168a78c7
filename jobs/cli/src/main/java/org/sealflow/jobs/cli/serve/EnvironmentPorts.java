package org.sealflow.jobs.cli.serve;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.serve.environment.Protocol;
import org.sealflow.serve.http.PortLimits;
import org.sealflow.serve.http.PortSecurity;
import org.sealflow.serve.http.PortSettings;
import picocli.CommandLine.Option;

/** Where the protocols of an environment server are reached. */
final class EnvironmentPorts {
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
      names = "--mcp-port",
      paramLabel = "N",
      description = "Port of the Model Context Protocol; 0 takes any.")
  private @Nullable Integer mcpPort;

  /**
   * The places of the protocols that are named, else of all.
   *
   * @throws UsageError if an option is out of range, or two ports are the same
   * @throws UserError if the key or the key store cannot be used
   */
  Map<Protocol, PortSettings> places(ListenOptions listen) {
    PortSecurity security = listen.security();
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
              places.put(
                  protocol, listen.place(option(protocol), port, PortLimits.USUAL, security));
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
      case MCP -> mcpPort;
    };
  }

  private static String option(Protocol protocol) {
    return "--" + protocol.label() + "-port";
  }
}
