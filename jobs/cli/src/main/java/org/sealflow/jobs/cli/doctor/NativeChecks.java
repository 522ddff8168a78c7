package org.sealflow.jobs.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.script.EngineCheck;

/** The doctor's look at the learner's native libraries, which it does not load. */
final class NativeChecks {
  private static final String LIBRARY = "libtorch";
  private static final String CACHE = "engine cache";

  /** Bytes that DJL unpacks when it first starts, with some room. */
  private static final long UNPACKED = 1L << 30;

  private static final String BRIDGE_VERSION =
      EngineCheck.LIBTORCH_VERSION + "-" + EngineCheck.DJL_VERSION;

  private NativeChecks() {}

  /**
   * All of them.
   *
   * @param code loader of the code that would use the engine
   * @param setting the value of an environment variable, null if unset
   * @param home the user's home directory
   */
  static List<MachineCheck> all(
      ClassLoader code, Function<String, @Nullable String> setting, Path home) {
    return List.of(library(code, setting), cache(setting, home));
  }

  /** The library, and the bridge to it, where the engine looks for them. */
  static MachineCheck library(ClassLoader code, Function<String, @Nullable String> setting) {
    String bridge = property(code, "jnilib/pytorch.properties", "jni_version");
    if (bridge == null || !bridge.startsWith(BRIDGE_VERSION)) {
      return MachineCheck.warn(
          LIBRARY,
          bridge == null ? "no bridge to it on the class path" : "the bridge to it is " + bridge,
          "only --learn needs it: add ai.djl.pytorch:pytorch-jni:" + BRIDGE_VERSION);
    }
    String path = setting.apply("PYTORCH_LIBRARY_PATH");
    if (path != null) {
      return MachineCheck.ok(LIBRARY, "that of PYTORCH_LIBRARY_PATH " + path);
    }
    String version = property(code, "native/lib/pytorch.properties", "version");
    if (version == null || !version.startsWith(EngineCheck.LIBTORCH_VERSION)) {
      return MachineCheck.warn(
          LIBRARY,
          version == null ? "none on the class path" : "the class path holds " + version,
          "only --learn needs it: add ai.djl.pytorch:pytorch-native-cpu:"
              + EngineCheck.LIBTORCH_VERSION
              + " of this platform, or set PYTORCH_LIBRARY_PATH");
    }
    return MachineCheck.ok(LIBRARY, version);
  }

  private static @Nullable String property(ClassLoader code, String resource, String key) {
    try (InputStream file = code.getResourceAsStream(resource)) {
      if (file == null) {
        return null;
      }
      Properties properties = new Properties();
      properties.load(file);
      return properties.getProperty(key);
    } catch (IOException unreadable) {
      return null;
    }
  }

  /** The directory into which the engine unpacks its libraries; it need not exist yet. */
  static MachineCheck cache(Function<String, @Nullable String> setting, Path home) {
    Path directory = directory(setting, home);
    Path existing = HostChecks.existing(directory);
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      return MachineCheck.warn(
          CACHE,
          directory + " cannot be written",
          "only --learn needs it: set ENGINE_CACHE_DIR to a directory that can be");
    }
    try {
      return cache(directory, Files.getFileStore(existing).getUsableSpace());
    } catch (IOException e) {
      return MachineCheck.warn(CACHE, "cannot read " + existing + ": " + e, "set ENGINE_CACHE_DIR");
    }
  }

  /** The cache with so much room for it. */
  static MachineCheck cache(Path directory, long freeBytes) {
    boolean unpacked = Files.isDirectory(directory.resolve("pytorch"));
    if (!unpacked && freeBytes < UNPACKED) {
      return MachineCheck.warn(
          CACHE,
          HostChecks.size(freeBytes) + " free for " + directory,
          "only --learn needs it: make room for " + HostChecks.size(UNPACKED));
    }
    return MachineCheck.ok(CACHE, directory + (unpacked ? ", unpacked" : ""));
  }

  private static Path directory(Function<String, @Nullable String> setting, Path home) {
    for (String name : List.of("ENGINE_CACHE_DIR", "DJL_CACHE_DIR")) {
      String value = setting.apply(name);
      if (value != null) {
        return Path.of(value);
      }
    }
    return home.resolve(".djl.ai");
  }
}
