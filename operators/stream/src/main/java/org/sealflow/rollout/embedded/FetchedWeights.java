package org.sealflow.rollout.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.WeightsDigest;
import org.sealflow.schemas.PolicyUpdate;

/**
 * A version's weights as a local directory, their digest checked. Those of a local file system are
 * used where they are, others are copied until closed.
 *
 * @param directory where they are
 * @param copied whether it is a copy
 */
record FetchedWeights(Path directory, boolean copied) implements AutoCloseable {
  /**
   * Gets the weights of a version.
   *
   * @throws IOException one line, where there are none, they cannot be read, or they are not those
   *     that were published
   */
  static FetchedWeights fetch(PolicyUpdate update) throws IOException {
    String uri = update.getWeightsUri();
    if (uri == null) {
      throw new IOException("it was published without weights, as " + update.getFormat());
    }
    org.apache.flink.core.fs.Path source = new org.apache.flink.core.fs.Path(uri);
    FileSystem files = source.getFileSystem();
    boolean away = files.isDistributedFS();
    FetchedWeights weights =
        away
            ? new FetchedWeights(Files.createTempDirectory("policy-weights"), true)
            : new FetchedWeights(Path.of(source.toUri().getPath()), false);
    try {
      if (away) {
        weights.copy(source, files);
      }
      weights.check(uri, update.getWeightsDigest());
      return weights;
    } catch (IOException e) {
      weights.close();
      throw e;
    }
  }

  private void copy(org.apache.flink.core.fs.Path source, FileSystem files) throws IOException {
    for (FileStatus file : files.listStatus(source)) {
      try (InputStream content = files.open(file.getPath())) {
        Files.copy(content, directory.resolve(file.getPath().getName()));
      }
    }
  }

  private void check(String uri, @Nullable String expected) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new IOException("there is no directory " + uri);
    }
    String found = WeightsDigest.of(directory);
    if (!found.equals(expected)) {
      throw new IOException(
          "the weights in "
              + uri
              + " have the SHA-256 "
              + found
              + ", expected "
              + expected
              + ": they are not those that were published");
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> listed = Files.list(directory)) {
      return listed.sorted().toList();
    }
  }

  @Override
  public void close() throws IOException {
    if (copied) {
      for (Path file : files()) {
        Files.delete(file);
      }
      Files.delete(directory);
    }
  }
}
