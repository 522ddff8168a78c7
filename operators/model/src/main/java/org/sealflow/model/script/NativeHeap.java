package org.sealflow.model.script;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the memory of the engine from growing over steps. Rows of episodes have many lengths, so
 * tensors of a step seldom fit where those of the one before were. On systems without the functions
 * that this takes, memory is as the system's allocator leaves it.
 */
public final class NativeHeap {
  /**
   * Holds how many maps oneDNN keeps prepared (its documentation, "Primitive Cache"). It prepares a
   * linear map anew for every number of rows and would keep the last 1,024, few of which are ever
   * used again, scattered among the tensors.
   */
  static final String PREPARED_MAPS = "ONEDNN_PRIMITIVE_CACHE_CAPACITY";

  /** A training step of one number of rows takes some twenty. */
  private static final int MAPS = 64;

  private NativeHeap() {}

  /**
   * Bounds what oneDNN keeps, unless the environment already does; it looks there once, when it
   * prepares its first map.
   */
  static void boundPreparedMaps() {
    Function setenv = function("setenv");
    if (setenv != null) {
      setenv.invokeInt(new Object[] {PREPARED_MAPS, String.valueOf(MAPS), 0});
    }
  }

  /** Gives pages that hold nothing any more back to the system (glibc, malloc_trim(3)). */
  public static void giveBack() {
    Function trim = function("malloc_trim");
    if (trim != null) {
      trim.invokeInt(new Object[] {0L});
    }
  }

  private static @Nullable Function function(String name) {
    try {
      return NativeLibrary.getProcess().getFunction(name);
    } catch (LinkageError absent) {
      return null;
    }
  }
}
