package org.sealflow.tau.live;

import java.time.LocalDate;
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
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.schemas.Task;
import org.sealflow.tau.judge.PreparedTask;

/** A task of the benchmark, ready for any number of verifications. Thread-safe. */
final class TauLiveTask implements ReadyTask {
  private final Task record;
  private final List<ToolDoc> documents;
  private final ToolCatalog catalog;
  private final PreparedTask task;
  private final boolean solo;

  TauLiveTask(Task record, List<ToolDoc> documents, PreparedTask task, boolean solo) {
    this.record = record;
    this.documents = documents;
    this.catalog = new ToolCatalog(documents);
    this.task = task;
    this.solo = solo;
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
    return new TauEpisodeVerifier(this);
  }

  @Override
  public World world(String modelName, @Nullable LocalDate asOf) {
    return new PolicyWorld(task.open(solo));
  }

  @Override
  public ConversationTask conversations(PromptStyle style) {
    throw new IllegalStateException(
        "task " + id() + " is of tau2, whose episodes are verified and diagnosed but not played");
  }

  @Override
  public List<ToolDoc> openingTools() {
    return documents;
  }

  @Override
  public String answer(List<String> calls) {
    return String.join("\n", calls.stream().map(call -> KeywordCall.of(call).block()).toList());
  }
}
