package org.sealflow.model.script;

import ai.djl.Device;
import ai.djl.engine.EngineException;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.IValue;
import ai.djl.pytorch.jni.JniUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Functions of a TorchScript text, compiled. The engine's public way to call them switches autograd
 * off for good ({@code InferenceMode}); the one that does not is package-private, and is reached
 * here by a method handle because the engine may live in a parent class loader.
 */
public final class TorchScript implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TorchScript.class);

  /** By device the linear maps that were found to give the right numbers there. */
  private static final Map<Device, String> SOUND_MAPS = new ConcurrentHashMap<>();

  private final PtSymbolBlock module;
  private final MethodHandle runMethod;
  private final MethodHandle newValue;

  private TorchScript(PtSymbolBlock module, MethodHandle runMethod, MethodHandle newValue) {
    this.module = module;
    this.runMethod = runMethod;
    this.newValue = newValue;
  }

  /**
   * Compiles the functions of the transformer, with the fastest linear maps that work on this
   * machine: they are looked for once for each device.
   *
   * @throws IllegalStateException if none give the right numbers
   * @throws EngineException if the functions do not compile
   */
  public static TorchScript transformer(PtNDManager manager) {
    String sound = SOUND_MAPS.get(manager.getDevice());
    if (sound != null) {
      return transformer(sound, manager);
    }
    try {
      return checkedTransformer("linear_onednn.txt", manager);
    } catch (EngineException | IllegalStateException unusable) {
      LOG.warn("slower linear maps are used: {}", unusable.getMessage());
      return checkedTransformer("linear_plain.txt", manager);
    }
  }

  private static TorchScript transformer(String maps, PtNDManager manager) {
    return compile(manager, resource("transformer.txt") + resource(maps));
  }

  private static TorchScript checkedTransformer(String maps, PtNDManager manager) {
    TorchScript script = transformer(maps, manager);
    try {
      if (LinearCheck.isSound(script, manager)) {
        SOUND_MAPS.put(manager.getDevice(), maps);
        return script;
      }
      throw new IllegalStateException(
          "libtorch "
              + EngineCheck.LIBTORCH_VERSION
              + " gives wrong numbers for the linear maps of "
              + maps
              + " on this processor; another kind of machine may do better");
    } catch (RuntimeException unusable) {
      script.close();
      throw unusable;
    }
  }

  /** A text that stands beside this class. */
  public static String resource(String name) {
    try (InputStream source = TorchScript.class.getResourceAsStream(name)) {
      if (source == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return new String(source.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Compiles a text.
   *
   * @throws ai.djl.engine.EngineException with the compiler's message where it does not compile
   */
  public static TorchScript compile(PtNDManager manager, String source) {
    try {
      InputStream archive = new ByteArrayInputStream(TorchScriptArchive.of(source));
      PtSymbolBlock module = JniUtils.loadModule(manager, archive, true, false);
      Class<?> library =
          Class.forName("ai.djl.pytorch.jni.PyTorchLibrary", true, IValue.class.getClassLoader());
      Lookup lookup = MethodHandles.privateLookupIn(library, MethodHandles.lookup());
      MethodType signature =
          MethodType.methodType(
              long.class, long.class, String.class, long[].class, boolean.class, boolean.class);
      Object instance = lookup.findStaticVarHandle(library, "LIB", library).get();
      return new TorchScript(
          module,
          lookup.findVirtual(library, "moduleRunMethod", signature).bindTo(instance),
          MethodHandles.privateLookupIn(IValue.class, MethodHandles.lookup())
              .findConstructor(IValue.class, MethodType.methodType(void.class, long.class)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "the engine is not DJL " + EngineCheck.DJL_VERSION + ": " + e.getMessage(), e);
    }
  }

  /** Prepares a call. */
  public ScriptCall call(String function) {
    return new ScriptCall(this, function);
  }

  /**
   * Runs a function.
   *
   * @param gradients whether autograd records it; the mode is the thread's, and set back after
   */
  IValue run(String function, long[] arguments, boolean gradients) {
    boolean before = JniUtils.isGradMode();
    JniUtils.setGradMode(gradients);
    JniUtils.setGraphExecutorOptimize(false);
    try {
      long result =
          (long) runMethod.invoke((long) module.getHandle(), function, arguments, true, false);
      return (IValue) newValue.invoke(result);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    } finally {
      JniUtils.setGradMode(before);
    }
  }

  @Override
  public void close() {
    module.close();
  }
}
