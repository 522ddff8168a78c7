package org.sealflow.learn.engine;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/**
 * Checks where the engine's classes come from. A native library belongs to the class loader that
 * loaded it first, for the life of the JVM: from the job's own jar the engine starts once and never
 * again after a failover in the same TaskManager.
 */
public final class EngineOnClassPath {
  /** A class of each of its jars, in the order in which they are needed. */
  private static final List<String> PARTS =
      List.of("ai.djl.engine.Engine", "ai.djl.pytorch.engine.PtEngine", "com.sun.jna.Native");

  private static final String REMEDY =
      "put the jars of ai.djl and com.sun.jna into Flink's lib/ and leave them out of the job's";

  private EngineOnClassPath() {}

  /**
   * Refuses an engine that could not be started again.
   *
   * @param code loader of the code that uses the engine
   * @throws IllegalStateException one line, where a part of the engine is absent or loaded from the
   *     job's jar
   */
  public static void require(ClassLoader code) {
    List<@Nullable ClassLoader> loaders = new ArrayList<>();
    for (String part : PARTS) {
      loaders.add(loader(part, code));
    }
    for (int i = 0; i < loaders.size(); i++) {
      ClassLoader loader = loaders.get(i);
      if (!isSelfOrAncestor(loader, FileSystem.class.getClassLoader())) {
        throw new IllegalStateException(
            "the learner's engine ("
                + PARTS.get(i)
                + ") is loaded from the job's jar by "
                + loader
                + ": "
                + REMEDY);
      }
    }
  }

  private static @Nullable ClassLoader loader(String part, ClassLoader code) {
    try {
      return Class.forName(part, false, code).getClassLoader();
    } catch (ClassNotFoundException absent) {
      throw new IllegalStateException(
          "the learner's engine (" + part + ") is not on the class path: " + REMEDY, absent);
    }
  }

  private static boolean isSelfOrAncestor(
      @Nullable ClassLoader candidate, @Nullable ClassLoader loader) {
    for (ClassLoader at = loader; at != null; at = at.getParent()) {
      if (at == candidate) {
        return true;
      }
    }
    return candidate == null;
  }
}
