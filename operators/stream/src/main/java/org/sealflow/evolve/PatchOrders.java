package org.sealflow.evolve;

import java.time.Instant;
import org.sealflow.schemas.PatchAction;
import org.sealflow.schemas.PatchCommand;

/** Obeys what people order about patches. */
final class PatchOrders {
  private final EvolutionState state;
  private final KeyPatches patches;
  private final EvolutionCounts counts;

  PatchOrders(EvolutionState state, KeyPatches patches, EvolutionCounts counts) {
    this.state = state;
    this.patches = patches;
    this.counts = counts;
  }

  /** Obeys an order, once. */
  void obey(String key, PatchCommand command, Instant now) {
    String reason = command.getReason() == null ? "" : command.getReason();
    PatchOrder order = new PatchOrder(command.getAction(), reason);
    if (order.equals(state.orders().get(key))) {
      return;
    }
    counts.orderObeyed();
    HeldPatch held = state.patches().get(key);
    if (command.getAction() == PatchAction.RELEASE) {
      release(key, now);
      return;
    }
    state.orders().put(key, order);
    if (held != null && command.getAction() == PatchAction.RETIRE) {
      patches.retire(held, held.issued().getEvidence(), order.line(), true, held.coolUntil(), now);
    } else if (held != null && held.isActive()) {
      patches.refresh(held, held.issued().getEvidence(), order.line(), true, now);
    }
  }

  /** Forgets an order that the topic no longer holds. */
  void withdraw(String key, Instant now) {
    if (state.orders().get(key) != null) {
      counts.orderObeyed();
      release(key, now);
    }
  }

  private void release(String key, Instant now) {
    state.orders().remove(key);
    HeldPatch held = state.patches().get(key);
    if (held == null || !held.issued().getPinned()) {
      return;
    }
    String reason = "released by order";
    if (held.isActive()) {
      patches.refresh(held, held.issued().getEvidence(), reason, false, now);
    } else {
      patches.retire(held, held.issued().getEvidence(), reason, false, held.coolUntil(), now);
    }
  }
}
