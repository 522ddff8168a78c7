package org.sealflow.learn;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.engine.Engine;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

class EngineOnClassPathTest {
  private static final URL ENGINE_JAR =
      Engine.class.getProtectionDomain().getCodeSource().getLocation();

  /** Looks into a job's jar first, as Flink's loader of user code does. */
  private static final class TestingJobLoader extends URLClassLoader {
    TestingJobLoader(URL jar, ClassLoader parent) {
      super(new URL[] {jar}, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("ai.djl.") && findLoadedClass(name) == null) {
        return findClass(name);
      }
      return super.loadClass(name, resolve);
    }
  }

  @Test
  void theEngineBesideFlinkIsTaken() {
    assertThatCode(() -> EngineOnClassPath.require(getClass().getClassLoader()))
        .doesNotThrowAnyException();
  }

  @Test
  void theEngineInTheJobsJarIsRefused() throws IOException {
    try (TestingJobLoader job = new TestingJobLoader(ENGINE_JAR, getClass().getClassLoader())) {
      assertThatThrownBy(() -> EngineOnClassPath.require(job))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("loaded from the job's jar")
          .hasMessageContaining("Flink's lib/");
    }
  }

  @Test
  void anAbsentEngineIsRefused() throws IOException {
    try (URLClassLoader empty =
        new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader())) {
      assertThatThrownBy(() -> EngineOnClassPath.require(empty))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("not on the class path")
          .hasMessageContaining("Flink's lib/");
    }
  }
}
