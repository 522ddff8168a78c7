package org.sealflow.learn;

import org.apache.flink.core.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/**
 * Where the engine's classes come from. A native library belongs to the class loader that loaded it
 * first, for the life of the JVM: from the job's own jar the engine starts once and never again
 * after a failover in the same TaskManager.
 */
public final class EngineOnClassPath {
  private static final String ENGINE = "ai.djl.engine.Engine";
  private static final String REMEDY =
      "put the jars of ai.djl and com.sun.jna into Flink's lib/ and leave them out of the job's";

  private EngineOnClassPath() {}

  /**
   * Refuses an engine that could not be started again.
   *
   * @param code loader of the code that uses the engine
   * @throws IllegalStateException one line, where the engine is absent or loaded from the job's jar
   */
  public static void require(ClassLoader code) {
    ClassLoader engine = engineLoader(code);
    if (!isSelfOrAncestor(engine, FileSystem.class.getClassLoader())) {
      throw new IllegalStateException(
          "the learner's engine is loaded from the job's jar by " + engine + ": " + REMEDY);
    }
  }

  private static @Nullable ClassLoader engineLoader(ClassLoader code) {
    try {
      return Class.forName(ENGINE, false, code).getClassLoader();
    } catch (ClassNotFoundException absent) {
      throw new IllegalStateException(
          "the learner's engine (" + ENGINE + ") is not on the class path: " + REMEDY, absent);
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
