package org.sealflow.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.ToolProvider;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How a record in the state may change: two releases of one class, each in a class loader of its
 * own, and the bytes that a savepoint of the first has. {@code operators/stream/docs/state.md} says
 * the rules.
 */
final class StateRecordEvolutionTest {
  private static final String NAME = "Progress";
  private static final String FIRST = "public record Progress(long nextBatch, String policy) {}";

  @TempDir private Path directory;

  /** The class of a release. */
  private Class<?> release(String source) throws IOException, ClassNotFoundException {
    Path folder = Files.createTempDirectory(directory, "release");
    Path file = Files.writeString(folder.resolve(NAME + ".java"), source);
    int problems =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.toString(), file.toString());
    assertThat(problems).isZero();
    return new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())
        .loadClass(NAME);
  }

  @SuppressWarnings("unchecked")
  private static TypeSerializer<Object> serializer(Class<?> release) {
    return (TypeSerializer<Object>)
        TypeInformation.of(release).createSerializer(new SerializerConfigImpl());
  }

  /** What a savepoint of a release holds of a value: how it was written, and its bytes. */
  private static byte[] savepoint(Class<?> release, Object... components) throws Exception {
    TypeSerializer<Object> serializer = serializer(release);
    DataOutputSerializer output = new DataOutputSerializer(64);
    TypeSerializerSnapshot.writeVersionedSnapshot(output, serializer.snapshotConfiguration());
    serializer.serialize(release.getDeclaredConstructors()[0].newInstance(components), output);
    return output.getCopyOfBuffer();
  }

  private record Restored(TypeSerializerSchemaCompatibility<Object> compatibility, Object value) {}

  /** As Flink restores a value: by the serializer that wrote it, with the classes of today. */
  private static Restored restored(byte[] savepoint, Class<?> release) throws Exception {
    DataInputDeserializer input = new DataInputDeserializer(savepoint);
    TypeSerializerSnapshot<Object> before =
        TypeSerializerSnapshot.readVersionedSnapshot(input, release.getClassLoader());
    TypeSerializerSchemaCompatibility<Object> compatibility =
        serializer(release).snapshotConfiguration().resolveSchemaCompatibility(before);
    return new Restored(
        compatibility,
        compatibility.isIncompatible() ? "nothing" : before.restoreSerializer().deserialize(input));
  }

  private static Object component(Object of, String name) throws Exception {
    return of.getClass().getMethod(name).invoke(of);
  }

  @Test
  void anAddedComponentIsZeroOrNullInTheStateOfBefore() throws Exception {
    byte[] savepoint = savepoint(release(FIRST), 7L, "main");
    Class<?> second =
        release(
            "public record Progress(long nextBatch, int refused, String policy,"
                + " java.util.List<String> open) {}");

    Restored restored = restored(savepoint, second);

    assertThat(restored.compatibility().isCompatibleAfterMigration()).isTrue();
    assertThat(component(restored.value(), "nextBatch")).isEqualTo(7L);
    assertThat(component(restored.value(), "policy")).isEqualTo("main");
    assertThat(component(restored.value(), "refused")).isEqualTo(0);
    assertThat(second.getMethod("open").invoke(restored.value())).isNull();
  }

  /** So a constructor turns what is missing into what it means. */
  @Test
  void theConstructorGivesAnAddedComponentItsMeaning() throws Exception {
    byte[] savepoint = savepoint(release(FIRST), 7L, "main");
    Class<?> second =
        release(
            "public record Progress(long nextBatch, String policy, java.util.List<String> open) {"
                + " public Progress {"
                + " open = open == null ? java.util.List.of() : java.util.List.copyOf(open); } }");

    assertThat(component(restored(savepoint, second).value(), "open")).isEqualTo(List.of());
  }

  @Test
  void aRemovedComponentIsForgotten() throws Exception {
    byte[] savepoint = savepoint(release(FIRST), 7L, "main");
    Class<?> second = release("public record Progress(long nextBatch) {}");

    Restored restored = restored(savepoint, second);

    assertThat(restored.compatibility().isIncompatible()).isFalse();
    assertThat(component(restored.value(), "nextBatch")).isEqualTo(7L);
    assertThat(Arrays.stream(second.getRecordComponents())).hasSize(1);
  }

  @Test
  void aComponentOfAnotherTypeIsRefused() throws Exception {
    byte[] savepoint = savepoint(release(FIRST), 7L, "main");
    Class<?> second = release("public record Progress(String nextBatch, String policy) {}");

    assertThat(restored(savepoint, second).compatibility().isIncompatible()).isTrue();
  }
}
