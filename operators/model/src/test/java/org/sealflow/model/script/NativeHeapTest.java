package org.sealflow.model.script;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.sealflow.model.MemoryTest;

@EnabledOnOs(OS.LINUX)
final class NativeHeapTest {
  private @Nullable String before;

  /** The environment variable as native code sees it; Java read its own copy at the start. */
  private static @Nullable String preparedMaps() {
    return NativeLibrary.getProcess()
        .getFunction("getenv")
        .invokeString(new Object[] {NativeHeap.PREPARED_MAPS}, false);
  }

  private static void setPreparedMaps(@Nullable String value) {
    NativeLibrary process = NativeLibrary.getProcess();
    if (value == null) {
      process.getFunction("unsetenv").invokeInt(new Object[] {NativeHeap.PREPARED_MAPS});
    } else {
      process.getFunction("setenv").invokeInt(new Object[] {NativeHeap.PREPARED_MAPS, value, 1});
    }
  }

  @BeforeEach
  void remember() {
    before = preparedMaps();
  }

  @AfterEach
  void restore() {
    setPreparedMaps(before);
  }

  @Test
  void theEngineStartsWithABoundOnPreparedMaps() {
    setPreparedMaps(null);
    EngineCheck.start();
    assertThat(preparedMaps()).isEqualTo("64");
  }

  @Test
  void aBoundThatIsSetStays() {
    setPreparedMaps("1024");
    EngineCheck.start();
    assertThat(preparedMaps()).isEqualTo("1024");
  }

  /** Tensors between which others stay: without being asked for, no such page is given back. */
  @Test
  void freedPagesBetweenUsedOnesAreGivenBack() throws IOException {
    EngineCheck.start();
    try (NDManager manager = NDManager.newBaseManager(EngineCheck.ENGINE)) {
      List<NDArray> freed = new ArrayList<>();
      for (int i = 0; i < 1600; i++) {
        freed.add(manager.ones(new Shape(16_384)));
        manager.ones(new Shape(64));
      }
      freed.forEach(NDArray::close);
      long before = MemoryTest.residentKilobytes();
      NativeHeap.giveBack();
      assertThat(before - MemoryTest.residentKilobytes()).isGreaterThan(50_000);
    }
  }
}
