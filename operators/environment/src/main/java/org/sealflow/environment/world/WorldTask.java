package org.sealflow.environment.world;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.KeywordCall;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.Reexecution;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.TaskMaterial;
import org.sealflow.environment.ToolCatalog;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.World;
import org.sealflow.environment.conversation.ConversationTask;
import org.sealflow.environment.conversation.EnvironmentMessage;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskTurn;

/**
 * A task whose episodes are judged by what they do to a world. A turn of the policy passes if it
 * leaves the state that the ground truth leaves, and the policy has seen every result that the
 * ground truth's calls give; where the ground truth makes no call, it passes if none is made. An
 * episode is valid if every turn passes. Thread-safe.
 */
public final class WorldTask implements ReadyTask {
  private final Task record;
  private final List<ToolDoc> documents;
  private final ToolCatalog tools;
  private final ConversationTask.Worlds worlds;
  private final List<List<String>> groundTruth = new ArrayList<>();
  private final List<List<EnvironmentMessage>> messages = new ArrayList<>();
  private final Map<Integer, List<String>> withheld = new TreeMap<>();

  /**
   * Makes a task ready.
   *
   * @param worlds opens worlds in the task's starting state
   */
  public WorldTask(TaskMaterial material, ConversationTask.Worlds worlds) {
    this.record = material.task();
    this.documents = material.tools();
    this.tools = new ToolCatalog(documents);
    this.worlds = worlds;
    for (TaskTurn turn : record.getTurns()) {
      if (!turn.getRevealedTools().isEmpty()) {
        withheld.put(groundTruth.size(), turn.getRevealedTools());
      }
      groundTruth.add(List.copyOf(turn.getGroundTruth()));
      messages.add(
          turn.getMessages().stream()
              .map(message -> new EnvironmentMessage(message.getRole(), message.getContent()))
              .toList());
    }
  }

  @Override
  public String id() {
    return record.getTaskId();
  }

  @Override
  public String category() {
    return record.getCategory();
  }

  @Override
  public List<List<String>> groundTruth() {
    return groundTruth;
  }

  ToolCatalog tools() {
    return tools;
  }

  /** Whether a policy may call a tool in a turn. */
  boolean isAvailable(String tool, int turn) {
    for (Map.Entry<Integer, List<String>> later : withheld.entrySet()) {
      if (later.getKey() > turn && later.getValue().contains(tool)) {
        return false;
      }
    }
    return documents.stream().anyMatch(document -> document.name().equals(tool));
  }

  @Override
  public EpisodeVerifier verifier(
      RulesInForce rules, String modelName, @Nullable LocalDate asOf, boolean keepStates) {
    return new WorldVerifier(this, rules, modelName, asOf);
  }

  @Override
  public Reexecution reexecution(String modelName, @Nullable LocalDate asOf) {
    return new WorldReexecution(this, modelName, asOf);
  }

  @Override
  public World world(String modelName, @Nullable LocalDate asOf) {
    return worlds.open(modelName, asOf);
  }

  @Override
  public ConversationTask conversations(PromptStyle style) {
    return new ConversationTask(this, messages, withheld, documents, worlds, style);
  }

  @Override
  public List<ToolDoc> openingTools() {
    Set<String> later = new HashSet<>();
    withheld.values().forEach(later::addAll);
    return documents.stream().filter(document -> !later.contains(document.name())).toList();
  }

  @Override
  public String answer(List<String> calls) {
    return String.join("\n", calls.stream().map(call -> KeywordCall.of(call).block()).toList());
  }
}
