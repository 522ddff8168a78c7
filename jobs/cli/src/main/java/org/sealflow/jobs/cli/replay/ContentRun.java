package org.sealflow.jobs.cli.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.digest.Sha256;

/**
 * Names a run after the files that are published, so that the same files are the same run and other
 * files are another one.
 */
final class ContentRun {
  private static final int DIGEST_BYTES = 4;

  private ContentRun() {}

  /**
   * The name {@code publish-} and 8 hex digits of the SHA-256 of the files' bytes, in this order.
   *
   * @throws UserError if a file cannot be read
   */
  static String of(List<Path> files) {
    MessageDigest digest = Sha256.start();
    OutputStream digested = new DigestOutputStream(OutputStream.nullOutputStream(), digest);
    for (Path file : files) {
      try (InputStream bytes = Files.newInputStream(file)) {
        bytes.transferTo(digested);
      } catch (IOException unreadable) {
        throw new UserError(file + " cannot be read: " + Causes.innermost(unreadable), unreadable);
      }
    }
    return "publish-" + HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
  }
}
