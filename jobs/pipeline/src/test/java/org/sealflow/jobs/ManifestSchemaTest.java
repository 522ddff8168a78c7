package org.sealflow.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Manifests have the fields that operators and Kubernetes know, and no others. */
class ManifestSchemaTest {
  private static final JsonNode NONE = MissingNode.getInstance();
  private static final String MAIN = "crds-main";
  private static final String RELEASED = "crds";
  private static final Path CORE = Path.of("src", "test", "resources", "k8s", "core.yaml");

  /** The schemas by kind; those of the second folder stand over those of the first. */
  private static Map<String, JsonNode> schemas(String... folders) throws IOException {
    Map<String, JsonNode> schemas = new TreeMap<>();
    for (String folder : folders) {
      try (Stream<Path> files = Files.list(Manifests.definitions().resolve(folder))) {
        for (Path file : files.sorted().toList()) {
          JsonNode spec = Manifests.documents(file).get(0).path("spec");
          schemas.put(
              spec.at("/names/kind").asText(), spec.at("/versions/0/schema/openAPIV3Schema"));
        }
      }
    }
    return schemas;
  }

  private static JsonNode podTemplate(Map<String, JsonNode> schemas) {
    return schemas
        .getOrDefault("FlinkDeployment", NONE)
        .at("/properties/spec/properties/podTemplate");
  }

  /** Kubernetes' own kinds: written here but for what a pod template holds. */
  private static Map<String, JsonNode> core(Map<String, JsonNode> schemas) {
    Map<String, JsonNode> core = new TreeMap<>();
    JsonNode written = Manifests.documents(CORE).get(0);
    written
        .properties()
        .forEach(
            kind -> {
              ObjectNode schema = kind.getValue().deepCopy();
              resolve(schema, podTemplate(schemas));
              core.put(kind.getKey(), schema);
            });
    return core;
  }

  private static void resolve(JsonNode node, JsonNode podTemplate) {
    if (node instanceof ObjectNode object && object.has("podTemplateAt")) {
      JsonNode from = podTemplate.at(object.path("podTemplateAt").asText());
      assertThat(from.isObject()).as(object.toString()).isTrue();
      object.removeAll();
      object.setAll((ObjectNode) from);
      return;
    }
    node.forEach(each -> resolve(each, podTemplate));
  }

  /** The schemas of Flink's resources say nothing of what all resources have. */
  private static List<String> problems(JsonNode resource, JsonNode schema, JsonNode metadata) {
    ObjectNode whole = schema.deepCopy();
    ObjectNode properties = (ObjectNode) whole.path("properties");
    properties.putObject("apiVersion").put("type", "string");
    properties.putObject("kind").put("type", "string");
    properties.set("metadata", metadata);
    return StrictSchema.problems(resource, whole);
  }

  private static JsonNode metadata(Map<String, JsonNode> schemas) {
    return podTemplate(schemas).at("/properties/metadata");
  }

  @Test
  void everyResourceIsAsItsDefinitionSays() throws IOException {
    Map<String, JsonNode> schemas = schemas(RELEASED, MAIN);
    schemas.putAll(core(schemas));
    for (Manifests.Manifest each : Manifests.all()) {
      assertThat(schemas).as(each.toString()).containsKey(each.kind());
      JsonNode schema = schemas.getOrDefault(each.kind(), NONE);
      assertThat(problems(each.content(), schema, metadata(schemas))).as(each.toString()).isEmpty();
    }
  }

  /** So the operator must be 1.16 or newer; nothing else stands in the way of an older one. */
  @Test
  void theReleasedDefinitionsRefuseTheVersionOfFlinkAlone() throws IOException {
    Map<String, JsonNode> released = schemas(RELEASED);
    JsonNode metadata = metadata(schemas(MAIN));
    for (String kind : List.of("FlinkDeployment", "FlinkBlueGreenDeployment")) {
      for (Manifests.Manifest each : Manifests.ofKind(kind)) {
        assertThat(problems(each.content(), released.getOrDefault(kind, NONE), metadata))
            .as(each.toString())
            .singleElement()
            .asString()
            .contains(".flinkVersion is \"v2_3\", expected one of");
      }
    }
  }

  @Test
  void aMisspeltFieldIsFound() throws IOException {
    Map<String, JsonNode> schemas = schemas(MAIN);
    Manifests.Manifest deployment = Manifests.ofKind("FlinkDeployment").get(0);
    ObjectNode wrong = deployment.content().deepCopy();
    ((ObjectNode) wrong.at("/spec/job")).put("upgrademode", "savepoint").put("parallelism", "two");
    ((ObjectNode) wrong.at("/spec/podTemplate/spec/containers/0")).put("envs", "none");

    JsonNode schema = schemas.getOrDefault("FlinkDeployment", NONE);
    assertThat(problems(wrong, schema, metadata(schemas)))
        .containsExactlyInAnyOrder(
            ".spec.job.upgrademode is unknown",
            ".spec.job.parallelism is \"two\", expected integer",
            ".spec.podTemplate.spec.containers[0].envs is unknown");
  }

  @Test
  void kustomizationsListFilesAndChangeNothing() {
    Set<Path> listed = new TreeSet<>();
    for (Manifests.Manifest each : Manifests.kustomizations()) {
      List<String> fields = new ArrayList<>();
      each.content().fieldNames().forEachRemaining(fields::add);
      assertThat(fields)
          .as(each.toString())
          .isSubsetOf("apiVersion", "kind", "namespace", "resources", "configMapGenerator");
      assertThat(each.content().path("namespace").asText()).isEqualTo("sealflow");
      for (JsonNode resource : each.content().path("resources")) {
        Path path = each.file().resolveSibling(resource.asText()).normalize();
        assertThat(path).exists();
        listed.add(path);
      }
      for (JsonNode generator : each.content().path("configMapGenerator")) {
        generator
            .path("files")
            .forEach(f -> assertThat(each.file().resolveSibling(f.asText())).exists());
      }
    }
    for (Manifests.Manifest each : Manifests.all()) {
      if (!each.kind().equals("FlinkStateSnapshot")) {
        assertThat(listed).as(each.toString()).contains(each.file().normalize());
      }
    }
  }

  @Test
  void aWholeSystemHasEachResourceOnce() {
    for (String system : List.of("system", "system-gpu")) {
      List<String> names =
          Manifests.applied(system).stream().map(each -> each.kind() + "/" + each.name()).toList();
      assertThat(names).as(system).doesNotHaveDuplicates();
      assertThat(names)
          .as(system)
          .contains("Kafka/sealflow", "StatefulSet/sealflow-s3", "PrometheusRule/sealflow")
          .filteredOn(name -> name.startsWith("FlinkDeployment/"))
          .hasSize(2);
    }
  }
}
