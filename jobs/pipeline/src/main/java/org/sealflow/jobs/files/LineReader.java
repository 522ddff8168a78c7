package org.sealflow.jobs.files;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.digest.Sha256;

/**
 * Reads a file line by line in bounded memory; gzip is recognised by its first bytes. Blank lines
 * are skipped. Of a line beyond the limit the beginning, the length and the digest are kept.
 */
public final class LineReader implements AutoCloseable {
  /** Longest line that is read whole, bytes. */
  public static final int MAX_LINE_BYTES = 64 << 20;

  private static final int KEPT_BYTES = 64 << 10;

  private final String file;
  private final Counted counted;
  private final InputStream bytes;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;
  private final boolean compressed;
  private long line;
  private long ordinal;

  /** Bytes of the lines read, as they are uncompressed. */
  private long consumed;

  /**
   * Opens a file.
   *
   * @param firstOrdinal ordinal of its first record
   */
  public LineReader(Path file, long firstOrdinal) throws IOException {
    this.file = file.toString();
    this.counted = new Counted(Files.newInputStream(file));
    this.bytes = decompressed(counted);
    this.compressed = bytes instanceof GZIPInputStream;
    this.ordinal = firstOrdinal;
  }

  /** The bytes of a stream, decompressed where it is gzip. */
  static InputStream decompressed(InputStream raw) throws IOException {
    PushbackInputStream peeked = new PushbackInputStream(new BufferedInputStream(raw, 1 << 16), 2);
    int first = peeked.read();
    int second = first < 0 ? -1 : peeked.read();
    if (second >= 0) {
      peeked.unread(second);
    }
    if (first >= 0) {
      peeked.unread(first);
    }
    return first == 0x1f && second == 0x8b ? new GZIPInputStream(peeked, 1 << 16) : peeked;
  }

  /** The next line that is not blank, or null at the end. */
  public @Nullable InputLine next() throws IOException {
    while (true) {
      ByteArrayOutputStream content = new ByteArrayOutputStream(256);
      Overflow overflow = new Overflow();
      boolean any = readLine(content, overflow);
      if (!any) {
        return null;
      }
      line++;
      byte[] read = content.toByteArray();
      if (!isBlank(read)) {
        return overflow.length == 0
            ? new InputLine(file, line, ordinal++, endOffset(), read, read.length, "")
            : new InputLine(
                file, line, ordinal++, endOffset(), read, overflow.length, overflow.sha256());
      }
    }
  }

  /** Bytes of the file up to the end of the line; of a compressed one those that were needed. */
  private long endOffset() {
    return compressed ? counted.count : consumed;
  }

  private boolean readLine(ByteArrayOutputStream content, Overflow overflow) throws IOException {
    boolean any = false;
    while (true) {
      if (at == end) {
        end = bytes.read(buffer);
        at = 0;
        if (end < 0) {
          end = 0;
          return any;
        }
      }
      any = true;
      int newline = at;
      while (newline < end && buffer[newline] != '\n') {
        newline++;
      }
      append(content, overflow, newline - at);
      consumed += newline - at;
      at = newline;
      if (at < end) {
        at++;
        consumed++;
        return true;
      }
    }
  }

  private void append(ByteArrayOutputStream content, Overflow overflow, int length) {
    if (overflow.length == 0 && content.size() + length <= MAX_LINE_BYTES) {
      content.write(buffer, at, length);
      return;
    }
    if (overflow.length == 0) {
      byte[] whole = content.toByteArray();
      overflow.update(whole, 0, whole.length);
      content.reset();
      content.write(whole, 0, KEPT_BYTES);
    }
    overflow.update(buffer, at, length);
  }

  private static boolean isBlank(byte[] content) {
    for (byte b : content) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }

  /** The known parts of a line that is too long to keep. */
  private static final class Overflow {
    private @Nullable MessageDigest digest;
    private long length;

    void update(byte[] part, int offset, int count) {
      digest().update(part, offset, count);
      length += count;
    }

    String sha256() {
      return HexFormat.of().formatHex(digest().digest());
    }

    private MessageDigest digest() {
      MessageDigest known = digest;
      if (known == null) {
        known = Sha256.start();
        digest = known;
      }
      return known;
    }
  }

  /** Counts what is read of the file itself. */
  private static final class Counted extends InputStream {
    private final InputStream in;
    private long count;

    Counted(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      count += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = in.read(target, offset, length);
      count += Math.max(0, read);
      return read;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
