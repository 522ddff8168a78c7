package org.sealflow.learn.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.Snapshot;
import org.sealflow.model.file.HostTensor;

class SnapshotStoreTest {
  @TempDir Path directory;

  private final List<StoredSnapshot> created = new ArrayList<>();
  private Path root;
  private SnapshotStore store;

  @BeforeEach
  void open() throws IOException {
    root = directory.resolve("snapshots");
    store =
        new SnapshotStore(
            new org.apache.flink.core.fs.Path(root.toUri()), directory.resolve("scratch"));
  }

  private static Snapshot snapshot(long steps) {
    float[] values = {1f / 3, -0f, Float.MIN_VALUE, steps};
    List<HostTensor> tensors = List.of(new HostTensor("a", List.of(2L, 2L), values));
    return new Snapshot(steps, tensors, tensors, tensors);
  }

  private StoredSnapshot store(long steps) throws IOException {
    return store.store(snapshot(steps), created::add);
  }

  private static Path file(StoredSnapshot stored) {
    return Path.of(URI.create(stored.uri()));
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> listed = Files.list(folder)) {
      return listed.filter(file -> !file.toString().endsWith(".crc")).toList();
    }
  }

  @Test
  void whatIsReadIsWhatWasWrittenBitForBit() throws IOException {
    StoredSnapshot stored = store(7);

    assertThat(store.read(stored)).isEqualTo(snapshot(7));
    assertThat(file(stored)).hasDigest("SHA-256", stored.digest()).hasSize(stored.bytes());
    assertThat(file(stored).getFileName()).hasToString(stored.digest() + ".safetensors");
    assertThat(files(directory.resolve("scratch"))).isEmpty();
  }

  @Test
  void theSameSnapshotIsWrittenOnceAndAnotherElsewhere() throws IOException {
    StoredSnapshot first = store(1);
    Files.setLastModifiedTime(file(first), FileTime.fromMillis(1000));

    assertThat(store(1)).isEqualTo(first);
    assertThat(Files.getLastModifiedTime(file(first))).isEqualTo(FileTime.fromMillis(1000));
    assertThat(store(2).uri()).isNotEqualTo(first.uri());
  }

  @Test
  void whatWasLeftHalfWrittenIsWrittenAgain() throws IOException {
    StoredSnapshot whole = store(1);
    byte[] bytes = Files.readAllBytes(file(whole));
    Files.write(file(whole), new byte[] {1});
    Files.write(root.resolve(".partial-" + whole.digest() + ".safetensors"), new byte[] {2});

    store(1);
    assertThat(file(whole)).hasBinaryContent(bytes);
    assertThat(files(root)).containsExactly(file(whole));
  }

  @Test
  void aMissingFileIsOneLine() throws IOException {
    StoredSnapshot stored = store(1);
    Files.delete(file(stored));

    assertThatThrownBy(() -> store.read(stored))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the learner's snapshot "
                + stored.uri()
                + " is missing; put the file back, or restore from another checkpoint");
  }

  @Test
  void aChangedFileIsOneLine() throws IOException {
    StoredSnapshot stored = store(1);
    byte[] bytes = Files.readAllBytes(file(stored));
    bytes[bytes.length - 1]++;
    Files.write(file(stored), bytes);

    assertThatThrownBy(() -> store.read(stored))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the learner's snapshot " + stored.uri() + " has ")
        .hasMessageContaining(stored.digest())
        .hasMessageContaining("restore from another checkpoint")
        .message()
        .hasLineCount(1);
    assertThat(files(directory.resolve("scratch"))).isEmpty();
  }

  @Test
  void aFileThatWasThereIsNotReportedAsCreated() throws IOException {
    StoredSnapshot stored = store(1);
    assertThat(created).containsExactly(stored);

    store(1);
    Files.write(file(stored), new byte[] {1});
    store(1);
    assertThat(created).containsExactly(stored);
  }

  @Test
  void onlyWhatIsNamedIsDeletedThoughItMayBeGone() throws IOException {
    StoredSnapshot gone = store(1);
    StoredSnapshot dropped = store(2);
    StoredSnapshot other = store(3);
    Files.delete(file(gone));

    store.delete(List.of(gone, dropped));
    assertThat(files(root)).containsExactly(file(other));
  }

  @Test
  void whatWasLeftHalfWrittenIsDeletedAndNothingElse() throws IOException {
    store.clean();
    StoredSnapshot whole = store(1);
    Files.write(root.resolve(".partial-other"), new byte[] {2});
    Path other = Files.write(root.resolve("other"), new byte[] {2});

    store.clean();
    assertThat(files(root)).containsExactlyInAnyOrder(file(whole), other);
  }
}
