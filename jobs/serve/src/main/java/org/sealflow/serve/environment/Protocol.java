package org.sealflow.serve.environment;

/** The protocols by which trainers reach an environment. */
public enum Protocol {
  /** The environment service of AgentEvolver and SEAL. */
  AGENTEVOLVER("agentevolver", 8000),
  /** OpenEnv by HTTP and WebSocket. */
  OPENENV("openenv", 8001),
  /** NeMo Gym's resources server. */
  NEMO("nemo", 8002),
  /** The Model Context Protocol over streamable HTTP. */
  MCP("mcp", 8003);

  private final String label;
  private final int usualPort;

  Protocol(String label, int usualPort) {
    this.label = label;
    this.usualPort = usualPort;
  }

  /** The name that options use. */
  public String label() {
    return label;
  }

  /** The port where nobody chooses another. */
  public int usualPort() {
    return usualPort;
  }
}
