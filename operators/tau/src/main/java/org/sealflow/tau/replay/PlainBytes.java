package org.sealflow.tau.replay;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Opens files that may be gzipped. */
public final class PlainBytes {
  private static final int GZIP_FIRST = 0x1f;
  private static final int GZIP_SECOND = 0x8b;

  private PlainBytes() {}

  /** The bytes of a file, unzipped if they are gzip by their first two. */
  public static InputStream open(Path file) throws IOException {
    InputStream stream = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    try {
      stream.mark(2);
      boolean gzip = stream.read() == GZIP_FIRST && stream.read() == GZIP_SECOND;
      stream.reset();
      return gzip ? new GZIPInputStream(stream, 1 << 16) : stream;
    } catch (IOException e) {
      stream.close();
      throw e;
    }
  }
}
