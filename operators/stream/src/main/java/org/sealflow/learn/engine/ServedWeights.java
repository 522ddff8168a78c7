package org.sealflow.learn.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.model.GenerationBatch;
import org.sealflow.model.GenerationRow;
import org.sealflow.model.GenerationWeights;

/**
 * Weights with the answers that come from them: a batch of their own, and those that wait to join
 * it. Used by the engine's thread alone.
 */
final class ServedWeights implements AutoCloseable {
  /** Most steps that a request is held back for company. */
  private static final int PATIENCE = 16;

  private final GenerationWeights weights;
  private final long version;
  private final GenerationBatch batch;
  private final Deque<PendingAnswer> waiting = new ArrayDeque<>();
  private final Map<GenerationRow, PendingAnswer> underWay = new LinkedHashMap<>();
  private int stepsHeldBack;
  private boolean retired;

  /**
   * Weights that no answer comes from yet.
   *
   * @param weights closed with this
   * @param version the version of the policy they are
   * @param keptBytes memory for the keys and values that are kept after their answer
   */
  ServedWeights(GenerationWeights weights, long version, long keptBytes) {
    this.weights = weights;
    this.version = version;
    this.batch = new GenerationBatch(weights, keptBytes / weights.bytesPerToken());
  }

  long version() {
    return version;
  }

  /** Answers being sampled. */
  int rows() {
    return batch.size();
  }

  int waiting() {
    return waiting.size();
  }

  long tokensSampled() {
    return batch.tokensSampled();
  }

  long tokensRead() {
    return batch.tokensRead();
  }

  boolean isIdle() {
    return waiting.isEmpty() && underWay.isEmpty();
  }

  /** Whether nothing will ever come from them again. */
  boolean isSpent() {
    return retired && isIdle();
  }

  void enqueue(PendingAnswer answer) {
    waiting.addLast(answer);
  }

  /** From now on only what is under way or waits here is finished. */
  void retire() {
    retired = true;
    batch.forgetKept();
  }

  /** Hands those that wait over to newer weights. */
  void handOver(ServedWeights newer) {
    newer.waiting.addAll(waiting);
    waiting.clear();
  }

  /** Lets go of answers that nobody waits for any more. */
  void dropGivenUp() {
    waiting.removeIf(PendingAnswer::isGivenUp);
    if (underWay.values().removeIf(PendingAnswer::isGivenUp)) {
      batch.drop(row -> !underWay.containsKey(row));
    }
  }

  /**
   * Lets those that wait join the batch, where enough of them do or they have been held back long.
   *
   * @param places rows that may join
   * @param joinShare share of all answers that must wait
   */
  void admit(int places, double joinShare) {
    int joining = Math.min(places, waiting.size());
    if (joining == 0) {
      return;
    }
    boolean enough = joining >= joinShare * (joining + batch.size());
    if (!enough && stepsHeldBack < PATIENCE) {
      stepsHeldBack++;
      return;
    }
    stepsHeldBack = 0;
    List<PendingAnswer> joiners = new ArrayList<>(joining);
    for (Iterator<PendingAnswer> next = waiting.iterator(); joiners.size() < joining; ) {
      joiners.add(next.next());
    }
    // They stay among those that wait until they are under way, so that none is lost on failure.
    List<GenerationRow> rows = batch.add(joiners.stream().map(PendingAnswer::request).toList());
    for (int i = 0; i < joining; i++) {
      underWay.put(rows.get(i), joiners.get(i));
      waiting.removeFirst();
    }
  }

  /** Samples a token for each answer under way. */
  void step() {
    batch.step();
  }

  /** Hands out the answers that have ended. */
  void handOut() {
    Iterator<Map.Entry<GenerationRow, PendingAnswer>> entries = underWay.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<GenerationRow, PendingAnswer> entry = entries.next();
      if (entry.getKey().isFinished()) {
        entry.getValue().complete(entry.getKey().result(), version);
        entries.remove();
      }
    }
  }

  /** Everything that somebody waits for. */
  List<PendingAnswer> pending() {
    List<PendingAnswer> pending = new ArrayList<>(underWay.values());
    pending.addAll(waiting);
    return pending;
  }

  @Override
  public void close() {
    batch.close();
    weights.close();
  }
}
