package org.sealflow.jobs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Reads the manifests of {@code k8s/}. Kustomizations list files and folders and change nothing but
 * the namespace, so that each file is what is applied.
 */
final class Manifests {
  static final Path FOLDER = Path.of("..", "..", "k8s");

  private static final String KUSTOMIZATION = "kustomization.yaml";
  private static final YAMLMapper YAML =
      YAMLMapper.builder(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .build();

  private Manifests() {}

  /** A document of a file. */
  record Manifest(Path file, JsonNode content) {
    String kind() {
      return content.path("kind").asText();
    }

    String name() {
      return content.at("/metadata/name").asText(content.at("/metadata/generateName").asText());
    }

    JsonNode spec() {
      return content.path("spec");
    }

    @Override
    public String toString() {
      return FOLDER.relativize(file) + " " + kind() + " " + name();
    }
  }

  /** A job as the operator runs it: a deployment, or one of the two of a blue and green one. */
  record FlinkJob(String name, JsonNode spec) {
    Map<String, String> configuration() {
      Map<String, String> configuration = new TreeMap<>();
      spec.path("flinkConfiguration")
          .properties()
          .forEach(entry -> configuration.put(entry.getKey(), entry.getValue().asText()));
      return configuration;
    }

    List<String> arguments() {
      List<String> arguments = new ArrayList<>();
      spec.at("/job/args").forEach(argument -> arguments.add(argument.asText()));
      return arguments;
    }

    boolean playsRollouts() {
      return spec.at("/job/entryClass").asText().equals(RolloutJob.class.getName());
    }

    /**
     * The parts that name secrets and the like: both templates, the TaskManagers' over the common
     * one.
     */
    List<JsonNode> podTemplates() {
      return List.of(spec.path("podTemplate"), spec.at("/taskManager/podTemplate"));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** The documents of a file in order. */
  static List<JsonNode> documents(Path file) {
    try (JsonParser parser = YAML.getFactory().createParser(file.toFile());
        MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(parser)) {
      return documents.readAll();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(String.valueOf(file), unreadable);
    }
  }

  /** All documents but kustomizations. */
  static List<Manifest> all() {
    return files(name -> !name.equals(KUSTOMIZATION));
  }

  /** All kustomizations. */
  static List<Manifest> kustomizations() {
    return files(KUSTOMIZATION::equals);
  }

  private interface Choice {
    boolean takes(String fileName);
  }

  private static List<Manifest> files(Choice choice) {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> choice.takes(file.getFileName().toString()))
          .sorted()
          .flatMap(file -> documents(file).stream().map(each -> new Manifest(file, each)))
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static List<Manifest> ofKind(String kind) {
    return all().stream().filter(each -> each.kind().equals(kind)).toList();
  }

  /** Every job, those of both colours too. */
  static List<FlinkJob> jobs() {
    List<FlinkJob> jobs = new ArrayList<>();
    ofKind("FlinkDeployment").forEach(each -> jobs.add(new FlinkJob(each.name(), each.spec())));
    for (Manifest both : ofKind("FlinkBlueGreenDeployment")) {
      for (String colour : List.of("-blue", "-green")) {
        jobs.add(new FlinkJob(both.name() + colour, both.spec().at("/template/spec")));
      }
    }
    return jobs;
  }

  static FlinkJob job(String name) {
    return jobs().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  /** The resources that a folder's kustomization stands for. */
  static List<Manifest> applied(String folder) {
    List<Manifest> resources = new ArrayList<>();
    JsonNode kustomization = documents(FOLDER.resolve(folder).resolve(KUSTOMIZATION)).get(0);
    for (JsonNode resource : kustomization.path("resources")) {
      Path path = FOLDER.resolve(folder).resolve(resource.asText()).normalize();
      if (Files.isDirectory(path)) {
        resources.addAll(applied(FOLDER.normalize().relativize(path).toString()));
      } else {
        documents(path).forEach(each -> resources.add(new Manifest(path, each)));
      }
    }
    return resources;
  }

  /**
   * The folder of definitions of foreign kinds, {@code k8s} in what {@code SEALFLOW_REFERENCE}
   * names; the test is skipped where there is none.
   */
  static Path definitions() {
    String setting = System.getenv("SEALFLOW_REFERENCE");
    Path shared =
        setting == null || setting.isBlank()
            ? Path.of("..", "..", "..", "shared").toAbsolutePath().normalize()
            : Path.of(setting);
    boolean present = Files.isDirectory(shared.resolve("k8s"));
    if (!present && Boolean.parseBoolean(System.getenv("SEALFLOW_REFERENCE_REQUIRED"))) {
      throw new AssertionError(
          "definitions of Kubernetes resources are required, not at " + shared);
    }
    Assumptions.assumeTrue(present, "skipped: no definitions of Kubernetes resources at " + shared);
    return shared.resolve("k8s");
  }
}
