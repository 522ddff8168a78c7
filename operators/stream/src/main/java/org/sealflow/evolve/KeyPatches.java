package org.sealflow.evolve;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sealflow.evolve.patch.PatchContents;
import org.sealflow.evolve.patch.PatchScope;
import org.sealflow.evolve.patch.PatchVersions;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.PatchEvidence;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchState;

/**
 * The patches of one key and the records about them. Whatever is issued is awaited on the topic, in
 * order: while a record is awaited, everything read before it is older and already replaced; where
 * none is, what is read is the topic's last word, and where that is not ours it is replaced.
 */
final class KeyPatches {
  /** Where nothing is read back, marks are not kept for ever. */
  private static final int MAX_AWAITED = 16;

  private final String runId;
  private final EvolutionState state;
  private final PatchVersions versions;
  private final EvolutionCounts counts;
  private List<PatchRecord> issued = new ArrayList<>();

  KeyPatches(String runId, EvolutionState state, PatchVersions versions, EvolutionCounts counts) {
    this.runId = runId;
    this.state = state;
    this.versions = versions;
    this.counts = counts;
  }

  /** The active patches by key, in order of the keys. */
  Map<String, HeldPatch> active() {
    Map<String, HeldPatch> active = state.patches().sorted();
    active.values().removeIf(patch -> !patch.isActive());
    return active;
  }

  boolean isActive(String key) {
    HeldPatch held = state.patches().get(key);
    return held != null && held.isActive();
  }

  /** Makes a patch active; what it brings is counted from now on. */
  void activate(
      PatchScope scope,
      PatchContent content,
      PatchEvidence evidence,
      String reason,
      boolean pinned,
      Instant now) {
    EnvironmentPatch patch =
        EnvironmentPatch.newBuilder()
            .setRunId(runId)
            .setCategory(scope.category())
            .setTool(scope.tool())
            .setLayer(scope.layer())
            .setCapability(scope.capability())
            .setState(PatchState.ACTIVE)
            .setVersion(versions.next())
            .setContent(content)
            .setContentDigest(PatchContents.digest(content))
            .setEvidence(evidence)
            .setUplift(UpliftCounts.NONE.toRecord())
            .setReason(reason)
            .setPinned(pinned)
            .setActivatedAt(now)
            .setUpdatedAt(now)
            .build();
    counts.activated();
    issue(patch);
    forgetTallies(PatchRecords.key(patch));
    hold(new HeldPatch(patch, UpliftCounts.NONE, 0, HeldPatch.NOT_COOLING));
  }

  /** Drops the tallies of groups that began when the patch was active before. */
  private void forgetTallies(String key) {
    for (String tally : state.tallies().sorted().keySet()) {
      if (tally.startsWith(PatchMeasures.tallies(key))) {
        state.tallies().remove(tally);
      }
    }
  }

  /**
   * Retires a patch: says so on the topic, then forgets it unless it has to be kept from coming
   * back.
   *
   * @param pinned whether an order keeps it retired
   * @param coolUntil version from which its content may be tried again, or {@link
   *     HeldPatch#NOT_COOLING}
   */
  void retire(
      HeldPatch held,
      PatchEvidence evidence,
      String reason,
      boolean pinned,
      long coolUntil,
      Instant now) {
    if (held.isActive()) {
      counts.retired();
    }
    HeldPatch counted = new HeldPatch(held.issued(), held.uplift(), 0, coolUntil, held.reliance());
    HeldPatch retired = reissued(counted, PatchState.RETIRED, evidence, reason, pinned, now);
    if (pinned || coolUntil != HeldPatch.NOT_COOLING) {
      hold(retired);
    } else {
      state.patches().remove(PatchRecords.key(retired.issued()));
    }
  }

  /** Issues a patch again as it is, with its newest evidence and uplift. */
  void refresh(HeldPatch held, PatchEvidence evidence, String reason, boolean pinned, Instant now) {
    hold(reissued(held, held.issued().getState(), evidence, reason, pinned, now));
  }

  /** Issues every patch held again: what the topic says of them may be a former life's. */
  void reissueAll(Instant now) {
    state.patches().sorted().values().forEach(held -> reissue(held, now));
  }

  private void reissue(HeldPatch held, Instant now) {
    EnvironmentPatch last = held.issued();
    refresh(held, last.getEvidence(), last.getReason(), last.getPinned(), now);
  }

  private HeldPatch reissued(
      HeldPatch held,
      PatchState newState,
      PatchEvidence evidence,
      String reason,
      boolean pinned,
      Instant now) {
    EnvironmentPatch patch =
        EnvironmentPatch.newBuilder(held.issued())
            .setState(newState)
            .setVersion(versions.next())
            .setEvidence(evidence)
            .setUplift(held.uplift().toRecord())
            .setReliance(held.relianceRecord())
            .setReason(reason)
            .setPinned(pinned)
            .setUpdatedAt(now)
            .build();
    issue(patch);
    return held.with(patch);
  }

  void hold(HeldPatch held) {
    state.patches().put(PatchRecords.key(held.issued()), held);
  }

  private void issue(EnvironmentPatch patch) {
    PatchRecord record = PatchRecords.patch(patch);
    issued.add(record);
    String key = record.getPatchKey();
    List<String> awaited = new ArrayList<>(state.awaited().getOrDefault(key, List.of()));
    awaited.add(HeldPatch.mark(patch));
    int surplus = Math.max(0, awaited.size() - MAX_AWAITED);
    state.awaited().put(key, List.copyOf(awaited.subList(surplus, awaited.size())));
  }

  /** Takes a patch read from the topic. */
  void readBack(EnvironmentPatch patch, Instant now) {
    String key = PatchRecords.key(patch);
    List<String> awaited = state.awaited().getOrDefault(key, List.of());
    if (!awaited.isEmpty()) {
      arrived(key, awaited, awaited.indexOf(HeldPatch.mark(patch)));
      return;
    }
    HeldPatch held = state.patches().get(key);
    if (held == null) {
      unknown(key, patch, now);
    } else if (!HeldPatch.mark(patch).equals(HeldPatch.mark(held.issued()))) {
      counts.superseded();
      versions.exceed(patch.getVersion());
      reissue(held, now);
    }
  }

  /** Takes note that the topic says nothing of a patch any more. */
  void removed(String key, Instant now) {
    if (state.awaited().get(key) != null) {
      return;
    }
    state.unclaimed().remove(key);
    HeldPatch held = state.patches().get(key);
    if (held != null) {
      counts.superseded();
      reissue(held, now);
    }
  }

  /** Of what was awaited, a record and those before it need not be any longer. */
  private void arrived(String key, List<String> awaited, int position) {
    if (position == awaited.size() - 1) {
      state.awaited().remove(key);
    } else if (position >= 0) {
      state.awaited().put(key, List.copyOf(awaited.subList(position + 1, awaited.size())));
    }
  }

  /**
   * A run of which there is no evidence here is over, or another job's: its patches are left alone
   * until there is.
   */
  private void unknown(String key, EnvironmentPatch found, Instant now) {
    if (found.getState() != PatchState.ACTIVE) {
      state.unclaimed().remove(key);
    } else if (state.hasBegun()) {
      retireUnknown(found, now);
    } else {
      state.unclaimed().put(key, found);
    }
  }

  /** Retires what was found before the first evidence: nobody knows what it rests on. */
  void retireUnclaimed(Instant now) {
    state.unclaimed().sorted().values().forEach(found -> retireUnknown(found, now));
    state.unclaimed().clear();
  }

  private void retireUnknown(EnvironmentPatch found, Instant now) {
    counts.superseded();
    versions.exceed(found.getVersion());
    issue(
        EnvironmentPatch.newBuilder(found)
            .setState(PatchState.RETIRED)
            .setVersion(versions.next())
            .setReason("left behind from before a restart")
            .setPinned(false)
            .setUpdatedAt(now)
            .build());
  }

  /** The records issued since the last call, in order. */
  List<PatchRecord> takeIssued() {
    List<PatchRecord> taken = issued;
    issued = new ArrayList<>();
    return taken;
  }
}
