package org.sealflow.learn.weights;

import java.io.BufferedInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.sealflow.model.Snapshot;
import org.sealflow.schemas.digest.Sha256;

/**
 * Snapshots too large for a checkpoint: a safetensors file for each content, named by its digest,
 * which appears complete or not at all and never changes. One thread uses it.
 */
public final class SnapshotStore {
  private static final String SUFFIX = ".safetensors";

  private final Path root;
  private final FileSystem files;
  private final java.nio.file.Path scratch;

  /**
   * Keeps snapshots in a directory, of which nothing else makes use.
   *
   * @param root the directory, of any file system Flink knows
   * @param scratch a local directory for what is being written or read
   * @throws IOException if the file system cannot be reached
   */
  public SnapshotStore(Path root, java.nio.file.Path scratch) throws IOException {
    this.files = root.getFileSystem();
    this.root = root.makeQualified(files);
    this.scratch = scratch;
  }

  /** Deletes what was left half written; nobody else may be writing. */
  public void clean() throws IOException {
    FileUpload.deletePartial(files, root);
  }

  /**
   * Writes a snapshot; durable when this returns.
   *
   * @param created takes the file, unless it was there before
   */
  public StoredSnapshot store(Snapshot snapshot, Consumer<StoredSnapshot> created)
      throws IOException {
    java.nio.file.Path local = temporary();
    try {
      MessageDigest digest = Sha256.start();
      try (OutputStream output = new DigestOutputStream(Files.newOutputStream(local), digest)) {
        snapshot.writeTo(output);
      }
      String name = HexFormat.of().formatHex(digest.digest());
      Path target = new Path(root, name + SUFFIX);
      StoredSnapshot stored =
          new StoredSnapshot(target.toUri().toString(), name, Files.size(local));
      boolean found = files.exists(target);
      if (!found || files.getFileStatus(target).getLen() != stored.bytes()) {
        publish(local, target);
      }
      if (!found) {
        created.accept(stored);
      }
      return stored;
    } finally {
      Files.deleteIfExists(local);
    }
  }

  private java.nio.file.Path temporary() throws IOException {
    Files.createDirectories(scratch);
    return Files.createTempFile(scratch, "snapshot", SUFFIX);
  }

  private void publish(java.nio.file.Path local, Path target) throws IOException {
    Path partial = new Path(root, FileUpload.PARTIAL_PREFIX + target.getName());
    files.mkdirs(root);
    files.delete(partial, false);
    files.delete(target, false);
    FileUpload.copy(local, files, partial);
    if (!files.rename(partial, target)) {
      throw new IOException(
          "the snapshot written to " + partial + " cannot be moved to " + target.getName());
    }
  }

  /**
   * Reads a snapshot back.
   *
   * @throws IllegalStateException one line, where the file is missing or is not what was written
   */
  public Snapshot read(StoredSnapshot stored) throws IOException {
    java.nio.file.Path local = temporary();
    try {
      String found = fetch(stored, local);
      if (!found.equals(stored.digest())) {
        throw new IllegalStateException(
            "the learner's snapshot %s has %d bytes and SHA-256 %s, expected %d bytes and %s; put"
                    .formatted(
                        stored.uri(), Files.size(local), found, stored.bytes(), stored.digest())
                + " the file back as it was, or restore from another checkpoint");
      }
      try (InputStream input = new BufferedInputStream(Files.newInputStream(local))) {
        return Snapshot.readFrom(input, stored.uri());
      }
    } finally {
      Files.deleteIfExists(local);
    }
  }

  /** Copies the file to this machine; its digest. */
  private static String fetch(StoredSnapshot stored, java.nio.file.Path local) throws IOException {
    Path file = new Path(stored.uri());
    MessageDigest digest = Sha256.start();
    try (InputStream input = new DigestInputStream(file.getFileSystem().open(file), digest);
        OutputStream output = Files.newOutputStream(local)) {
      input.transferTo(output);
    } catch (FileNotFoundException missing) {
      throw new IllegalStateException(
          "the learner's snapshot "
              + stored.uri()
              + " is missing; put the file back, or restore from another checkpoint",
          missing);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Deletes files; those that are gone already are passed over. */
  public void delete(Collection<StoredSnapshot> dropped) throws IOException {
    for (StoredSnapshot snapshot : dropped) {
      files.delete(new Path(snapshot.uri()), false);
    }
  }
}
