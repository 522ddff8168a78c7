package org.sealflow.model.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in hexadecimal. */
final class Sha256 {
  private static final int CHUNK = 1 << 16;

  private Sha256() {}

  static String of(String text) {
    return HexFormat.of().formatHex(algorithm().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  static String of(Path file) throws IOException {
    MessageDigest digest = algorithm();
    byte[] chunk = new byte[CHUNK];
    try (InputStream stream = Files.newInputStream(file)) {
      for (int read = stream.read(chunk); read >= 0; read = stream.read(chunk)) {
        digest.update(chunk, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest algorithm() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException absent) {
      throw new IllegalStateException("every Java has SHA-256", absent);
    }
  }
}
