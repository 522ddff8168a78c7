package org.sealflow.environment;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.schemas.Message;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskOrigin;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.TaskTurn;
import org.sealflow.schemas.ToolDocs;
import org.sealflow.schemas.digest.Sha256;

/** Tasks of {@link TestingShop}. */
public final class TestingShopTasks {
  private static final List<String> DOCS =
      List.of(
          "{\"name\": \"put\", \"description\": \"Puts things into the basket.\", \"parameters\":"
              + " {\"type\": \"dict\", \"properties\": {\"item\": {\"type\": \"string\","
              + " \"description\": \"What.\"}, \"count\": {\"type\": \"integer\", \"description\":"
              + " \"How many.\"}}, \"required\": [\"item\", \"count\"]}}",
          "{\"name\": \"total\", \"description\": \"Counts the basket.\", \"parameters\":"
              + " {\"type\": \"dict\", \"properties\": {}, \"required\": []}}");

  private static final String DOCS_DIGEST = Sha256.hex(String.join("\n", DOCS));

  private TestingShopTasks() {}

  /** The record of the tools. */
  public static TaskRecord tools() {
    return TaskRecords.toolDocs(new ToolDocs("Shop", DOCS_DIGEST, DOCS));
  }

  /** A task of turns, each of the calls that solve it. */
  @SafeVarargs
  public static Task task(String id, List<String>... groundTruth) {
    List<TaskTurn> turns = new ArrayList<>();
    for (List<String> calls : groundTruth) {
      turns.add(new TaskTurn(List.of(new Message("user", "Go on.")), List.of(), calls));
    }
    return Task.newBuilder()
        .setTaskId(id)
        .setDigest(Sha256.hex(id + turns))
        .setCategory(TaskOutline.category(id))
        .setOrigin(TaskOrigin.AUTHORED)
        .setTurns(turns)
        .setInvolvedClasses(List.of("Shop"))
        .setInitialConfig("{}")
        .setToolDocsDigests(List.of(DOCS_DIGEST))
        .setEnvironment("shop")
        .build();
  }

  /** The task made ready. */
  public static ReadyTask ready(Task task) {
    List<ToolDoc> tools = DOCS.stream().map(doc -> ToolDoc.parse(doc, "the shop")).toList();
    return Environments.named(task.getEnvironment()).ready(new TaskMaterial(task, tools, null));
  }
}
