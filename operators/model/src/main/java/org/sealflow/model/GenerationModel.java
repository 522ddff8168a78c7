package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.model.file.StoredType;

/**
 * A model directory held to be sampled alone: its weights once, and any number of others that stand
 * on them or in their place. One thread at a time; owns native memory until closed.
 */
public final class GenerationModel implements AutoCloseable {
  private final LoadedModel loaded;
  private final Map<String, NDArray> arrays;
  private final GenerationWeights.Base base;

  private GenerationModel(LoadedModel loaded) {
    this.loaded = loaded;
    arrays = loaded.readWeights();
    ModelOptions options = loaded.options();
    Transformer transformer =
        new Transformer(
            loaded.script(), loaded.config(), options.contextLength(), loaded.manager());
    base =
        new GenerationWeights.Base(
            loaded.config(),
            options,
            loaded.script(),
            loaded.transfer(),
            transformer,
            loaded.manager());
  }

  /**
   * Opens a directory.
   *
   * @throws ModelDirectoryException if it is broken, one line
   * @throws IllegalArgumentException if the context is longer than the model's
   * @throws IllegalStateException if the engine cannot start, one line
   */
  public static GenerationModel open(Path directory, ModelOptions options) {
    LoadedModel loaded = LoadedModel.open(directory, options);
    try {
      return new GenerationModel(loaded);
    } catch (RuntimeException e) {
      loaded.close();
      throw e;
    }
  }

  /** The form of the model. */
  public ModelConfig config() {
    return loaded.config();
  }

  /** The weights of the directory; close them before the model. */
  public GenerationWeights weights() {
    return weights(arrays, null, loaded.manager().newSubManager());
  }

  /**
   * The weights of the directory with adapters; close them before the model.
   *
   * @param adapterDirectory a directory in the layout of PEFT
   * @throws ModelDirectoryException if it is broken or made for another model, one line
   */
  public GenerationWeights withAdapters(Path adapterDirectory) {
    NDManager owned = loaded.manager().newSubManager();
    try {
      Adapters adapters =
          PeftDirectory.read(adapterDirectory, loaded.config(), loaded.transfer(), owned);
      return weights(arrays, adapters, owned);
    } catch (RuntimeException e) {
      owned.close();
      throw e;
    }
  }

  /**
   * Weights of another directory in the form of this one; close them before the model.
   *
   * @throws ModelDirectoryException if it is broken or of another model, one line
   */
  public GenerationWeights replacedBy(Path modelDirectory) {
    NDManager owned = loaded.manager().newSubManager();
    try (ModelDirectory other = ModelDirectory.open(modelDirectory)) {
      if (!other.config().equals(loaded.config())) {
        throw new ModelDirectoryException(
            modelDirectory
                + " holds "
                + other.config()
                + ", expected the form of "
                + loaded.directory().path()
                + ", "
                + loaded.config());
      }
      return weights(read(other, owned), null, owned);
    } catch (RuntimeException e) {
      owned.close();
      throw e;
    }
  }

  private Map<String, NDArray> read(ModelDirectory other, NDManager owned) {
    StoredType type = loaded.options().precision().type();
    Map<String, NDArray> read = new LinkedHashMap<>();
    for (String name : TensorLayout.of(other.config()).keySet()) {
      read.put(name, loaded.transfer().load(other.shard(name), other.entry(name), type, owned));
    }
    return read;
  }

  private GenerationWeights weights(
      Map<String, NDArray> weights, @Nullable Adapters adapters, NDManager owned) {
    return GenerationWeights.fixed(
        base, new ScriptWeights(loaded.config(), weights, adapters), owned);
  }

  @Override
  public void close() {
    loaded.close();
  }
}
