package org.sealflow.serve;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The key that callers must show; never printed. */
public final class BearerKey {
  private static final String SCHEME = "Bearer ";
  private static final Pattern VISIBLE = Pattern.compile("[!-~]+");

  private final byte @Nullable [] expected;

  private BearerKey(byte @Nullable [] expected) {
    this.expected = expected;
  }

  /** No key: everybody may call. */
  public static BearerKey none() {
    return new BearerKey(null);
  }

  /**
   * A key.
   *
   * @throws IllegalArgumentException if a header cannot carry it; the message does not hold it
   */
  public static BearerKey of(String key) {
    if (!VISIBLE.matcher(key).matches()) {
      throw new IllegalArgumentException(
          "the bearer key is empty or holds blanks or other characters than ASCII's visible ones:"
              + " choose another, or unset its variable to serve without a key");
    }
    return new BearerKey(bytes(SCHEME + key));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Whether a key is asked for. */
  public boolean isSet() {
    return expected != null;
  }

  /**
   * Whether a caller may pass; takes as long for every wrong key of one length.
   *
   * @param authorization the header of that name, null if there is none
   */
  boolean admits(@Nullable String authorization) {
    return expected == null
        || (authorization != null && MessageDigest.isEqual(expected, bytes(authorization)));
  }
}
