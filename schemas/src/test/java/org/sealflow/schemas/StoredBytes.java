package org.sealflow.schemas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Messages as once published: {@code bytes/<Record>/<version>/<sample>.hex}, hexadecimal in lines
 * of 64 digits.
 */
final class StoredBytes {
  private static final Path FOLDER = Path.of("src/test/resources/bytes");
  private static final int LINE = 64;

  private StoredBytes() {}

  /** The samples stored of a version, by name; none if the version is not there. */
  static List<String> names(Class<? extends SpecificRecordBase> recordClass, int version)
      throws IOException {
    Path folder = folder(recordClass, version);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString().replace(".hex", "")).sorted().toList();
    }
  }

  /** The bytes of one stored message. */
  static byte[] read(Class<? extends SpecificRecordBase> recordClass, int version, String name)
      throws IOException {
    String digits = String.join("", Files.readAllLines(file(recordClass, version, name)));
    return HexFormat.of().parseHex(digits);
  }

  /** Stores a message; fails where the file is already there. */
  static void write(
      Class<? extends SpecificRecordBase> recordClass, int version, String name, byte[] message)
      throws IOException {
    String digits = HexFormat.of().formatHex(message);
    StringBuilder text = new StringBuilder();
    for (int start = 0; start < digits.length(); start += LINE) {
      text.append(digits, start, Math.min(digits.length(), start + LINE)).append('\n');
    }
    Path file = file(recordClass, version, name);
    Files.createDirectories(file.getParent());
    Files.writeString(Files.createFile(file), text);
  }

  private static Path file(
      Class<? extends SpecificRecordBase> recordClass, int version, String name) {
    return folder(recordClass, version).resolve(name + ".hex");
  }

  private static Path folder(Class<? extends SpecificRecordBase> recordClass, int version) {
    return FOLDER.resolve(recordClass.getSimpleName()).resolve(Integer.toString(version));
  }
}
