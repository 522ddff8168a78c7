package org.sealflow.schemas.digest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256. */
public final class Sha256 {
  private Sha256() {}

  /** A digest that has taken nothing yet. */
  public static MessageDigest start() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /** The digest of the UTF-8 bytes of a text, 32 bytes. */
  public static byte[] of(String text) {
    return start().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The digest of bytes, 64 lower-case hex digits. */
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(start().digest(bytes));
  }

  /** The digest of the UTF-8 bytes of a text, 64 lower-case hex digits. */
  public static String hex(String text) {
    return HexFormat.of().formatHex(of(text));
  }
}
