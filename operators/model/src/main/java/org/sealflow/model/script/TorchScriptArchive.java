package org.sealflow.model.script;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * TorchScript source as the archive that libtorch loads: a zip with uncompressed entries, in which
 * the source stands as text and is compiled at load. The module has no weights, only methods.
 */
final class TorchScriptArchive {
  private static final Pattern FUNCTION = Pattern.compile("(?m)^def (\\w+)\\(");
  private static final String CLASS = "Functions";
  private static final String FORMAT_VERSION = "10\n";

  private TorchScriptArchive() {}

  /** The archive of a source text of plain functions. */
  static byte[] of(String source) {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(archive)) {
      put(zip, "data.pkl", module());
      put(zip, "code/__torch__.py", methods(source).getBytes(StandardCharsets.UTF_8));
      put(zip, "constants.pkl", new byte[] {(byte) 0x80, 2, ')', '.'});
      put(zip, "version", FORMAT_VERSION.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return archive.toByteArray();
  }

  /**
   * An archive knows only methods, so each function becomes one and calls of its siblings go
   * through {@code self}.
   */
  private static String methods(String source) {
    List<String> names = new ArrayList<>();
    Matcher functions = FUNCTION.matcher(source);
    while (functions.find()) {
      names.add(functions.group(1));
    }
    String calls = "(?<![\\w.])(?<!def )(" + String.join("|", names) + ")\\(";
    String body = source.replaceAll(calls, "self.$1(");
    body = FUNCTION.matcher(body).replaceAll("def $1(self: __torch__." + CLASS + ", ");
    return "class "
        + CLASS
        + "(Module):\n  __parameters__ = []\n  __buffers__ = []\n  training : bool\n"
        + body.replaceAll("(?m)^(?=.)", "  ");
  }

  /** The pickled module: an instance of the class whose only attribute is {@code training}. */
  private static byte[] module() {
    String attribute = "training";
    ByteArrayOutputStream pickle = new ByteArrayOutputStream();
    pickle.writeBytes(new byte[] {(byte) 0x80, 2});
    pickle.writeBytes(("c__torch__\n" + CLASS + "\n)").getBytes(StandardCharsets.US_ASCII));
    pickle.write(0x81);
    pickle.writeBytes("}(X".getBytes(StandardCharsets.US_ASCII));
    pickle.writeBytes(
        ByteBuffer.allocate(Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(attribute.length())
            .array());
    pickle.writeBytes(attribute.getBytes(StandardCharsets.US_ASCII));
    pickle.write(0x88);
    pickle.writeBytes("ub.".getBytes(StandardCharsets.US_ASCII));
    return pickle.toByteArray();
  }

  private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
    CRC32 checksum = new CRC32();
    checksum.update(content);
    ZipEntry entry = new ZipEntry("functions/" + name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(checksum.getValue());
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
  }
}
