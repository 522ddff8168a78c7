package org.sealflow.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.Answer;

/** The names that requests may ask for: the policy's own, and those of loaded adapters. */
final class ServedModels {
  /**
   * A name.
   *
   * @param root the directory behind it
   * @param since when it was loaded
   */
  private record Served(String name, Path root, Instant since) {}

  private final Served base;
  private final int contextLength;
  private final Map<String, Served> adapters = new LinkedHashMap<>();

  ServedModels(String name, Path directory, int contextLength, Instant since) {
    this.base = new Served(name, directory, since);
    this.contextLength = contextLength;
  }

  /** Tokens of the longest prompt and answer together. */
  int contextLength() {
    return contextLength;
  }

  /** The policy's own name. */
  String base() {
    return base.name();
  }

  /**
   * The engine's name of the adapter.
   *
   * @param name as a request has it; null stands for the policy
   * @return the adapter's name; null for the policy itself
   * @throws ApiError if nothing is served under the name
   */
  synchronized @Nullable String adapter(@Nullable String name) {
    if (name == null || name.equals(base.name())) {
      return null;
    }
    if (!adapters.containsKey(name)) {
      throw ApiError.unknownModel("model", name, String.join(", ", names()));
    }
    return name;
  }

  /** All names, the policy's first. */
  synchronized List<String> names() {
    List<String> names = new ArrayList<>(List.of(base.name()));
    names.addAll(adapters.keySet());
    return names;
  }

  /** The directory of a loaded adapter; null if none has the name. */
  synchronized @Nullable Path root(String adapter) {
    Served served = adapters.get(adapter);
    return served == null ? null : served.root();
  }

  synchronized void add(String adapter, Path root, Instant since) {
    adapters.put(adapter, new Served(adapter, root, since));
  }

  synchronized void remove(String adapter) {
    adapters.remove(adapter);
  }

  /** The answer to {@code GET /v1/models}. */
  synchronized Answer list() {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("object", "list");
    var data = body.putArray("data").add(json(base));
    adapters.values().forEach(adapter -> data.add(json(adapter)));
    return Answer.json(body);
  }

  /**
   * The answer to {@code GET /v1/models/NAME}.
   *
   * @throws ApiError if nothing is served under the name
   */
  synchronized Answer one(String name) {
    Served served = name.equals(base.name()) ? base : adapters.get(name);
    if (served == null) {
      throw ApiError.unknownModel("model", name, String.join(", ", names()));
    }
    return Answer.json(json(served));
  }

  private ObjectNode json(Served served) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", served.name())
        .put("object", "model")
        .put("created", served.since().getEpochSecond())
        .put("owned_by", "sealflow")
        .put("root", served.root().toString())
        .put("parent", served.equals(base) ? null : base.name())
        .put("max_model_len", contextLength);
  }
}
