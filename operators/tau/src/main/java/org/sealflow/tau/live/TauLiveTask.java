package org.sealflow.tau.live;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.KeywordCall;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.ToolCatalog;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.World;
import org.sealflow.environment.conversation.ConversationTask;
import org.sealflow.environment.conversation.Dialogue;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.schemas.Task;
import org.sealflow.tau.Prompts;
import org.sealflow.tau.judge.PreparedTask;

/** A task of the benchmark, ready for any number of verifications. Thread-safe. */
final class TauLiveTask implements ReadyTask {
  private final Task record;
  private final List<ToolDoc> documents;
  private final ToolCatalog catalog;
  private final PreparedTask task;
  private final boolean solo;
  private final @Nullable PlayedParts parts;

  TauLiveTask(
      Task record,
      List<ToolDoc> documents,
      PreparedTask task,
      boolean solo,
      @Nullable PlayedParts parts) {
    this.record = record;
    this.documents = documents;
    this.catalog = new ToolCatalog(documents);
    this.task = task;
    this.solo = solo;
    this.parts = parts;
  }

  PreparedTask task() {
    return task;
  }

  boolean solo() {
    return solo;
  }

  ToolCatalog catalog() {
    return catalog;
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
    return record.getTurns().stream().map(turn -> List.copyOf(turn.getGroundTruth())).toList();
  }

  @Override
  public EpisodeVerifier verifier(
      RulesInForce rules, String modelName, @Nullable LocalDate asOf, boolean keepStates) {
    return new TauEpisodeVerifier(this, rules.judge());
  }

  @Override
  public World world(String modelName, @Nullable LocalDate asOf) {
    return new PolicyWorld(task.open(solo));
  }

  @Override
  public ConversationTask conversations(PromptStyle style) {
    return new ConversationTask(this, dialogue(style), openingTools(), this::world, style);
  }

  private Dialogue dialogue(PromptStyle style) {
    PlayedParts told = parts;
    if (told == null) {
      throw new IllegalStateException(
          "task "
              + id()
              + " was published without what its players are told; publish the tau2-bench folder"
              + " again");
    }
    String ticket = task.task().ticket();
    return solo && told.solo() != null && ticket != null
        ? TauDialogue.alone(task.task(), told.solo(), ticket, style)
        : TauDialogue.withUser(task.task(), told, style);
  }

  @Override
  public boolean hasUser() {
    return !solo;
  }

  @Override
  public List<String> userScript() {
    return solo ? List.of() : TauDialogue.script(task.task());
  }

  /** An agent that plays alone may not speak: it calls the tool that ends the episode. */
  @Override
  public String closing() {
    return solo ? answer(List.of(Prompts.DONE + "()")) : ReadyTask.super.closing();
  }

  @Override
  public List<ToolDoc> openingTools() {
    if (!solo) {
      return documents;
    }
    List<ToolDoc> tools = new ArrayList<>(documents);
    tools.add(TauDialogue.done());
    return tools;
  }

  @Override
  public String answer(List<String> calls) {
    return String.join("\n", calls.stream().map(call -> KeywordCall.of(call).block()).toList());
  }
}
