package org.sealflow.model.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A safetensors file open for reading. Values are read in pieces, so no tensor is too large. */
public final class SafeTensorsFile implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;
  private final Map<String, TensorEntry> entries = new LinkedHashMap<>();
  private final long dataStart;

  private SafeTensorsFile(
      Path path, FileChannel channel, SafeTensorsHeader header, long dataStart) {
    this.path = path;
    this.channel = channel;
    this.dataStart = dataStart;
    header.entries().forEach(entry -> entries.put(entry.name(), entry));
  }

  /**
   * Opens a file and reads its header.
   *
   * @throws ModelDirectoryException if it is missing, broken off or no safetensors file
   */
  public static SafeTensorsFile open(Path path) {
    try {
      FileChannel channel = FileChannel.open(path);
      try {
        return read(path, channel);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (NoSuchFileException e) {
      throw new ModelDirectoryException(path + " is missing: download it again", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SafeTensorsFile read(Path path, FileChannel channel) throws IOException {
    long size = channel.size();
    ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    if (size >= Long.BYTES) {
      readFully(channel, length, 0);
    }
    long headerLength = size < Long.BYTES ? -1 : length.getLong(0);
    long limit = Math.min(size - Long.BYTES, SafeTensorsHeader.LONGEST);
    if (headerLength < 0 || headerLength > limit) {
      throw new ModelDirectoryException(
          path + " is no safetensors file, or broken off: download it again");
    }
    ByteBuffer json = ByteBuffer.allocate((int) headerLength);
    readFully(channel, json, Long.BYTES);
    SafeTensorsHeader header = SafeTensorsHeader.parse(json.array(), path.toString());
    long dataStart = Long.BYTES + headerLength;
    if (size < dataStart + header.dataLength()) {
      throw new ModelDirectoryException(
          path
              + " has "
              + size
              + " bytes, expected "
              + (dataStart + header.dataLength())
              + ": download it again");
    }
    return new SafeTensorsFile(path, channel, header, dataStart);
  }

  public Path path() {
    return path;
  }

  /** Its tensors by name, in the order of their values. */
  public Map<String, TensorEntry> entries() {
    return Collections.unmodifiableMap(entries);
  }

  /** Where in the file a tensor's values begin. */
  public long position(TensorEntry entry) {
    return dataStart + entry.begin();
  }

  /** Fills a buffer with a tensor's bytes from {@code offset} on, and flips it. */
  public void read(TensorEntry entry, long offset, ByteBuffer target) {
    try {
      readFully(channel, target, position(entry) + offset);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    target.flip();
  }

  private static void readFully(FileChannel channel, ByteBuffer target, long position)
      throws IOException {
    long at = position;
    while (target.hasRemaining()) {
      int count = channel.read(target, at);
      if (count < 0) {
        throw new IOException("the file became shorter while it was read");
      }
      at += count;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
