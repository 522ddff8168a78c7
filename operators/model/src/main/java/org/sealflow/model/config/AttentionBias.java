package org.sealflow.model.config;

/** The projections of the attention that add a bias. */
public enum AttentionBias {
  /** None does. */
  NONE,
  /** Query, key and value do (Qwen2). */
  QUERY_KEY_VALUE,
  /** All four do ({@code attention_bias} of Qwen3 and Llama). */
  ALL
}
