package org.sealflow.serve.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The key that callers must show; never printed. */
public final class BearerKey {
  private static final String BEARER = "bearer";
  private static final String BASIC = "basic";
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
              + " choose another");
    }
    return new BearerKey(bytes(key));
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
   * @param authorization the header of that name, null if there is none: {@code Bearer KEY}, or
   *     {@code Basic …} with any user and the key as password, as browsers and URLs send it
   */
  public boolean admits(@Nullable String authorization) {
    if (expected == null) {
      return true;
    }
    String shown = authorization == null ? null : shown(authorization);
    return shown != null && MessageDigest.isEqual(expected, bytes(shown));
  }

  private static @Nullable String shown(String authorization) {
    int blank = authorization.indexOf(' ');
    String scheme = blank < 0 ? "" : authorization.substring(0, blank).toLowerCase(Locale.ROOT);
    String rest = authorization.substring(blank + 1);
    return switch (scheme) {
      case BEARER -> rest;
      case BASIC -> password(rest);
      default -> null;
    };
  }

  private static @Nullable String password(String credentials) {
    try {
      String pair = new String(Base64.getDecoder().decode(credentials), StandardCharsets.UTF_8);
      int colon = pair.indexOf(':');
      return colon < 0 ? null : pair.substring(colon + 1);
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }
}
