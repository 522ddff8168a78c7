package org.sealflow.model.config;

/** The linear maps of a layer that adapters can be put on. */
public enum Projection {
  /** Queries. */
  QUERY("self_attn", "q_proj"),
  /** Keys. */
  KEY("self_attn", "k_proj"),
  /** Values. */
  VALUE("self_attn", "v_proj"),
  /** Output of the attention. */
  OUTPUT("self_attn", "o_proj"),
  /** Gate of the feed-forward part. */
  GATE("mlp", "gate_proj"),
  /** Inner values of the feed-forward part. */
  UP("mlp", "up_proj"),
  /** Output of the feed-forward part. */
  DOWN("mlp", "down_proj");

  private final String part;
  private final String module;

  Projection(String part, String module) {
    this.part = part;
    this.module = module;
  }

  /** The module's own name, such as {@code q_proj}. */
  public String module() {
    return module;
  }

  /** Its name within the layer, such as {@code self_attn.q_proj}. */
  public String path() {
    return part + "." + module;
  }

  /** Width of what it takes. */
  public long inputs(ModelConfig config) {
    return switch (this) {
      case QUERY, KEY, VALUE, GATE, UP -> config.width();
      case OUTPUT -> config.attention().queryWidth();
      case DOWN -> config.feedForwardWidth();
    };
  }

  /** Width of what it gives. */
  public long outputs(ModelConfig config) {
    return switch (this) {
      case QUERY -> config.attention().queryWidth();
      case KEY, VALUE -> config.attention().keyValueWidth();
      case OUTPUT, DOWN -> config.width();
      case GATE, UP -> config.feedForwardWidth();
    };
  }

  /** Whether it adds a bias. */
  boolean hasBias(AttentionBias bias) {
    return switch (this) {
      case QUERY, KEY, VALUE -> bias != AttentionBias.NONE;
      case OUTPUT -> bias == AttentionBias.ALL;
      case GATE, UP, DOWN -> false;
    };
  }
}
