package org.sealflow.tau;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.airline.AirlineDomain;
import org.sealflow.tau.mock.MockDomain;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.retail.RetailDomain;
import org.sealflow.tau.task.TaskReader;
import org.sealflow.tau.task.TauTask;
import org.sealflow.tau.telecom.TelecomDomain;
import org.sealflow.tau.tool.Tool;
import org.sealflow.tau.tool.ToolSchema;
import org.sealflow.tau.tool.Toolkit;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Requestor;

/** A folder in the layout of the benchmark: {@code data/tau2/domains/DOMAIN/}. */
public final class Benchmark {
  /** The domains that are known. */
  public static final List<String> DOMAINS =
      List.of(MockDomain.NAME, AirlineDomain.NAME, RetailDomain.NAME, TelecomDomain.NAME);

  private static final String DEFAULT_SPLIT = "base";
  private static final String POLICY =
      "Help the user with the tools you have. Change data only as the user has agreed to.\n";
  private static final ObjectMapper TOML = new TomlMapper();

  private final Path root;
  private final Path folder;

  /**
   * @throws IllegalArgumentException if the folder has no domain in it
   */
  public Benchmark(Path folder) {
    this.root = folder;
    this.folder = folder.resolve("data").resolve("tau2").resolve("domains");
    if (!isOne(folder)) {
      throw new IllegalArgumentException(
          "'%s' is no tau2-bench folder: expected data/tau2/domains/ with some of %s in it"
              .formatted(folder, String.join(", ", DOMAINS)));
    }
  }

  /** Whether a folder has the layout of the benchmark and a domain in it. */
  public static boolean isOne(Path folder) {
    Path domains = folder.resolve("data").resolve("tau2").resolve("domains");
    return DOMAINS.stream().anyMatch(name -> Files.isDirectory(domains.resolve(name)));
  }

  /** Whether the folder has a domain of this name. */
  public boolean has(String domain) {
    return Files.isDirectory(folder.resolve(domain));
  }

  /**
   * Reads a domain's data.
   *
   * @throws IllegalArgumentException if there is no such domain, or its data are not as expected
   */
  public Domain domain(String name) {
    return domain(name, data(name), userData(name));
  }

  /**
   * A domain with these data.
   *
   * @param userData the user's; null in domains whose user has none
   * @throws IllegalArgumentException if there is no such domain, or the data are not as expected
   */
  public static Domain domain(String name, JsonNode data, @Nullable JsonNode userData) {
    Map<String, ?> agents = JsonValues.map(data);
    Map<String, ?> users = userData == null ? Map.of() : JsonValues.map(userData);
    try {
      return switch (name) {
        case AirlineDomain.NAME -> AirlineDomain.of(agents);
        case RetailDomain.NAME -> RetailDomain.of(agents);
        case MockDomain.NAME -> MockDomain.of(agents, users);
        case TelecomDomain.NAME -> TelecomDomain.of(agents, users);
        default -> throw unknown(name);
      };
    } catch (CallException e) {
      throw new IllegalArgumentException("data of " + name + ": " + e.text(), e);
    }
  }

  private static IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException(
        "unknown domain '%s': expected one of %s".formatted(name, String.join(", ", DOMAINS)));
  }

  /** The agent's data of a domain as its file holds them. */
  public JsonNode data(String name) {
    return switch (name) {
      case AirlineDomain.NAME, RetailDomain.NAME, MockDomain.NAME ->
          read(folder.resolve(name).resolve("db.json"));
      case TelecomDomain.NAME -> read(folder.resolve(name).resolve("db.toml"));
      default -> throw unknown(name);
    };
  }

  /** The user's data of a domain; null if the user has none. */
  public @Nullable JsonNode userData(String name) {
    return switch (name) {
      case MockDomain.NAME -> read(folder.resolve(name).resolve("user_db.json"));
      case TelecomDomain.NAME -> read(folder.resolve(name).resolve("user_db.toml"));
      default -> null;
    };
  }

  /** All tasks of a domain by id, in the order of its {@code tasks.json} or {@code .json.gz}. */
  public Map<String, TauTask> tasks(String domain) {
    Path file = folder.resolve(domain).resolve("tasks.json");
    if (!Files.exists(file)) {
      file = folder.resolve(domain).resolve("tasks.json.gz");
    }
    Map<String, TauTask> tasks = new LinkedHashMap<>();
    try {
      for (JsonNode node : read(file)) {
        TauTask task = TaskReader.read(node);
        tasks.put(task.id(), task);
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
    return Collections.unmodifiableMap(tasks);
  }

  /**
   * The tasks of a split, in the order of the tasks.
   *
   * @throws IllegalArgumentException if the domain has no such split
   */
  public List<TauTask> split(String domain, String split) {
    Map<String, TauTask> tasks = tasks(domain);
    JsonNode splits = read(folder.resolve(domain).resolve("split_tasks.json"));
    if (!splits.has(split)) {
      List<String> names = new ArrayList<>();
      splits.fieldNames().forEachRemaining(names::add);
      throw new IllegalArgumentException(
          "invalid task split '%s' of %s: expected one of %s"
              .formatted(split, domain, String.join(", ", names)));
    }
    Set<String> ids = ids(splits, split);
    return tasks.values().stream().filter(task -> ids.contains(task.id())).toList();
  }

  private static Set<String> ids(JsonNode splits, String split) {
    Set<String> ids = new HashSet<>();
    splits.path(split).forEach(id -> ids.add(id.asText()));
    return ids;
  }

  /** The ids of a split's tasks; none if the domain has no such split. */
  public Set<String> ids(String domain, String split) {
    return ids(read(folder.resolve(domain).resolve("split_tasks.json")), split);
  }

  /** Tool name → names of its parameters, of all domains. */
  public static Map<String, Set<String>> parameters() {
    Map<String, Set<String>> parameters = new HashMap<>();
    for (Toolkit toolkit :
        List.of(
            AirlineDomain.toolkit(),
            RetailDomain.toolkit(),
            MockDomain.agentTools(),
            MockDomain.userTools(),
            TelecomDomain.agentTools(),
            TelecomDomain.userTools())) {
      for (Tool tool : toolkit.tools().values()) {
        Set<String> names = parameters.computeIfAbsent(tool.name(), name -> new HashSet<>());
        tool.parameters().forEach(parameter -> names.add(parameter.name()));
      }
    }
    return parameters;
  }

  /** The tasks that the benchmark runs if none are chosen. */
  public List<TauTask> split(String domain) {
    return split(domain, DEFAULT_SPLIT);
  }

  /** The prompts of agent and user. */
  public Prompts prompts() {
    return new Prompts(root);
  }

  /** The rules that the agent of a domain must keep to; few of our own if the folder has none. */
  public String policy(String domain, boolean solo) {
    Path of = folder.resolve(domain);
    if (!domain.equals(TelecomDomain.NAME)) {
      return text(of.resolve(solo ? "policy_solo.md" : "policy.md"));
    }
    return "<main_policy>\n%s\n</main_policy>\n<tech_support_policy>\n%s\n</tech_support_policy>"
        .formatted(
            text(of.resolve(solo ? "main_policy_solo.md" : "main_policy.md")),
            text(of.resolve("tech_support_manual.md")));
  }

  /**
   * The function schemas of a party's tools, in the order offered: those of the folder {@code
   * schemas/}, else in words of our own.
   */
  public List<JsonNode> schemas(Domain domain, Requestor party) {
    Path file =
        root.resolve("schemas")
            .resolve(
                "%s_%s_tools.json"
                    .formatted(domain.name(), party == Requestor.USER ? "user" : "agent"));
    List<JsonNode> schemas = new ArrayList<>();
    Domain.Side side = party == Requestor.USER ? domain.user() : domain.agent();
    if (side == null) {
      return schemas;
    }
    if (Files.exists(file)) {
      read(file).forEach(schemas::add);
    } else {
      side.toolkit().tools().values().forEach(tool -> schemas.add(ToolSchema.of(tool)));
    }
    return schemas;
  }

  private static String text(Path file) {
    if (!Files.exists(file)) {
      return POLICY;
    }
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private static JsonNode read(Path file) {
    String name = file.getFileName().toString();
    ObjectMapper mapper = name.endsWith(".toml") ? TOML : JsonValues.mapper();
    try (InputStream stream = Files.newInputStream(file);
        InputStream plain = name.endsWith(".gz") ? new GZIPInputStream(stream, 1 << 16) : stream) {
      return mapper.readTree(plain);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
