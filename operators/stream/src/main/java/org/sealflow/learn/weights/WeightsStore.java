package org.sealflow.learn.weights;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.sealflow.learn.TrainablePolicy;
import org.sealflow.learn.policy.WeightsDigest;
import org.sealflow.schemas.WeightsFormat;

/**
 * Published weights: a directory for each content, named by its digest, which appears complete or
 * not at all and never changes. The same weights are written once, however often they are made.
 */
public final class WeightsStore {
  private final Path root;
  private final FileSystem files;
  private final java.nio.file.Path scratch;

  /**
   * Publishes under a directory.
   *
   * @param root the directory, of any file system Flink knows
   * @param scratch a local directory for what is being written
   * @throws IOException if the file system cannot be reached
   */
  public WeightsStore(Path root, java.nio.file.Path scratch) throws IOException {
    this.files = root.getFileSystem();
    // In full: who reads the versions may be elsewhere, and begin paths somewhere else.
    this.root = root.makeQualified(files);
    this.scratch = scratch;
  }

  /** Deletes what was left half written; nobody else may be writing. */
  public void clean() throws IOException {
    FileUpload.deletePartial(files, root);
  }

  /**
   * Publishes the weights a policy has now; durable when this returns.
   *
   * @param version the version they are
   */
  public StoredWeights store(TrainablePolicy policy, long version) throws IOException {
    Files.createDirectories(scratch);
    java.nio.file.Path folder = Files.createTempDirectory(scratch, "weights");
    java.nio.file.Path local = folder.resolve("policy");
    try {
      policy.save(local);
      String digest = WeightsDigest.of(local);
      Path target = new Path(root, digest);
      if (!isComplete(target, local)) {
        publish(local, target);
      }
      return new StoredWeights(version, target.toUri().toString(), digest, policy.format());
    } finally {
      deleteFlat(local);
      Files.deleteIfExists(folder);
    }
  }

  /** Whether the directory of published weights is there. */
  public boolean holds(StoredWeights weights) throws IOException {
    Path directory = new Path(weights.uri());
    return directory.getFileSystem().exists(directory);
  }

  private static List<java.nio.file.Path> list(java.nio.file.Path directory) throws IOException {
    try (Stream<java.nio.file.Path> listed = Files.list(directory)) {
      return listed.sorted().toList();
    }
  }

  /** Where directories are not moved in one piece, one can be there and still lack files. */
  private boolean isComplete(Path target, java.nio.file.Path local) throws IOException {
    for (java.nio.file.Path file : list(local)) {
      Path copy = copyOf(file, target);
      if (!files.exists(copy) || files.getFileStatus(copy).getLen() != Files.size(file)) {
        return false;
      }
    }
    return true;
  }

  private static Path copyOf(java.nio.file.Path file, Path directory) {
    return new Path(directory, file.getFileName().toString());
  }

  private void publish(java.nio.file.Path local, Path target) throws IOException {
    Path partial = new Path(root, FileUpload.PARTIAL_PREFIX + target.getName());
    files.delete(partial, true);
    files.delete(target, true);
    files.mkdirs(partial);
    for (java.nio.file.Path file : list(local)) {
      FileUpload.copy(file, files, copyOf(file, partial));
    }
    if (!files.rename(partial, target)) {
      throw new IOException(
          "weights written to " + partial + " cannot be moved to " + target.getName());
    }
  }

  /**
   * Deletes what was published, unless the same weights are still needed.
   *
   * @param dropped what is needed no more
   * @param kept what is
   */
  public void delete(List<StoredWeights> dropped, List<StoredWeights> kept) throws IOException {
    List<String> needed = kept.stream().map(StoredWeights::uri).toList();
    for (StoredWeights weights : dropped) {
      if (weights.format() != WeightsFormat.NONE && !needed.contains(weights.uri())) {
        files.delete(new Path(weights.uri()), true);
      }
    }
  }

  private static void deleteFlat(java.nio.file.Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      for (java.nio.file.Path file : list(directory)) {
        Files.delete(file);
      }
      Files.delete(directory);
    }
  }
}
