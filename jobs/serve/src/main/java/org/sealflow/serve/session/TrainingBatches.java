package org.sealflow.serve.session;

import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PlannedGroup;

/**
 * Puts the groups of training episodes into batches in the order in which they begin. A batch is
 * told once all its groups have begun, so that a learner takes its step of it. Thread-safe.
 */
public final class TrainingBatches {
  /** Groups that wait for more episodes; those of the one that has waited longest are given up. */
  private static final int MOST_OPEN = 65_536;

  private final String runId;
  private final int size;
  private final Clock clock;
  private final Consumer<BatchManifest> full;
  private final Map<String, Long> open = new LinkedHashMap<>();
  private final List<PlannedGroup> filling = new ArrayList<>();
  private long number;

  /**
   * No batches yet.
   *
   * @param size groups of a batch, at least 1
   * @param first number of the first batch, behind those that the run has already
   * @param full takes each batch that is full
   * @throws IllegalArgumentException if a number is out of range: one line
   */
  public TrainingBatches(
      String runId, int size, long first, Clock clock, Consumer<BatchManifest> full) {
    if (size < 1) {
      throw new IllegalArgumentException("batch-groups is " + size + ", expected 1 or more");
    }
    if (first < 0) {
      throw new IllegalArgumentException("first batch is " + first + ", expected 0 or more");
    }
    this.runId = runId;
    this.size = size;
    this.number = first;
    this.clock = clock;
    this.full = full;
  }

  /** The batch of an episode; null if it is no training episode, or its group was given up. */
  synchronized @Nullable Long of(BegunEpisode begun) {
    Placement.Sample sample = begun.placement().sample();
    if (sample == null || begun.placement().mode() != Mode.TRAIN) {
      return null;
    }
    if (sample.index() > 0) {
      boolean last = sample.index() == sample.size() - 1;
      return last ? open.remove(sample.groupId()) : open.get(sample.groupId());
    }
    long batch = number;
    if (sample.size() > 1) {
      open.put(sample.groupId(), batch);
      giveUpOldest();
    }
    filling.add(planned(begun, sample));
    if (filling.size() == size) {
      full.accept(manifest());
      filling.clear();
      number++;
    }
    return batch;
  }

  private void giveUpOldest() {
    if (open.size() > MOST_OPEN) {
      open.remove(open.keySet().iterator().next());
    }
  }

  private static PlannedGroup planned(BegunEpisode begun, Placement.Sample sample) {
    InterfacePatches patches = begun.placement().patches();
    return PlannedGroup.newBuilder()
        .setGroupId(sample.groupId())
        .setTaskId(begun.task().id())
        .setTaskDigest(begun.digest())
        .setSize(sample.size())
        .setArm(begun.placement().arm())
        .setPatchSetDigest(patches.digest())
        .setShownPatches(patches.keys())
        .build();
  }

  /** The server behind says which weights answer, if at all: the plan names no later version. */
  private BatchManifest manifest() {
    return BatchManifest.newBuilder()
        .setRunId(runId)
        .setBatchNumber(number)
        .setMode(Mode.TRAIN)
        .setPolicyVersion(0)
        .setPlannedAt(clock.instant().truncatedTo(ChronoUnit.MILLIS))
        .setGroupsNeeded(size)
        .setGroups(List.copyOf(filling))
        .build();
  }
}
