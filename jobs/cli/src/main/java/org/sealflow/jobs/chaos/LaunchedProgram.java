package org.sealflow.jobs.chaos;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs another class's {@code main} until the process that started this one is gone: then its
 * standard input ends. It needs nothing but the JDK on its class path.
 */
final class LaunchedProgram {
  private LaunchedProgram() {}

  /** The class to run and its arguments. */
  public static void main(String[] arguments) throws Throwable {
    Thread watch = new Thread(LaunchedProgram::endWithParent, "parent-watch");
    watch.setDaemon(true);
    watch.start();
    try {
      Class.forName(arguments[0])
          .getMethod("main", String[].class)
          .invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
    } catch (InvocationTargetException failed) {
      throw failed.getCause();
    }
  }

  private static void endWithParent() {
    try {
      while (System.in.read() >= 0) {
        // Nobody writes to it.
      }
    } catch (IOException gone) {
      // As good as its end.
    }
    Runtime.getRuntime().halt(1);
  }
}
