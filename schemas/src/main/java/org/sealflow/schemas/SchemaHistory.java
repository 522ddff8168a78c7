package org.sealflow.schemas;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Every schema version ever published of a record, bundled as {@code history/<Record>/<n>.avsc}
 * next to this class, n = 1, 2, … without gaps.
 */
final class SchemaHistory {
  private SchemaHistory() {}

  /**
   * The published schemas of a record, oldest first.
   *
   * @throws IllegalArgumentException if the record is never sent by itself, so has no history
   */
  static List<Schema> of(Class<? extends SpecificRecordBase> recordClass) {
    List<Schema> versions = new ArrayList<>();
    Schema version = load(recordClass, 1);
    while (version != null) {
      versions.add(version);
      version = load(recordClass, versions.size() + 1);
    }
    if (versions.isEmpty()) {
      throw new IllegalArgumentException(
          recordClass.getSimpleName()
              + " has no published schema: only the record of a topic is sent by itself");
    }
    return List.copyOf(versions);
  }

  private static @Nullable Schema load(
      Class<? extends SpecificRecordBase> recordClass, int version) {
    String name = "history/" + recordClass.getSimpleName() + "/" + version + ".avsc";
    try (InputStream text = SchemaHistory.class.getResourceAsStream(name)) {
      return text == null ? null : new Schema.Parser().parse(text);
    } catch (IOException broken) {
      throw new UncheckedIOException("cannot read the bundled schema " + name, broken);
    }
  }
}
