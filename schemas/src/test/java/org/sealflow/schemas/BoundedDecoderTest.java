package org.sealflow.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;

class BoundedDecoderTest {
  /** Writes with Avro's own encoder. */
  private interface Writing {
    void to(BinaryEncoder encoder) throws IOException;
  }

  @Test
  void numbersOfAnySizeAreReadBack() throws IOException {
    long[] numbers = {
      0,
      1,
      -1,
      63,
      64,
      -64,
      -65,
      8191,
      8192,
      Integer.MAX_VALUE,
      Integer.MIN_VALUE,
      Long.MAX_VALUE,
      Long.MIN_VALUE,
      1L << 62,
      -(1L << 35)
    };
    for (long number : numbers) {
      assertThat(reading(encoder -> encoder.writeLong(number)).readLong()).isEqualTo(number);
    }
    for (int number : new int[] {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThat(reading(encoder -> encoder.writeInt(number)).readInt()).isEqualTo(number);
    }
  }

  @Test
  void realNumbersAreReadBackBitForBit() throws IOException {
    for (double number : new double[] {0, -0.0, 0.1, Double.MIN_VALUE, Double.NaN, 1 / 0.0}) {
      BoundedDecoder decoder =
          reading(
              encoder -> {
                encoder.writeDouble(number);
                encoder.writeFloat((float) number);
              });
      assertThat(Double.doubleToLongBits(decoder.readDouble()))
          .isEqualTo(Double.doubleToLongBits(number));
      assertThat(Float.floatToIntBits(decoder.readFloat()))
          .isEqualTo(Float.floatToIntBits((float) number));
      assertThat(decoder.remaining()).isZero();
    }
  }

  @Test
  void textsAndBytesAreReadBack() throws IOException {
    BoundedDecoder decoder =
        reading(
            encoder -> {
              encoder.writeString("");
              encoder.writeString("Größe 😀");
              encoder.writeBytes(new byte[] {0, -1});
              encoder.writeBoolean(true);
              encoder.writeBoolean(false);
            });

    assertThat(decoder.readString()).isEmpty();
    assertThat(decoder.readString(null).toString()).isEqualTo("Größe 😀");
    assertThat(decoder.readBytes(null)).isEqualTo(ByteBuffer.wrap(new byte[] {0, -1}));
    assertThat(decoder.readBoolean()).isTrue();
    assertThat(decoder.readBoolean()).isFalse();
    assertThat(decoder.remaining()).isZero();
  }

  @Test
  void whatIsSkippedIsNotRead() throws IOException {
    BoundedDecoder decoder =
        reading(
            encoder -> {
              encoder.writeString("abc");
              encoder.writeBytes(new byte[5]);
              encoder.writeFixed(new byte[3]);
              encoder.writeInt(42);
            });

    decoder.skipString();
    decoder.skipBytes();
    decoder.skipFixed(3);

    assertThat(decoder.readInt()).isEqualTo(42);
  }

  @Test
  void aBlockWithItsSizeIsReadAndSkipped() throws IOException {
    // Two items in a block of two bytes, then the end of the array, then 7.
    byte[] input = {3, 4, 10, 12, 0, 14};
    BoundedDecoder reader = reading(input);
    assertThat(reader.readArrayStart()).isEqualTo(2);
    assertThat(reader.readInt() + reader.readInt()).isEqualTo(11);
    assertThat(reader.arrayNext()).isZero();
    assertThat(reader.readInt()).isEqualTo(7);

    BoundedDecoder skipper = reading(input);
    assertThat(skipper.skipArray()).isZero();
    assertThat(skipper.readInt()).isEqualTo(7);
    assertThat(reading(input).skipMap()).isZero();
    assertThat(reading(new byte[] {4, 10, 12}).skipArray()).isEqualTo(2);
  }

  @Test
  void moreItemsThanBytesAreNotBelieved() {
    assertThatThrownBy(() -> reading(encoder -> encoder.writeLong(5)).readArrayStart())
        .isInstanceOf(EOFException.class)
        .hasMessage("5 items claimed before byte 1, where 0 bytes are left");
    assertThatThrownBy(() -> reading(encoder -> encoder.writeLong(5)).readMapStart())
        .isInstanceOf(EOFException.class);
    assertThatThrownBy(
            () ->
                reading(
                        encoder -> {
                          encoder.writeLong(Long.MIN_VALUE);
                          encoder.writeLong(1);
                        })
                    .arrayNext())
        .isInstanceOf(EOFException.class);
  }

  @Test
  void negativeLengthsAreNotBelieved() {
    assertThatThrownBy(() -> reading(encoder -> encoder.writeLong(-2)).readString())
        .isInstanceOf(EOFException.class)
        .hasMessage("-2 bytes claimed before byte 1, where 0 bytes are left");
    assertThatThrownBy(() -> reading(encoder -> encoder.writeLong(-2)).readBytes(null))
        .isInstanceOf(EOFException.class);
  }

  @Test
  void numbersThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> reading(encoder -> encoder.writeLong(1L << 31)).readInt())
        .isInstanceOf(IOException.class)
        .hasMessage("an int of 2147483648 before byte 5");
    byte[] endless = new byte[11];
    Arrays.fill(endless, (byte) 0xFF);
    assertThatThrownBy(() -> reading(endless).readLong())
        .isInstanceOf(IOException.class)
        .hasMessage("a number of more than 10 bytes before byte 10");
  }

  @Test
  void theEndIsNamedWhereItIsHit() {
    assertThatThrownBy(() -> reading(new byte[3]).readDouble())
        .isInstanceOf(EOFException.class)
        .hasMessage("a double of 8 bytes at byte 0, where 3 are left");
  }

  private static BoundedDecoder reading(Writing writing) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(output, null);
    writing.to(encoder);
    encoder.flush();
    return reading(output.toByteArray());
  }

  private static BoundedDecoder reading(byte[] input) {
    BoundedDecoder decoder = new BoundedDecoder();
    decoder.reset(input, 0);
    return decoder;
  }
}
