package org.sealflow.model;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDManager;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.model.file.SafeTensorsFile;
import org.sealflow.model.file.StoredType;
import org.sealflow.model.script.EngineCheck;
import org.sealflow.model.script.TorchScript;

/**
 * The parts of a loaded model: its open directory, the engine's memory and the compiled functions.
 *
 * @param directory where the weights come from
 * @param options how they are held
 * @param manager owns all tensors of the model
 * @param script the functions
 * @param transfer moves values
 */
record LoadedModel(
    ModelDirectory directory,
    ModelOptions options,
    NDManager manager,
    TorchScript script,
    TensorTransfer transfer)
    implements AutoCloseable {
  /**
   * Opens a directory and starts the engine; no weights are read yet.
   *
   * @throws ModelDirectoryException if the directory is broken
   * @throws IllegalStateException if the engine cannot start, or the device is absent
   * @throws IllegalArgumentException if the context is longer than the model's
   */
  static LoadedModel open(Path path, ModelOptions options) {
    ModelDirectory directory = ModelDirectory.open(path);
    try {
      checkContext(directory, options);
      Device device = device(options.device(), EngineCheck.start());
      NDManager manager = NDManager.newBaseManager(device, EngineCheck.ENGINE);
      return start(directory, options, manager);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static LoadedModel start(
      ModelDirectory directory, ModelOptions options, NDManager manager) {
    try {
      TorchScript script = TorchScript.transformer((PtNDManager) manager);
      TensorTransfer transfer = new TensorTransfer(script, manager.zeros(new Shape(1)));
      return new LoadedModel(directory, options, manager, script, transfer);
    } catch (RuntimeException e) {
      manager.close();
      throw e;
    }
  }

  private static void checkContext(ModelDirectory directory, ModelOptions options) {
    int longest = directory.config().rotary().maximumPositions();
    if (options.contextLength() > longest) {
      throw new IllegalArgumentException(
          "contextLength is "
              + options.contextLength()
              + ", expected at most "
              + longest
              + ", the max_position_embeddings of "
              + directory.path());
    }
  }

  private static Device device(String name, Engine engine) {
    if (name.equals("cpu")) {
      return Device.cpu();
    }
    int number = Integer.parseInt(name.substring("gpu".length()));
    int present = engine.getGpuCount();
    if (number >= present) {
      throw new IllegalStateException(
          "device is "
              + name
              + ", but the engine sees "
              + present
              + " GPUs: use cpu, or a libtorch of flavor cu128");
    }
    return Device.gpu(number);
  }

  /** The form of the model. */
  ModelConfig config() {
    return directory.config();
  }

  /** Reads all weights in the type that they are computed in, each time anew. */
  Map<String, NDArray> readWeights() {
    return readWeights(options.precision().type());
  }

  /** Reads all weights in a type, each time anew. */
  Map<String, NDArray> readWeights(StoredType type) {
    Map<String, NDArray> weights = new LinkedHashMap<>();
    for (String name : TensorLayout.of(config()).keySet()) {
      SafeTensorsFile shard = directory.shard(name);
      weights.put(name, transfer.load(shard, directory.entry(name), type, manager));
    }
    return weights;
  }

  @Override
  public void close() {
    script.close();
    manager.close();
    directory.close();
  }
}
