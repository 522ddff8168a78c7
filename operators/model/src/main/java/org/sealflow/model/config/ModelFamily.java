package org.sealflow.model.config;

/** The families of decoder-only transformers that are understood. */
public enum ModelFamily {
  /** Qwen2 and Qwen2.5: biases on the query, key and value projections. */
  QWEN2("Qwen2ForCausalLM", "qwen2"),
  /** Qwen3, dense: queries and keys are normalized per head. */
  QWEN3("Qwen3ForCausalLM", "qwen3"),
  /** Llama 2 and 3, and what shares their form. */
  LLAMA("LlamaForCausalLM", "llama"),
  /** Mistral: the form of Llama; beyond a sliding window, if it has one, contexts are refused. */
  MISTRAL("MistralForCausalLM", "mistral");

  private final String architecture;
  private final String modelType;

  ModelFamily(String architecture, String modelType) {
    this.architecture = architecture;
    this.modelType = modelType;
  }

  /** The name in {@code architectures} of config.json. */
  public String architecture() {
    return architecture;
  }

  /** The name in {@code model_type} of config.json. */
  public String modelType() {
    return modelType;
  }
}
