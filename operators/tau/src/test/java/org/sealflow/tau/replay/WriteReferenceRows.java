package org.sealflow.tau.replay;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.judge.Grader;

/** Writes the reference rows of files: arguments OUTPUT TAU2-FOLDER FILE…. */
public final class WriteReferenceRows {
  private WriteReferenceRows() {}

  public static void main(String[] arguments) throws IOException {
    Replayer replayer =
        new Replayer(
            new Benchmark(Path.of(arguments[1])),
            new Grader((steps, assertions) -> assertions.stream().map(x -> true).toList(), true));
    try (Writer output = Files.newBufferedWriter(Path.of(arguments[0]))) {
      for (int i = 2; i < arguments.length; i++) {
        ReplayFiles.replay(Path.of(arguments[i]), replayer, output);
      }
    }
  }
}
