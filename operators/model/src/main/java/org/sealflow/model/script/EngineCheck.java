package org.sealflow.model.script;

import ai.djl.engine.Engine;
import ai.djl.pytorch.jni.JniUtils;
import ai.djl.util.Utils;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks the engine before libtorch is loaded. The engine does not refuse another version of
 * libtorch: it ends the JVM, at load or at the first operation.
 */
public final class EngineCheck {
  /** The libtorch that the native bridge is built for. */
  public static final String LIBTORCH_VERSION = "2.7.1";

  /** The engine whose internals {@link TorchScript} calls. */
  public static final String DJL_VERSION = "0.35.1";

  /** The builds of libtorch that the native bridge exists for. */
  private static final Set<String> FLAVORS = Set.of("cpu", "cu128");

  public static final String ENGINE = "PyTorch";
  private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+\\.\\d+");

  private static final Pattern PATH_SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

  private EngineCheck() {}

  /**
   * Starts the engine, once in the life of the JVM. It looks for its parts through the thread's
   * class loader, so that is for a moment the one that sees this class, whichever thread calls.
   *
   * @throws IllegalStateException one line that names every problem
   */
  public static Engine start() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(EngineCheck.class.getClassLoader());
    try {
      require();
      NativeHeap.boundPreparedMaps();
      return Engine.getEngine(ENGINE);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /**
   * Starts the engine and says how many threads an operation of it uses, in every thread that calls
   * it from now on.
   *
   * @param threads from 1
   * @throws IllegalStateException if the engine cannot start
   */
  public static void useThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    start();
    JniUtils.setNumThreads(threads);
  }

  private static void require() {
    List<String> problems = new ArrayList<>(problems(Utils::getEnvOrSystemProperty));
    if (!Engine.getDjlVersion().equals(DJL_VERSION)) {
      problems.add(
          "the class path holds DJL "
              + Engine.getDjlVersion()
              + ", expected "
              + DJL_VERSION
              + ": use the ai.djl jars of that version");
    }
    if (!problems.isEmpty()) {
      throw new IllegalStateException(
          "the learner's engine cannot start: " + String.join("; ", problems));
    }
  }

  /**
   * The problems of the engine's settings, a line each; empty if it may be loaded.
   *
   * @param setting the value of an environment variable or system property, null if unset
   */
  public static List<String> problems(Function<String, @Nullable String> setting) {
    List<String> problems = new ArrayList<>();
    String version = setting.apply("PYTORCH_VERSION");
    if (version != null && !version.equals(LIBTORCH_VERSION)) {
      problems.add(
          "PYTORCH_VERSION is "
              + version
              + ", expected "
              + LIBTORCH_VERSION
              + ", the only libtorch the native bridge works with: unset it or install that"
              + " version");
    }
    String flavor = setting.apply("PYTORCH_FLAVOR");
    if (flavor != null && !FLAVORS.contains(flavor)) {
      problems.add("PYTORCH_FLAVOR is " + flavor + ", expected cpu or cu128");
    }
    String path = setting.apply("PYTORCH_LIBRARY_PATH");
    if (path != null) {
      checkLibrary(path, version, flavor, problems);
    }
    return problems;
  }

  private static void checkLibrary(
      String path, @Nullable String version, @Nullable String flavor, List<String> problems) {
    String library = System.mapLibraryName("torch");
    Path folder = folder(path, library);
    if (folder == null) {
      problems.add("PYTORCH_LIBRARY_PATH is " + path + ", which holds no " + library);
      return;
    }
    if (version == null) {
      problems.add("PYTORCH_LIBRARY_PATH is set, so set PYTORCH_VERSION to " + LIBTORCH_VERSION);
    }
    if (flavor == null) {
      problems.add("PYTORCH_LIBRARY_PATH is set, so set PYTORCH_FLAVOR to cpu or cu128");
    }
    String found = installedVersion(folder);
    if (found != null && !found.equals(LIBTORCH_VERSION)) {
      problems.add(
          "PYTORCH_LIBRARY_PATH is "
              + folder
              + ", which holds libtorch "
              + found
              + ", expected "
              + LIBTORCH_VERSION);
    }
  }

  /** The folder that the engine takes: the first on the path that holds the library, or is it. */
  private static @Nullable Path folder(String path, String library) {
    for (String part : PATH_SEPARATOR.splitAsStream(path).toList()) {
      Path place = Path.of(part);
      if (Files.isRegularFile(place.resolve(library))) {
        return place;
      }
      if (place.endsWith(library) && Files.isRegularFile(place)) {
        return place.toAbsolutePath().getParent();
      }
    }
    return null;
  }

  /**
   * The version an installation gives: version.py of a wheel, build-version of an archive; null if
   * neither can be read.
   */
  private static @Nullable String installedVersion(Path folder) {
    Path root = folder.toAbsolutePath().normalize().getParent();
    for (String name : List.of("version.py", "build-version")) {
      Path file = root == null ? folder.resolve(name) : root.resolve(name);
      if (Files.isRegularFile(file)) {
        try {
          Matcher matcher = VERSION.matcher(Files.readString(file));
          return matcher.find() ? matcher.group() : null;
        } catch (IOException e) {
          return null;
        }
      }
    }
    return null;
  }
}
