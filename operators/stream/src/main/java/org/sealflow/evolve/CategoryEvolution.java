package org.sealflow.evolve;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ToolDoc;
import org.sealflow.evolve.patch.PatchContents;
import org.sealflow.evolve.patch.PatchScope;
import org.sealflow.evolve.patch.PatchVersions;
import org.sealflow.evolve.patch.TaskKnowledge;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.ingest.PatchChange;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.PatchAction;
import org.sealflow.schemas.PatchCommand;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.PatchEvidence;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecordKind;

/**
 * The evolution of one category's interface in a run, or of what all have in common: what is known,
 * which patches follow from it, and what is said of them on the topic.
 */
final class CategoryEvolution {
  private static final String OVER = "its run is over: nothing has come of it for too long";
  private static final String LEAKS = "would show a value of a task's ground truth";

  /** Evidence not evaluated for as long is evaluated at once, other evidence on the next tick. */
  static final Duration LEAST_PAUSE = Duration.ofMillis(500);

  private final EvolutionKey key;
  private final EvolveSettings settings;
  private final EvolutionState state;
  private final TaskKnowledge knowledge;
  private final EvolutionCounts counts;
  private final CategoryEvidence evidence;
  private final CandidateSelection selection;
  private final KeyPatches patches;
  private final PatchMeasures measures;
  private final PatchOrders orders;
  private final Silence silence;

  /** Patches refused at the present state of knowledge, so that each is counted once. */
  private final Set<String> refused = new HashSet<>();

  private long knownRevision;
  private Instant evaluated = Instant.EPOCH;

  /** Whether anything has come since the evidence was last evaluated, or after a restore. */
  private boolean due;

  /** Whether a patch waits for the documentation of its tool. */
  private boolean waiting;

  CategoryEvolution(
      EvolutionKey key,
      EvolveSettings settings,
      Silence silence,
      EvolutionState state,
      TaskKnowledge knowledge,
      PatchVersions versions,
      EvolutionCounts counts) {
    this.key = key;
    this.silence = silence;
    this.settings = settings;
    this.state = state;
    this.knowledge = knowledge;
    this.counts = counts;
    this.evidence = new CategoryEvidence(settings.windowVersions(), state);
    this.selection = new CandidateSelection(key.category(), settings, evidence);
    this.patches = new KeyPatches(key.runId(), state, versions, counts);
    this.measures = new PatchMeasures(settings.windowVersions(), state, patches);
    this.orders = new PatchOrders(state, patches, counts);
    this.due = state.hasBegun();
  }

  /**
   * Takes an input; the records to publish at once, in order. What follows from the evidence comes
   * with the next {@link #pass} where it was evaluated a moment ago.
   */
  List<PatchRecord> take(EvolveInput input, Instant now) {
    CapabilityProfile profile = input.profile();
    if (profile != null) {
      see(now);
      reach(profile.getVersion(), now);
      evidence.take(profile);
    }
    EvidenceBundle episodes = input.episodes();
    if (episodes != null) {
      see(now);
      for (EvidenceBundle.Sample episode : episodes.samples()) {
        reach(episode.version(), now);
        measures.take(episode);
      }
      evidence.take(episodes, key.category().equals(Capabilities.ALL));
    }
    MeasuredReliance measured = input.reliance();
    if (measured != null) {
      measures.take(measured);
    }
    PatchChange change = input.readBack();
    if (change != null) {
      readBack(change, now);
    }
    due = state.hasBegun();
    if (due && Duration.between(evaluated, now).compareTo(LEAST_PAUSE) >= 0) {
      evaluate(now);
    }
    return patches.takeIssued();
  }

  /** Says everything again after a restore; the records to publish, in order. */
  List<PatchRecord> reissue(Instant now) {
    patches.reissueAll(now);
    return patches.takeIssued();
  }

  /** After an outage nobody has been silent. */
  void resume(Instant now) {
    if (state.hasBegun()) {
      state.see(silence.noted(now));
    }
  }

  /**
   * Applies the passing of time: patches come and go with the present evidence, and a run that has
   * been silent for too long is over. Returns the records to publish, in order.
   */
  List<PatchRecord> pass(Instant now) {
    if (!silence.isOver(state.progress(), now)) {
      if (isDue()) {
        evaluate(now);
      }
      return patches.takeIssued();
    }
    for (HeldPatch held : patches.active().values()) {
      patches.retire(held, lastEvidence(held), OVER, false, HeldPatch.NOT_COOLING, now);
    }
    state.forget();
    due = false;
    waiting = false;
    return patches.takeIssued();
  }

  /** Whether there is something that time or new tool documentation may change. */
  boolean isOpen() {
    return due || waiting || !state.patches().isEmpty();
  }

  /** Whether the evidence, or what is known of the tasks, has changed since it was evaluated. */
  boolean isDue() {
    return due || (state.hasBegun() && knownRevision != knowledge.revision());
  }

  private void see(Instant now) {
    state.see(silence.noted(now));
    patches.retireUnclaimed(now);
  }

  private void reach(long version, Instant now) {
    if (version > evidence.newestVersion()) {
      endVersion();
      evidence.advance(version);
      forgetCooled();
      measures.forgetTallies(evidence.newestVersion());
      refreshMeasures(now);
    }
  }

  private void endVersion() {
    for (HeldPatch held : patches.active().values()) {
      double prevalence = selection.of(held.scope()).prevalence();
      patches.hold(RetirementRule.endVersion(held, prevalence, settings.retirement()));
    }
  }

  /** A patch kept retired only because it did not help may be tried again. */
  private void forgetCooled() {
    state
        .patches()
        .sorted()
        .forEach(
            (key, held) -> {
              boolean kept =
                  held.isActive()
                      || held.issued().getPinned()
                      || held.isCooling(evidence.newestVersion());
              if (!kept) {
                state.patches().remove(key);
              }
            });
  }

  private void refreshMeasures(Instant now) {
    for (HeldPatch held : patches.active().values()) {
      if (held.isMeasuredAnew()) {
        patches.refresh(
            held,
            evidence(selection.of(held.scope())),
            held.issued().getReason(),
            held.issued().getPinned(),
            now);
      }
    }
  }

  private void readBack(PatchChange change, Instant now) {
    PatchRecord record = change.record();
    if (record == null) {
      removed(change, now);
      return;
    }
    if (record.getPatch() != null) {
      patches.readBack(record.getPatch(), now);
    }
    PatchCommand command = record.getCommand();
    if (command != null) {
      Optional<PatchScope> scope = PatchScope.parse(record.getPatchKey());
      if (scope.isEmpty() || key.equals(EvolutionKey.NONE)) {
        counts.orderNotUnderstood();
      } else {
        orders.obey(record.getPatchKey(), command, now);
      }
    }
  }

  private void removed(PatchChange change, Instant now) {
    if (change.kind() == PatchRecordKind.COMMAND) {
      orders.withdraw(change.patchKey(), now);
    } else {
      patches.removed(change.patchKey(), now);
    }
  }

  private static PatchEvidence lastEvidence(HeldPatch held) {
    return held.issued().getEvidence();
  }

  /** Retires and activates what the evidence calls for. */
  private void evaluate(Instant now) {
    due = false;
    evaluated = now;
    if (knownRevision != knowledge.revision()) {
      knownRevision = knowledge.revision();
      refused.clear();
      retireLeaking(now);
    }
    waiting = false;
    List<PatchCandidate> chosen = selection.choose();
    retire(chosen, now);
    activate(chosen, now);
  }

  /** A task that came after the patch may hold as a secret what the patch shows. */
  private void retireLeaking(Instant now) {
    for (HeldPatch held : patches.active().values()) {
      if (knowledge.leakIn(held.issued().getContent()).isPresent()) {
        PatchEvidence known = lastEvidence(held);
        patches.retire(held, known, LEAKS, held.issued().getPinned(), HeldPatch.NOT_COOLING, now);
      }
    }
  }

  private void retire(List<PatchCandidate> chosen, Instant now) {
    for (HeldPatch held : patches.active().values()) {
      PatchScope scope = held.scope();
      if (!held.issued().getPinned()) {
        retirement(held, scope, chosen).ifPresent(reason -> retire(held, scope, reason, now));
      }
    }
  }

  private void retire(HeldPatch held, PatchScope scope, RetirementRule.Reason reason, Instant now) {
    long coolUntil =
        reason.useless()
            ? evidence.newestVersion() + settings.retirement().cooldownVersions()
            : HeldPatch.NOT_COOLING;
    patches.retire(held, evidence(selection.of(scope)), reason.line(), false, coolUntil, now);
  }

  private Optional<RetirementRule.Reason> retirement(
      HeldPatch held, PatchScope scope, List<PatchCandidate> chosen) {
    if (!settings.layers().contains(scope.layer())) {
      return Optional.of(new RetirementRule.Reason("its layer is switched off", false));
    }
    if (scope.kind() == CapabilityKind.CATEGORY_TAG) {
      return chosen.stream().anyMatch(each -> each.scope().equals(scope))
          ? RetirementRule.judgeEffect(held, settings)
          : Optional.of(new RetirementRule.Reason("its tag is no longer chosen", false));
    }
    return RetirementRule.judge(held, FailureCandidates.helped(scope, evidence), settings);
  }

  private void activate(List<PatchCandidate> chosen, Instant now) {
    for (PatchCandidate candidate : chosen) {
      String key = candidate.scope().key();
      boolean free =
          !patches.isActive(key) && state.orders().get(key) == null && hasRoom(candidate.scope());
      if (free) {
        activate(candidate, Reasons.activated(candidate), false, now);
      }
    }
    state
        .orders()
        .sorted()
        .forEach(
            (key, order) -> {
              if (order.action() == PatchAction.PIN && !patches.isActive(key)) {
                PatchScope.parse(key)
                    .ifPresent(scope -> activate(selection.of(scope), order.line(), true, now));
              }
            });
  }

  private boolean hasRoom(PatchScope scope) {
    return switch (scope.layer()) {
      case CAPABILITY_HINT -> activeHints() < settings.activation().maximumHints();
      case SCHEMA_CUE -> hasRoomForCue(scope.blamedTool());
      case RECOVERY_FEEDBACK -> true;
    };
  }

  private long activeHints() {
    return patches.active().values().stream()
        .filter(held -> held.issued().getLayer() == PatchLayer.CAPABILITY_HINT)
        .count();
  }

  private boolean hasRoomForCue(String tool) {
    Set<String> tools = new HashSet<>();
    for (HeldPatch held : patches.active().values()) {
      if (held.issued().getLayer() == PatchLayer.SCHEMA_CUE) {
        tools.add(held.scope().blamedTool());
      }
    }
    return tools.contains(tool) || tools.size() < settings.activation().maximumCuedTools();
  }

  private void activate(PatchCandidate candidate, String reason, boolean pinned, Instant now) {
    PatchScope scope = candidate.scope();
    ToolDoc document = document(scope);
    if (document == null && scope.tool() != null) {
      waiting = true;
      return;
    }
    Optional<PatchContent> content = PatchContents.of(scope, document);
    if (content.isEmpty() || (!pinned && didNotHelp(scope.key(), content.get()))) {
      return;
    }
    if (knowledge.leakIn(content.get()).isPresent()) {
      if (refused.add(scope.key())) {
        counts.refused();
      }
      return;
    }
    patches.activate(scope, content.get(), evidence(candidate), reason, pinned, now);
  }

  private @Nullable ToolDoc document(PatchScope scope) {
    return scope.tool() == null ? null : knowledge.document(scope.tool());
  }

  private boolean didNotHelp(String key, PatchContent content) {
    HeldPatch held = state.patches().get(key);
    return held != null
        && held.isCooling(evidence.newestVersion())
        && held.issued().getContentDigest().equals(PatchContents.digest(content));
  }

  private PatchEvidence evidence(PatchCandidate candidate) {
    return new PatchEvidence(
        candidate.count(),
        candidate.prevalence(),
        candidate.rewardMean(),
        evidence.oldestVersion(),
        evidence.newestVersion(),
        evidence.episodes(candidate.scope().name()));
  }
}
