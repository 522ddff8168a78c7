package org.sealflow.schemas;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.avro.io.Encoder;
import org.apache.avro.util.Utf8;

/**
 * Writes Avro's binary encoding into an array that grows: Avro's own encoder writes into a buffer,
 * which it copies into a stream, which is copied into the message.
 */
final class MessageEncoder extends Encoder {
  private static final int MAX_NUMBER_BYTES = 10;

  private byte[] bytes = new byte[1024];
  private int length;

  /** Starts over with a header. */
  void reset(byte[] header) {
    length = 0;
    writeFixed(header, 0, header.length);
  }

  /** A copy of what was written. */
  byte[] message() {
    return Arrays.copyOf(bytes, length);
  }

  private void reserve(int more) {
    int needed = Math.addExact(length, more);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
    }
  }

  @Override
  public void flush() {}

  @Override
  public void writeNull() {}

  @Override
  public void writeBoolean(boolean value) {
    reserve(1);
    bytes[length++] = (byte) (value ? 1 : 0);
  }

  @Override
  public void writeInt(int value) {
    writeLong(value);
  }

  @Override
  public void writeLong(long value) {
    reserve(MAX_NUMBER_BYTES);
    long zigzag = (value << 1) ^ (value >> 63);
    while ((zigzag & ~0x7FL) != 0) {
      bytes[length++] = (byte) (zigzag | 0x80);
      zigzag >>>= 7;
    }
    bytes[length++] = (byte) zigzag;
  }

  @Override
  public void writeFloat(float value) {
    writeLittleEndian(Float.floatToRawIntBits(value), Float.BYTES);
  }

  @Override
  public void writeDouble(double value) {
    writeLittleEndian(Double.doubleToRawLongBits(value), Double.BYTES);
  }

  private void writeLittleEndian(long value, int count) {
    reserve(count);
    for (int i = 0; i < count; i++) {
      bytes[length++] = (byte) (value >>> (8 * i));
    }
  }

  @Override
  public void writeString(String text) {
    writeCounted(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void writeString(Utf8 text) {
    writeBytes(text.getBytes(), 0, text.getByteLength());
  }

  @Override
  public void writeBytes(ByteBuffer value) {
    byte[] copy = new byte[value.remaining()];
    value.duplicate().get(copy);
    writeCounted(copy);
  }

  @Override
  public void writeBytes(byte[] value, int start, int count) {
    writeLong(count);
    writeFixed(value, start, count);
  }

  private void writeCounted(byte[] value) {
    writeBytes(value, 0, value.length);
  }

  @Override
  public void writeFixed(byte[] value, int start, int count) {
    reserve(count);
    System.arraycopy(value, start, bytes, length, count);
    length += count;
  }

  @Override
  public void writeEnum(int symbol) {
    writeLong(symbol);
  }

  @Override
  public void writeIndex(int branch) {
    writeLong(branch);
  }

  @Override
  public void writeArrayStart() {}

  @Override
  public void setItemCount(long count) {
    if (count > 0) {
      writeLong(count);
    }
  }

  @Override
  public void startItem() {}

  @Override
  public void writeArrayEnd() {
    writeLong(0);
  }

  @Override
  public void writeMapStart() {}

  @Override
  public void writeMapEnd() {
    writeLong(0);
  }
}
