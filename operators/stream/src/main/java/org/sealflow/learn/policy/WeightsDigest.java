package org.sealflow.learn.policy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.sealflow.schemas.digest.Sha256;

/** The digest of published weights, for those who publish and those who fetch them. */
public final class WeightsDigest {
  private static final String WEIGHTS_SUFFIX = ".safetensors";

  private WeightsDigest() {}

  /**
   * SHA-256 over the weights files of a directory, one after another by name, as 64 lower-case hex
   * digits.
   *
   * @throws IOException if they cannot be read
   */
  public static String of(Path directory) throws IOException {
    MessageDigest digest = Sha256.start();
    for (Path file : weights(directory)) {
      try (InputStream input = new DigestInputStream(Files.newInputStream(file), digest)) {
        input.transferTo(OutputStream.nullOutputStream());
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static List<Path> weights(Path directory) throws IOException {
    try (Stream<Path> listed = Files.list(directory)) {
      return listed.filter(file -> file.toString().endsWith(WEIGHTS_SUFFIX)).sorted().toList();
    }
  }
}
