package org.sealflow.model.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SafeTensorsTest {
  private static final List<HostTensor> TENSORS =
      List.of(
          new HostTensor(
              "b", List.of(2L, 3L), new float[] {1, -0f, Float.NaN, Float.MIN_VALUE, 5, 6}),
          new HostTensor("a", List.of(), new float[] {Float.NEGATIVE_INFINITY}),
          new HostTensor("none", List.of(0L, 4L), new float[0]),
          new HostTensor("large", List.of(40_000L), ramp()));

  @TempDir private Path folder;

  @Test
  void whatIsWrittenReadsBackBitForBit() throws IOException {
    byte[] bytes = write(Map.of("k", "v", "format", "pt"));
    SafeTensors.Content content = SafeTensors.read(new ByteArrayInputStream(bytes), "test");
    assertThat(content.tensors()).containsExactlyInAnyOrderElementsOf(TENSORS);
    assertThat(content.metadata()).containsOnly(Map.entry("k", "v"), Map.entry("format", "pt"));
  }

  @Test
  void readingStopsAfterTheLastValue() throws IOException {
    byte[] bytes = write(Map.of());
    ByteArrayInputStream stream = new ByteArrayInputStream(Arrays.copyOf(bytes, bytes.length + 3));
    SafeTensors.read(stream, "test");
    assertThat(stream.available()).isEqualTo(3);
  }

  /** The format: header length, JSON padded to eight bytes, little-endian values. */
  @Test
  void theBytesAreThoseOfTheFormat() throws IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    HostTensor tensor = new HostTensor("w", List.of(1L, 2L), new float[] {1, -2});
    SafeTensors.write(stream, List.of(tensor), Map.of());
    ByteBuffer bytes = ByteBuffer.wrap(stream.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    int length = (int) bytes.getLong();
    assertThat(length % 8).isZero();
    assertThat(new String(stream.toByteArray(), 8, length, StandardCharsets.UTF_8).strip())
        .isEqualTo(
            "{\"__metadata__\":{},\"w\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[0,8]}}");
    assertThat(bytes.getFloat(8 + length)).isEqualTo(1);
    assertThat(bytes.getFloat(12 + length)).isEqualTo(-2);
    assertThat(bytes.capacity()).isEqualTo(16 + length);
  }

  @Test
  void theSameContentIsAlwaysTheSameBytes() throws IOException {
    assertThat(write(Map.of("b", "1", "a", "2", "c", "3")))
        .isEqualTo(write(Map.of("c", "3", "a", "2", "b", "1")));
  }

  @Test
  void aFileGivesAnyPieceOfATensor() throws IOException {
    Path file = folder.resolve("x.safetensors");
    Files.write(file, write(Map.of()));
    try (SafeTensorsFile open = SafeTensorsFile.open(file)) {
      TensorEntry entry = open.entries().get("b");
      ByteBuffer piece = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      open.read(entry, 16, piece);
      assertThat(piece.getFloat()).isEqualTo(5);
      assertThat(piece.getFloat()).isEqualTo(6);
      assertThat(open.entries().keySet()).containsExactlyInAnyOrder("b", "a", "none", "large");
      assertThat(entry.size()).isEqualTo(6);
    }
  }

  @Test
  void bytesThatAreNoTensorsAreRefusedInOneLine() throws IOException {
    assertRefused(Arrays.copyOf(write(Map.of()), 90_000), "test breaks off: write it again");
    assertRefused(new byte[3], "test breaks off: write it again");
    assertRefused(
        new byte[] {-1, -1, -1, -1, -1, -1, -1, 1},
        "test is no safetensors file: its header is too long");
    assertRefused(header("{\"w\": 3}"), "test: w is no object");
    assertRefused(
        header("{\"w\": {\"dtype\": \"F32\", \"shape\": [1]}}"),
        "test: tensor w lacks dtype, shape or data_offsets");
    assertRefused(
        header("{\"w\": {\"dtype\": \"BF16\", \"shape\": [1], \"data_offsets\": [0, 2]}}"),
        "test: tensor w is stored as BF16, expected F32");
    assertRefused(
        header("{\"w\": {\"dtype\": \"F32\", \"shape\": [-1], \"data_offsets\": [0, 4]}}"),
        "test: tensor w lacks dtype, shape or data_offsets");
  }

  private static void assertRefused(byte[] bytes, String message) {
    assertThatThrownBy(() -> SafeTensors.read(new ByteArrayInputStream(bytes), "test"))
        .isInstanceOf(ModelDirectoryException.class)
        .hasMessage(message);
  }

  private static byte[] header(String json) {
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + text.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(text.length)
        .put(text)
        .array();
  }

  private static byte[] write(Map<String, String> metadata) throws IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    SafeTensors.write(stream, TENSORS, metadata);
    return stream.toByteArray();
  }

  private static float[] ramp() {
    float[] values = new float[40_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = i / 7f;
    }
    return values;
  }
}
