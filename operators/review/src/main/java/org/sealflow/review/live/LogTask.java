package org.sealflow.review.live;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.World;
import org.sealflow.environment.conversation.ConversationTask;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.review.OfferedTool;

/** The task that all records with the same offered tools share. Thread-safe. */
final class LogTask implements ReadyTask {
  private final String id;
  private final @Nullable List<OfferedTool> tools;

  LogTask(String id, @Nullable List<OfferedTool> tools) {
    this.id = id;
    this.tools = tools;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String category() {
    return LogEnvironment.CATEGORY;
  }

  @Override
  public List<List<String>> groundTruth() {
    return List.of(List.of());
  }

  @Override
  public EpisodeVerifier verifier(
      RulesInForce rules, String modelName, @Nullable LocalDate asOf, boolean keepStates) {
    return new LogVerifier(tools);
  }

  @Override
  public World world(String modelName, @Nullable LocalDate asOf) {
    throw notPlayable();
  }

  @Override
  public ConversationTask conversations(PromptStyle style) {
    throw notPlayable();
  }

  @Override
  public List<ToolDoc> openingTools() {
    return List.of();
  }

  @Override
  public String answer(List<String> calls) {
    throw notPlayable();
  }

  private IllegalStateException notPlayable() {
    return new IllegalStateException(
        "task " + id + " stands for logs of an agent, which nobody can play");
  }
}
