package org.sealflow.learn.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.algorithm.WeightingState;
import org.sealflow.model.Snapshot;
import org.sealflow.model.file.HostTensor;
import org.sealflow.schemas.Tag;

class LearnerStateCodecTest {
  private static LearnerState state() {
    return state(KeptSnapshot.of(snapshot()));
  }

  private static Snapshot snapshot() {
    float[] odd = {Float.MIN_VALUE, -0f, 1f / 3, Float.MAX_VALUE, 1e-38f};
    List<HostTensor> tensors = List.of(new HostTensor("a", List.of(5L), odd));
    return new Snapshot(28, tensors, tensors, tensors);
  }

  private static LearnerState state(KeptSnapshot model) {
    LearnerSettings settings = LearnerSettings.sealFaithful();
    WeightingState weighting =
        WeightingState.start(settings.weighting().tags())
            .observe("base", List.of(Tag.PASS, Tag.STATE_MISMATCH), 1)
            .observe("miss_func", List.of(Tag.SPURIOUS_TOOL_CALL), 0.1)
            .advance(0, settings.weighting().tags(), settings.weighting().scale());
    return new LearnerState(7, weighting, model);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 1 << 20})
  void aStateSurvivesBitForBitWhateverTheChunks(int chunkBytes) {
    List<byte[]> chunks = LearnerStateCodec.encode(state(), chunkBytes);

    assertThat(chunks).allMatch(chunk -> chunk.length <= chunkBytes);
    assertThat(LearnerStateCodec.decode(chunks)).isEqualTo(state());
  }

  @Test
  void aStateThatNamesAFileSurvives() {
    LearnerState state =
        state(KeptSnapshot.of(new StoredSnapshot("s3://bucket/a.safetensors", "ab".repeat(32), 9)));

    assertThat(LearnerStateCodec.decode(LearnerStateCodec.encode(state, 64))).isEqualTo(state);
  }

  /** Format 1 went from the weights of tags to the model without a byte between them. */
  @Test
  void theFirstFormatIsStillRead() throws IOException {
    byte[] bytes = LearnerStateCodec.encode(state(), 1 << 20).get(0);
    ByteArrayOutputStream model = new ByteArrayOutputStream();
    snapshot().writeTo(model);
    ByteArrayOutputStream first = new ByteArrayOutputStream();
    first.writeBytes(new byte[] {0, 0, 0, 1});
    first.write(bytes, 4, bytes.length - model.size() - 5);
    model.writeTo(first);

    assertThat(LearnerStateCodec.decode(List.of(first.toByteArray()))).isEqualTo(state());
  }

  @Test
  void whatBreaksOffIsRefused() {
    List<byte[]> chunks = LearnerStateCodec.encode(state(), 1 << 20);
    byte[] half = Arrays.copyOf(chunks.get(0), 40);

    assertThatThrownBy(() -> LearnerStateCodec.decode(List.of(half)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("breaks off");
  }

  @Test
  void anotherFormatIsRefused() {
    assertThatThrownBy(() -> LearnerStateCodec.decode(List.of(new byte[] {0, 0, 0, 9})))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("format 9, expected 1");
  }
}
