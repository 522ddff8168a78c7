package org.sealflow.learn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.engine.Engine;
import ai.djl.pytorch.engine.PtEngine;
import com.sun.jna.Native;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.util.ChildFirstClassLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.learn.ModelPolicyFactory;
import org.sealflow.learn.TestingEngineUse;
import org.sealflow.learn.TestingModel;

class EngineOnClassPathTest {
  @TempDir private Path folder;

  private static URL placeOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  /** Flink's own loader of user code, of a job's jar that holds what these classes came from. */
  private URLClassLoader job(Class<?>... content) {
    return new ChildFirstClassLoader(
        Arrays.stream(content).map(EngineOnClassPathTest::placeOf).toArray(URL[]::new),
        getClass().getClassLoader(),
        CoreOptions.getParentFirstLoaderPatterns(new Configuration()),
        unexpected -> {});
  }

  /** Trains in a job whose jar holds our classes and some more. */
  private static String train(Path model, URLClassLoader job) throws Exception {
    Class<?> use = job.loadClass(TestingEngineUse.class.getName());
    assertThat(use.getClassLoader()).isSameAs(job);
    try {
      return (String) ((Callable<?>) use.getConstructor(Path.class).newInstance(model)).call();
    } catch (InvocationTargetException wrapped) {
      throw new IllegalStateException(wrapped);
    }
  }

  @Test
  void aModelOpensAgainAfterAFailoverInTheSameTaskManager() throws Exception {
    Path model = TestingModel.write(folder);
    String expected = new TestingEngineUse(model).call();
    for (int attempt = 0; attempt < 3; attempt++) {
      try (URLClassLoader job = job(ModelPolicyFactory.class, TestingEngineUse.class)) {
        assertThat(train(model, job)).isEqualTo(expected);
      }
    }
  }

  @Test
  void noModelOpensWithTheEngineOfTheJobsJar() throws Exception {
    Path model = TestingModel.write(folder);
    try (URLClassLoader job =
        job(ModelPolicyFactory.class, TestingEngineUse.class, Engine.class, PtEngine.class)) {
      assertThatThrownBy(() -> train(model, job))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("the learner's engine (ai.djl.engine.Engine) is loaded from")
          .hasMessageEndingWith(
              "put the jars of ai.djl and com.sun.jna into Flink's lib/ and leave them out of the"
                  + " job's");
    }
  }

  @Test
  void theEngineBesideFlinkIsTaken() {
    assertThatCode(() -> EngineOnClassPath.require(getClass().getClassLoader()))
        .doesNotThrowAnyException();
  }

  /** Any one of its parts in the job's jar is one too many. */
  @ParameterizedTest
  @ValueSource(classes = {Engine.class, PtEngine.class, Native.class})
  void aPartOfTheEngineInTheJobsJarIsRefused(Class<?> part) throws IOException {
    try (URLClassLoader job = job(part)) {
      assertThatThrownBy(() -> EngineOnClassPath.require(job))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("(" + part.getName() + ") is loaded from the job's jar")
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

  @Test
  void anEngineWithoutItsNativeBridgeIsRefused() throws IOException {
    URL[] apiOnly = Stream.of(Engine.class).map(EngineOnClassPathTest::placeOf).toArray(URL[]::new);
    try (URLClassLoader lib = new URLClassLoader(apiOnly, ClassLoader.getPlatformClassLoader())) {
      assertThatThrownBy(() -> EngineOnClassPath.require(lib))
          .hasMessageContaining("(" + PtEngine.class.getName() + ") is not on the class path");
    }
  }
}
