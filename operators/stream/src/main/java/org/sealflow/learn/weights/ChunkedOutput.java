package org.sealflow.learn.weights;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Gathers bytes in chunks, for more of them than one array holds. */
final class ChunkedOutput extends OutputStream {
  private final int chunkBytes;
  private final List<byte[]> full = new ArrayList<>();
  private byte[] last;
  private int used;

  /**
   * Gathers into chunks of a size.
   *
   * @param chunkBytes bytes of each chunk but the last, from 1
   */
  ChunkedOutput(int chunkBytes) {
    this.chunkBytes = chunkBytes;
    this.last = new byte[chunkBytes];
  }

  @Override
  public void write(int value) {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    int at = offset;
    while (at < offset + length) {
      if (used == chunkBytes) {
        full.add(last);
        last = new byte[chunkBytes];
        used = 0;
      }
      int part = Math.min(chunkBytes - used, offset + length - at);
      System.arraycopy(bytes, at, last, used, part);
      used += part;
      at += part;
    }
  }

  /** The chunks written, in order; not to be changed. */
  List<byte[]> chunks() {
    List<byte[]> chunks = new ArrayList<>(full);
    chunks.add(Arrays.copyOf(last, used));
    return Collections.unmodifiableList(chunks);
  }

  /** Reads chunks as one stream. */
  static InputStream read(List<byte[]> chunks) {
    List<InputStream> streams = new ArrayList<>();
    chunks.forEach(chunk -> streams.add(new ByteArrayInputStream(chunk)));
    return new SequenceInputStream(Collections.enumeration(streams));
  }
}
