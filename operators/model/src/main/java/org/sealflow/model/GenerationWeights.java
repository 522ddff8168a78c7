package org.sealflow.model;

import ai.djl.ndarray.NDManager;
import java.util.function.LongSupplier;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.script.TorchScript;

/**
 * Weights to sample from, with what it takes to run them. One thread at a time, the one that uses
 * the model they belong to.
 */
public final class GenerationWeights implements AutoCloseable {
  private final Base base;
  private final ScriptWeights weights;
  private final LongSupplier changes;
  private final Runnable release;

  /**
   * The properties that all weights of a model share.
   *
   * @param config the form of the model
   * @param options how it is held
   * @param script the functions
   * @param transfer moves values
   * @param transformer the forward functions
   * @param manager parent of all that is made on the way
   */
  record Base(
      ModelConfig config,
      ModelOptions options,
      TorchScript script,
      TensorTransfer transfer,
      Transformer transformer,
      NDManager manager) {}

  private GenerationWeights(
      Base base, ScriptWeights weights, LongSupplier changes, Runnable release) {
    this.base = base;
    this.weights = weights;
    this.changes = changes;
    this.release = release;
  }

  /** A policy's weights as they are at any moment; they stay the policy's own. */
  static GenerationWeights of(PolicyModel model) {
    NDManager scope = model.newScope();
    Base base =
        new Base(
            model.config(),
            model.options(),
            model.script(),
            model.transfer(),
            model.transformer(),
            scope);
    return new GenerationWeights(base, model.policyWeights(), model::changes, scope::close);
  }

  /**
   * Weights that never change.
   *
   * @param owned the memory that lives as long as they do
   */
  static GenerationWeights fixed(Base base, ScriptWeights weights, NDManager owned) {
    return new GenerationWeights(
        base,
        weights,
        () -> 0,
        () -> {
          weights.close();
          owned.close();
        });
  }

  Base base() {
    return base;
  }

  ScriptWeights script() {
    return weights;
  }

  /** How often they were changed in place. */
  long changes() {
    return changes.getAsLong();
  }

  /** Memory that the keys and values of a token take in all layers, bytes. */
  public long bytesPerToken() {
    AttentionConfig attention = base.config().attention();
    long values = 2L * base.config().layers() * attention.keyValueHeads() * attention.headWidth();
    return values * base.options().precision().type().bytes();
  }

  NDManager newScope() {
    return base.manager().newSubManager();
  }

  @Override
  public void close() {
    release.run();
  }
}
