package org.sealflow.schemas;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.avro.io.Decoder;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * Reads Avro's binary encoding from an array and believes no length it cannot see: Avro's own
 * decoder reserves memory for whatever length damaged bytes claim, up to two gigabytes, before it
 * notices that they end.
 *
 * <p>Counts of items are held against the bytes left, so every item must take at least one byte;
 * all but records without fields do.
 */
final class BoundedDecoder extends Decoder {
  private byte[] bytes = new byte[0];
  private int position;
  private int limit;

  /** Starts over with the bytes from {@code start} to the end. */
  void reset(byte[] input, int start) {
    bytes = input;
    position = start;
    limit = input.length;
  }

  /** The position of the next byte. */
  int position() {
    return position;
  }

  /** The number of bytes not read yet. */
  int remaining() {
    return limit - position;
  }

  @Override
  public void readNull() {}

  @Override
  public boolean readBoolean() throws IOException {
    return bytes[take(1, "a boolean")] == 1;
  }

  @Override
  public int readInt() throws IOException {
    long value = readLong();
    if ((int) value != value) {
      throw new IOException("an int of " + value + " before byte " + position);
    }
    return (int) value;
  }

  @Override
  public long readLong() throws IOException {
    long zigzag = 0;
    int shift = 0;
    int part;
    do {
      if (shift > 63) {
        throw new IOException("a number of more than 10 bytes before byte " + position);
      }
      part = bytes[take(1, "a number")];
      zigzag |= (part & 0x7FL) << shift;
      shift += 7;
    } while (part < 0);
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }

  @Override
  public float readFloat() throws IOException {
    return Float.intBitsToFloat((int) littleEndian(take(4, "a float"), 4));
  }

  @Override
  public double readDouble() throws IOException {
    return Double.longBitsToDouble(littleEndian(take(8, "a double"), 8));
  }

  @Override
  public Utf8 readString(@Nullable Utf8 old) throws IOException {
    return new Utf8(readString());
  }

  @Override
  public String readString() throws IOException {
    int length = takeLength();
    return new String(bytes, take(length, "a string"), length, StandardCharsets.UTF_8);
  }

  @Override
  public void skipString() throws IOException {
    take(takeLength(), "a string");
  }

  @Override
  public ByteBuffer readBytes(@Nullable ByteBuffer old) throws IOException {
    byte[] copy = new byte[takeLength()];
    readFixed(copy, 0, copy.length);
    return ByteBuffer.wrap(copy);
  }

  @Override
  public void skipBytes() throws IOException {
    take(takeLength(), "bytes");
  }

  @Override
  public void readFixed(byte[] target, int start, int length) throws IOException {
    System.arraycopy(bytes, take(length, "bytes"), target, start, length);
  }

  @Override
  public void skipFixed(int length) throws IOException {
    take(length, "bytes");
  }

  @Override
  public int readEnum() throws IOException {
    return readInt();
  }

  @Override
  public long readArrayStart() throws IOException {
    return takeCount();
  }

  @Override
  public long arrayNext() throws IOException {
    return takeCount();
  }

  @Override
  public long skipArray() throws IOException {
    return skipSizedBlocks();
  }

  @Override
  public long readMapStart() throws IOException {
    return takeCount();
  }

  @Override
  public long mapNext() throws IOException {
    return takeCount();
  }

  @Override
  public long skipMap() throws IOException {
    return skipSizedBlocks();
  }

  @Override
  public int readIndex() throws IOException {
    return readInt();
  }

  /** Moves past {@code length} bytes and returns where they start. */
  private int take(int length, String what) throws EOFException {
    if (length > remaining()) {
      throw new EOFException(
          what
              + " of "
              + length
              + " bytes at byte "
              + position
              + ", where "
              + remaining()
              + " are left");
    }
    int start = position;
    position += length;
    return start;
  }

  private int takeLength() throws IOException {
    return within(readLong(), "bytes");
  }

  private long takeCount() throws IOException {
    long count = readLong();
    if (count < 0) {
      readLong();
      count = -count;
    }
    return within(count, "items");
  }

  private long skipSizedBlocks() throws IOException {
    long count = readLong();
    while (count < 0) {
      take(takeLength(), "a block");
      count = readLong();
    }
    return within(count, "items");
  }

  private int within(long claimed, String unit) throws IOException {
    if (claimed < 0 || claimed > remaining()) {
      throw new EOFException(
          claimed
              + " "
              + unit
              + " claimed before byte "
              + position
              + ", where "
              + remaining()
              + " bytes are left");
    }
    return (int) claimed;
  }

  private long littleEndian(int start, int length) {
    long value = 0;
    for (int i = length - 1; i >= 0; i--) {
      value = value << 8 | (bytes[start + i] & 0xFF);
    }
    return value;
  }
}
