package org.sealflow.jobs.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.sealflow.schemas.digest.Sha256;

/** A file of the page that comes with the program. */
public final class PageResource {
  private PageResource() {}

  /**
   * The resource as text.
   *
   * @throws IllegalStateException if the program was packaged without it
   */
  static String read(String path) {
    try (InputStream stream = PageResource.class.getResourceAsStream(path)) {
      if (stream == null) {
        throw new IllegalStateException("the class path lacks " + path);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException error) {
      throw new UncheckedIOException("cannot read " + path + " from the class path", error);
    }
  }

  /** A content security policy that allows a page exactly these texts, and images inside it. */
  static String securityPolicy(String style, String charts, String script) {
    return "default-src 'none'; img-src data:; style-src "
        + securityHash(style)
        + "; script-src "
        + securityHash(charts)
        + " "
        + securityHash(script);
  }

  /** The source expression by which a content security policy allows exactly this text. */
  public static String securityHash(String text) {
    return "'sha256-" + Base64.getEncoder().encodeToString(Sha256.of(text)) + "'";
  }
}
