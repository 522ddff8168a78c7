package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.Precision;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.file.FreshDirectory;
import org.sealflow.model.file.HostTensor;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.model.file.StoredType;
import org.sealflow.model.script.NativeHeap;
import org.sealflow.model.script.TorchScript;

/**
 * A policy: a transformer of a Hugging Face directory, of which adapters, everything or nothing is
 * trained. One thread at a time uses it, not always the same one; it owns native memory until
 * closed, and the directory must stay as long. On the CPU with one thread, all it computes is the
 * same bit for bit from run to run.
 */
public final class PolicyModel implements AutoCloseable {
  private final LoadedModel base;
  private final TrainedPart trainedPart;

  /** Trained and saved weights are in single precision. */
  private final Map<String, NDArray> weights;

  /** The same in the type that they are computed in; themselves if that is their own. */
  private final Map<String, NDArray> rounded;

  private final @Nullable Adapters adapters;
  private final List<TrainedTensor> parameters;
  private final Transformer transformer;
  private final ScriptWeights policy;
  private final ScriptWeights trainedForm;
  private final @Nullable ScriptWeights reference;
  private long changes;

  private PolicyModel(LoadedModel base, TrainedPart trainedPart, @Nullable Adapters adapters) {
    this(base, trainedPart, adapters, true);
  }

  private PolicyModel(
      LoadedModel base,
      TrainedPart trainedPart,
      @Nullable Adapters adapters,
      boolean withReference) {
    this.base = base;
    this.trainedPart = trainedPart;
    this.adapters = adapters;
    ModelConfig config = base.config();
    boolean masters =
        trainedPart == TrainedPart.EVERYTHING && base.options().precision() != Precision.FLOAT32;
    weights = masters ? base.readWeights(StoredType.F32) : base.readWeights();
    rounded = masters ? base.readWeights() : weights;
    int positions = base.options().contextLength() + Prefill.ROW_TOKENS;
    transformer = new Transformer(base.script(), config, positions, base.manager());
    policy = new ScriptWeights(config, rounded, adapters);
    trainedForm =
        masters ? new ScriptWeights(config, weights, null, rounded.get(TensorLayout.NORM)) : policy;
    reference =
        switch (trainedPart) {
          case NOTHING -> policy;
          case ADAPTERS -> new ScriptWeights(config, weights, null);
          case EVERYTHING ->
              withReference ? new ScriptWeights(config, base.readWeights(), null) : null;
        };
    parameters = trained();
    parameters.forEach(parameter -> parameter.value().setRequiresGradient(true));
  }

  private List<TrainedTensor> trained() {
    if (adapters != null) {
      return adapters.parameters();
    }
    List<TrainedTensor> trained = new ArrayList<>();
    if (trainedPart == TrainedPart.EVERYTHING) {
      weights.forEach((name, value) -> trained.add(new TrainedTensor(name, value)));
    }
    return trained;
  }

  /**
   * A policy that is only sampled.
   *
   * @throws ModelDirectoryException if the directory is broken, one line
   * @throws IllegalStateException if the engine cannot start, one line
   */
  public static PolicyModel frozen(Path directory, ModelOptions options) {
    return open(directory, options, base -> new PolicyModel(base, TrainedPart.NOTHING, null));
  }

  /**
   * A policy with new adapters, which change nothing yet; the frozen base is the reference.
   *
   * @param seed what the adapters are drawn from
   * @throws ModelDirectoryException if the directory is broken, one line
   * @throws IllegalStateException if the engine cannot start, one line
   */
  public static PolicyModel withNewAdapters(
      Path directory, ModelOptions options, LoraConfig lora, long seed) {
    return open(
        directory,
        options,
        base -> {
          Adapters adapters = Adapters.initial(base.config(), lora, seed, base.manager());
          return new PolicyModel(base, TrainedPart.ADAPTERS, adapters);
        });
  }

  /**
   * A policy with adapters saved before; the frozen base is the reference.
   *
   * @param adapterDirectory a directory in the layout of PEFT
   * @throws ModelDirectoryException if one of the directories is broken, one line
   * @throws IllegalStateException if the engine cannot start, one line
   */
  public static PolicyModel withAdapters(
      Path directory, ModelOptions options, Path adapterDirectory) {
    return open(
        directory,
        options,
        base -> {
          Adapters adapters =
              PeftDirectory.read(adapterDirectory, base.config(), base.transfer(), base.manager());
          return new PolicyModel(base, TrainedPart.ADAPTERS, adapters);
        });
  }

  /**
   * A policy of which all weights are trained; the reference is a second, frozen copy. Where it is
   * computed in bfloat16, the weights trained are single-precision masters: passes round them on
   * the way, so that gradients gather in single precision, and a rounded copy is scored and sampled
   * from.
   *
   * @throws ModelDirectoryException if the directory is broken, one line
   * @throws IllegalStateException if the engine cannot start, one line
   */
  public static PolicyModel fullyTrained(Path directory, ModelOptions options) {
    return fullyTrained(directory, options, true);
  }

  /**
   * The same with or without the second copy, which takes as much memory as the weights.
   *
   * @param withReference whether there is a reference
   * @throws ModelDirectoryException if the directory is broken, one line
   * @throws IllegalStateException if the engine cannot start, one line
   */
  public static PolicyModel fullyTrained(
      Path directory, ModelOptions options, boolean withReference) {
    return open(
        directory,
        options,
        base -> new PolicyModel(base, TrainedPart.EVERYTHING, null, withReference));
  }

  private static PolicyModel open(
      Path directory, ModelOptions options, Function<LoadedModel, PolicyModel> making) {
    LoadedModel base = LoadedModel.open(directory, options);
    try {
      return making.apply(base);
    } catch (RuntimeException e) {
      base.close();
      throw e;
    }
  }

  /** The form of the model. */
  public ModelConfig config() {
    return base.config();
  }

  /** How it is held. */
  public ModelOptions options() {
    return base.options();
  }

  /** The part of it that is trained. */
  public TrainedPart trainedPart() {
    return trainedPart;
  }

  /**
   * Natural-log probabilities under the policy as it is now, as [row][token]; 0 for tokens not
   * scored.
   *
   * @param temperature what logits are divided by, above 0
   */
  public float[][] logProbs(TokenBatch batch, double temperature) {
    return score(batch, temperature, policy);
  }

  /**
   * The same under the frozen reference: the policy as it was before any training.
   *
   * @throws IllegalStateException if the policy was opened without one
   */
  public float[][] referenceLogProbs(TokenBatch batch, double temperature) {
    if (reference == null) {
      throw new IllegalStateException("the policy was opened without a reference");
    }
    return score(batch, temperature, reference);
  }

  private float[][] score(TokenBatch batch, double temperature, ScriptWeights scorer) {
    VocabularyHead head = head(batch, temperature, scorer);
    if (batch.scored() == 0) {
      return batch.spread(new float[0]);
    }
    try (NDManager scope = newScope()) {
      NDArray last = transformer.trunk(batch.ids(scope), batch, scorer, false, scope);
      return batch.spread(head.logProbs(last));
    }
  }

  /**
   * A forward pass to learn from; close it.
   *
   * @param temperature what logits are divided by, above 0
   * @throws IllegalStateException if nothing is trained
   */
  public ForwardPass forward(TokenBatch batch, double temperature) {
    if (trainedPart == TrainedPart.NOTHING) {
      throw new IllegalStateException("the policy was opened frozen: nothing of it is trained");
    }
    VocabularyHead head = head(batch, temperature, trainedForm);
    ForwardPass.Memory memory =
        new ForwardPass.Memory(
            ActivationMemory.bytes(config(), options().precision(), batch)
                > options().activationBudget(),
            trainedPart == TrainedPart.EVERYTHING);
    NDManager scope = newScope();
    try {
      return new ForwardPass(transformer, trainedForm, head, batch, memory, scope);
    } catch (RuntimeException e) {
      scope.close();
      throw e;
    }
  }

  private VocabularyHead head(TokenBatch batch, double temperature, ScriptWeights scorer) {
    if (!(temperature > 0)) {
      throw new IllegalArgumentException(
          "temperature is " + temperature + ", expected a positive number");
    }
    batch.check(config().vocabularySize(), options().contextLength());
    long chunk = Math.max(1, options().logitBudget() / config().vocabularySize());
    return new VocabularyHead(
        transformer, scorer, batch, temperature, (int) Math.min(chunk, Integer.MAX_VALUE));
  }

  /** Copies what is trained to the heap, bit for bit. */
  public List<HostTensor> trainedWeights() {
    return TensorTransfer.toHost(parameters);
  }

  /**
   * Sets what is trained, bit for bit.
   *
   * @throws IllegalArgumentException if the tensors are of another model; nothing is set then
   */
  public void setTrainedWeights(List<HostTensor> tensors) {
    base.transfer().toTensors(tensors, parameters);
    weightsChanged();
  }

  /**
   * Sets the adapters to those saved, without reading the base again.
   *
   * @param directory a directory in the layout of PEFT
   * @throws ModelDirectoryException if it is broken or made for another model, one line
   * @throws IllegalArgumentException if rank, alpha or targets differ from those of the policy
   * @throws IllegalStateException if the policy has no adapters
   */
  public void loadAdapters(Path directory) {
    LoraConfig current = adapters().config();
    try (NDManager scope = newScope()) {
      Adapters loaded = PeftDirectory.read(directory, config(), base.transfer(), scope);
      if (!loaded.config().equals(current)) {
        throw new IllegalArgumentException(
            directory + " holds " + loaded.config() + ", expected " + current);
      }
      setTrainedWeights(TensorTransfer.toHost(loaded.parameters()));
    }
  }

  /**
   * Writes the adapters in the layout of PEFT.
   *
   * @param directory where; must not exist yet
   * @throws IllegalStateException if the policy has no adapters
   */
  public void saveAdapters(Path directory) {
    Adapters saved = adapters();
    FreshDirectory.create(
        directory, partial -> PeftDirectory.write(partial, saved, base.directory().path()));
  }

  private Adapters adapters() {
    if (adapters == null) {
      throw new IllegalStateException("the policy has no adapters");
    }
    return adapters;
  }

  /**
   * Writes the policy as a model of its own in the form of the base: the same files, shards and
   * types, trained weights in place, adapters merged, every other byte as it was.
   *
   * @param directory where; must not exist yet
   */
  public void save(Path directory) {
    ModelWriter.rewrite(base.directory(), directory, this::change, base.transfer());
  }

  private @Nullable NDArray change(String tensor, NDManager scope) {
    if (trainedPart == TrainedPart.EVERYTHING) {
      boolean tiedCopy = tensor.equals(TensorLayout.HEAD) && config().tiedHead();
      return weights.get(tiedCopy ? TensorLayout.EMBEDDING : tensor);
    }
    return adapters == null ? null : merged(adapters, tensor, scope);
  }

  private @Nullable NDArray merged(Adapters trained, String tensor, NDManager scope) {
    String module = tensor.replaceFirst("\\.weight$", "");
    NDArray loraA = trained.arrays().get(module + Adapters.A);
    NDArray loraB = trained.arrays().get(module + Adapters.B);
    if (loraA == null || loraB == null) {
      return null;
    }
    ModelDirectory source = base.directory();
    return base.transfer()
        .merge(
            source.shard(tensor),
            source.entry(tensor),
            loraA,
            loraB,
            trained.config().scale(),
            scope);
  }

  /** The trained tensors, in a fixed order. */
  List<TrainedTensor> parameters() {
    return parameters;
  }

  /** The policy's weights, adapters included. */
  ScriptWeights policyWeights() {
    return policy;
  }

  Transformer transformer() {
    return transformer;
  }

  TorchScript script() {
    return base.script();
  }

  TensorTransfer transfer() {
    return base.transfer();
  }

  /** A manager for tensors that live only for a while. */
  NDManager newScope() {
    return base.manager().newSubManager();
  }

  /** To be told whenever the trained tensors were updated. */
  void weightsChanged() {
    if (rounded != weights) {
      base.transfer().assignAll(rounded.values(), weights.values());
    }
    changes++;
  }

  /** How often the trained tensors were updated. */
  long changes() {
    return changes;
  }

  /** Gives pages that passes and steps have used and freed back to the system. */
  public void releaseMemory() {
    NativeHeap.giveBack();
  }

  /** Number of native arrays that the model keeps. */
  int arrayCount() {
    return base.manager().getManagedArrays().size();
  }

  @Override
  public void close() {
    policy.close();
    if (trainedForm != policy) {
      trainedForm.close();
    }
    if (reference != null && trainedPart != TrainedPart.NOTHING) {
      reference.close();
    }
    base.close();
  }
}
