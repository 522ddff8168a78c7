package org.sealflow.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.SchemaParser;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

/**
 * Publishes changed schemas: for each topic record whose schema differs from the newest published
 * one it writes the next version into the history and the samples' messages beside the older ones.
 * It never overwrites a file. Run it by name, after changing schemas and samples, and commit what
 * it writes:
 *
 * <pre>{@code mvn -pl schemas test -Dtest=PublishSchemas}</pre>
 */
final class PublishSchemas {
  private static final Path SOURCES = Path.of("src/main/avro");
  private static final Path HISTORY = Path.of("src/main/resources/org/sealflow/schemas/history");

  @Test
  void publishesWhatChanged() throws IOException {
    Map<String, Schema> sources = sources();
    for (Class<? extends SpecificRecordBase> recordClass : Published.recordClasses()) {
      String name = recordClass.getName();
      publish(recordClass, Objects.requireNonNull(sources.get(name), name));
    }
  }

  private static void publish(Class<? extends SpecificRecordBase> recordClass, Schema source)
      throws IOException {
    List<Schema> published = Published.of(recordClass);
    long fingerprint = SchemaNormalization.parsingFingerprint64(source);
    assertThat(fingerprint)
        .as("generated code of %s is up to date", recordClass)
        .isEqualTo(
            SchemaNormalization.parsingFingerprint64(SpecificData.get().getSchema(recordClass)));
    if (published.isEmpty()
        || SchemaNormalization.parsingFingerprint64(published.get(published.size() - 1))
            != fingerprint) {
      int version = published.size() + 1;
      writeSchema(recordClass, version, source);
      writeSamples(recordClass, version);
    }
  }

  private static void writeSchema(
      Class<? extends SpecificRecordBase> recordClass, int version, Schema source)
      throws IOException {
    Path file = HISTORY.resolve(recordClass.getSimpleName()).resolve(version + ".avsc");
    Files.createDirectories(file.getParent());
    Files.writeString(Files.createFile(file), SchemaFormatter.format("json/pretty", source) + "\n");
  }

  private static <T extends SpecificRecordBase> void writeSamples(Class<T> recordClass, int version)
      throws IOException {
    Codec<T> codec = Codec.of(recordClass, List.of());
    for (Map.Entry<String, SpecificRecordBase> sample : Samples.all().entrySet()) {
      if (recordClass.isInstance(sample.getValue())) {
        byte[] message = codec.encode(recordClass.cast(sample.getValue()));
        StoredBytes.write(recordClass, version, sample.getKey(), message);
      }
    }
  }

  private static Map<String, Schema> sources() throws IOException {
    SchemaParser parser = new SchemaParser();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (File file : files.filter(Files::isRegularFile).sorted().map(Path::toFile).toList()) {
        parser.parse(file);
      }
    }
    return parser.getParsedNamedSchemas().stream()
        .collect(Collectors.toMap(Schema::getFullName, schema -> schema));
  }
}
