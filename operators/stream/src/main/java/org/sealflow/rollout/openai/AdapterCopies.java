package org.sealflow.rollout.openai;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.WeightsDigest;

/**
 * Local copies of adapters that are published where servers cannot read them, such as an object
 * store. Each is named by its digest and appears complete or not at all, so that several instances
 * may share a directory.
 *
 * @param directory where they are; null if none are made
 */
record AdapterCopies(@Nullable Path directory) {
  private static final String PARTIAL_PREFIX = ".partial-";

  /**
   * Where an adapter can be read: a copy of it if it is not in a local file system.
   *
   * @param uri where it was published
   * @param digest of its weights
   * @return a URI or a path
   * @throws UncheckedIOException one line, if it cannot be copied or is not what was published
   */
  String local(String uri, String digest) {
    org.apache.flink.core.fs.Path source = new org.apache.flink.core.fs.Path(uri);
    String scheme = source.toUri().getScheme();
    if (directory == null || scheme == null || scheme.equals("file")) {
      return uri;
    }
    Path target = directory.resolve(digest);
    try {
      if (!Files.isDirectory(target)) {
        copy(source, digest, target);
      }
      return target.toAbsolutePath().toString();
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "the adapter " + uri + " cannot be copied to " + directory + ": " + failed.getMessage(),
          failed);
    }
  }

  private void copy(org.apache.flink.core.fs.Path source, String digest, Path target)
      throws IOException {
    FileSystem files = source.getFileSystem();
    Path parent = Files.createDirectories(target.toAbsolutePath().getParent());
    Path partial = Files.createTempDirectory(parent, PARTIAL_PREFIX);
    try {
      for (FileStatus file : files.listStatus(source)) {
        try (InputStream content = files.open(file.getPath())) {
          Files.copy(content, partial.resolve(file.getPath().getName()));
        }
      }
      String found = WeightsDigest.of(partial);
      if (!found.equals(digest)) {
        throw new IOException("its weights have the SHA-256 " + found + ", expected " + digest);
      }
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failed) {
      delete(partial);
      // Another instance may have been faster.
      if (!Files.isDirectory(target)) {
        throw failed;
      }
    }
  }

  /** Deletes a copy that no server is to be given any more; whoever still wants it copies again. */
  void forget(String digest) throws IOException {
    if (directory != null) {
      delete(directory.resolve(digest));
    }
  }

  private static void delete(Path copy) throws IOException {
    if (!Files.isDirectory(copy)) {
      return;
    }
    try (Stream<Path> listed = Files.list(copy)) {
      List<Path> files = listed.toList();
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(copy);
  }
}
