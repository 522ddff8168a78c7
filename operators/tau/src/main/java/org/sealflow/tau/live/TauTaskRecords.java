package org.sealflow.tau.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.LongContextConstants;
import org.sealflow.schemas.Message;
import org.sealflow.schemas.Split;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskOrigin;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.TaskTurn;
import org.sealflow.schemas.ToolDocs;
import org.sealflow.schemas.digest.Sha256;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.task.Action;
import org.sealflow.tau.task.TauTask;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Requestor;

/** The tasks of one domain, played with a user or by the agent alone, as records. */
public final class TauTaskRecords {
  static final String SOLO = "solo";
  static final String TASK = "task";

  private final String domain;
  private final boolean solo;
  private final LongContextConstants data;
  private final ToolDocs tools;
  private final Set<String> train;
  private final Set<String> test;

  /**
   * Reads the domain's data and tools.
   *
   * @throws IllegalArgumentException if the benchmark has no such domain, or it cannot be played by
   *     the agent alone
   */
  public TauTaskRecords(Benchmark benchmark, String domain, boolean solo) {
    Domain read = benchmark.domain(domain);
    if (solo && !read.solo()) {
      throw new IllegalArgumentException("the domain " + domain + " does not support solo mode");
    }
    this.domain = domain;
    this.solo = solo;
    this.data = DomainRecord.of(benchmark, domain);
    this.tools = tools(benchmark, read, solo);
    this.train = benchmark.ids(domain, "train");
    this.test = benchmark.ids(domain, "test");
  }

  private static ToolDocs tools(Benchmark benchmark, Domain domain, boolean solo) {
    List<JsonNode> schemas = new ArrayList<>(benchmark.schemas(domain, Requestor.ASSISTANT));
    if (solo) {
      schemas.addAll(benchmark.schemas(domain, Requestor.USER));
    }
    List<String> docs = schemas.stream().map(schema -> schema.path("function").toString()).toList();
    String name = TaskNames.category(domain.name(), solo);
    return new ToolDocs(name, Sha256.hex(name + "\n" + String.join("\n", docs)), docs);
  }

  LongContextConstants data() {
    return data;
  }

  ToolDocs tools() {
    return tools;
  }

  /** The records that all tasks of the domain refer to. */
  public List<TaskRecord> shared() {
    return List.of(TaskRecords.longContext(data), TaskRecords.toolDocs(tools));
  }

  /** The record of a task. */
  public Task task(TauTask task) {
    String config = config(task);
    String name = TaskNames.of(domain, task.id(), solo);
    return Task.newBuilder()
        .setTaskId(name)
        .setDigest(Sha256.hex(String.join("\n", name, config, data.getDigest(), tools.getDigest())))
        .setCategory(TaskNames.category(domain, solo))
        .setSplit(split(task.id()))
        .setOrigin(TaskOrigin.BENCHMARK)
        .setTurns(
            List.of(
                new TaskTurn(List.of(new Message("user", asked(task))), List.of(), calls(task))))
        .setInvolvedClasses(List.of(tools.getSimulatorClass()))
        .setInitialConfig(config)
        .setToolDocsDigests(List.of(tools.getDigest()))
        .setLongContextDigest(data.getDigest())
        .setEnvironment(TauEnvironment.NAME)
        .build();
  }

  private String config(TauTask task) {
    ObjectNode config = JsonValues.mapper().createObjectNode().put(SOLO, solo);
    try {
      config.set(TASK, JsonValues.mapper().readTree(task.json()));
    } catch (JsonProcessingException notJson) {
      throw new IllegalStateException("task " + task.id() + " was read from JSON", notJson);
    }
    return config.toString();
  }

  private @Nullable Split split(String id) {
    if (train.contains(id)) {
      return Split.TRAIN;
    }
    return test.contains(id) ? Split.TEST : null;
  }

  /** The user's words differ from episode to episode; the record shows what they are about. */
  private String asked(TauTask task) {
    String ticket = task.ticket();
    return solo && ticket != null ? ticket : task.scenario().text();
  }

  /** The agent's part of the reference solution: a policy has no tools of the user's. */
  private List<String> calls(TauTask task) {
    List<String> calls = new ArrayList<>();
    if (task.criteria() != null) {
      for (Action action : task.criteria().actionList()) {
        if (solo || action.call().requestor() == Requestor.ASSISTANT) {
          calls.add(CallText.of(action.call()));
        }
      }
    }
    return calls;
  }
}
