package org.sealflow.learn.weights;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.learn.TestingPolicy;
import org.sealflow.schemas.WeightsFormat;

class WeightsStoreTest {
  @TempDir Path directory;

  private TestingPolicy policy;
  private WeightsStore store;

  @BeforeEach
  void open() throws IOException {
    policy = new TestingPolicy(new TestingPolicy.Hooks());
    org.apache.flink.core.fs.Path root =
        new org.apache.flink.core.fs.Path(directory.resolve("weights").toUri());
    store = new WeightsStore(root, directory.resolve("scratch"));
  }

  private static Path file(StoredWeights weights) {
    return Path.of(URI.create(weights.uri())).resolve("model.safetensors");
  }

  @Test
  void theSameWeightsAreWrittenOnce() throws IOException {
    StoredWeights first = store.store(policy, 0);
    Files.setLastModifiedTime(file(first), FileTime.fromMillis(1000));
    StoredWeights second = store.store(policy, 1);

    assertThat(second).isEqualTo(first.ofVersion(1));
    assertThat(second.format()).isEqualTo(WeightsFormat.SAFETENSORS);
    assertThat(Files.getLastModifiedTime(file(first))).isEqualTo(FileTime.fromMillis(1000));
  }

  @Test
  void aPlainPathIsPublishedAsAUri() throws IOException {
    String plain = directory.resolve("plain").toString();
    WeightsStore plainStore =
        new WeightsStore(new org.apache.flink.core.fs.Path(plain), directory.resolve("scratch"));

    assertThat(plainStore.store(policy, 0).uri()).startsWith("file:" + plain);
  }

  @Test
  void whatWasLeftHalfWrittenIsWrittenAgain() throws IOException {
    StoredWeights whole = store.store(policy, 0);
    byte[] bytes = Files.readAllBytes(file(whole));
    Files.write(file(whole), new byte[] {1});
    Path partial = file(whole).getParent().resolveSibling(".partial-" + whole.digest());
    Files.createDirectory(partial);
    Files.write(partial.resolve("model.safetensors"), new byte[] {2});

    store.store(policy, 0);
    assertThat(file(whole)).hasBinaryContent(bytes);
    assertThat(partial).doesNotExist();
  }

  @Test
  void cleaningLeavesNothingButWholeWeights() throws IOException {
    store.clean();
    StoredWeights whole = store.store(policy, 0);
    Path partial = file(whole).getParent().resolveSibling(".partial-other");
    Files.createDirectory(partial);
    Files.write(partial.resolve("model.safetensors"), new byte[] {2});
    store.clean();

    assertThat(partial).doesNotExist();
    assertThat(file(whole)).exists();
  }

  @Test
  void nothingIsLeftInTheScratchDirectory() throws IOException {
    store.store(policy, 0);
    try (Stream<Path> left = Files.list(directory.resolve("scratch"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void weightsStillNeededByAnotherVersionStay() throws IOException {
    StoredWeights weights = store.store(policy, 0);
    store.delete(List.of(weights), List.of(weights.ofVersion(1)));
    assertThat(file(weights)).exists();

    store.delete(List.of(weights), List.of());
    assertThat(file(weights)).doesNotExist();
    store.delete(List.of(weights), List.of());
  }
}
