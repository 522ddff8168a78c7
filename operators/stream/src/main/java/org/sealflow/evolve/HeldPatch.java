package org.sealflow.evolve;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.evolve.patch.PatchScope;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchReliance;
import org.sealflow.schemas.PatchState;

/**
 * A patch as evolution holds it.
 *
 * @param issued its last record
 * @param uplift what it brought since it is active
 * @param fadedVersions versions in a row at whose end its failure had faded, from 0
 * @param coolUntil the version from which its content may be tried again; -1 unless it did not help
 * @param reliance how much the newest versions lean on it; none in states of earlier versions
 */
public record HeldPatch(
    EnvironmentPatch issued,
    UpliftCounts uplift,
    int fadedVersions,
    long coolUntil,
    RelianceWindow reliance) {
  /** No cooldown. */
  static final long NOT_COOLING = -1;

  /** States of earlier versions hold no reliance. */
  public HeldPatch {
    reliance = reliance == null ? RelianceWindow.NONE : reliance;
  }

  /** A patch of which no reliance is known. */
  HeldPatch(EnvironmentPatch issued, UpliftCounts uplift, int fadedVersions, long coolUntil) {
    this(issued, uplift, fadedVersions, coolUntil, RelianceWindow.NONE);
  }

  /** A digest that differs between any two records of patches. */
  static String mark(EnvironmentPatch patch) {
    return String.join(
        "/",
        String.valueOf(patch.getVersion().getRestoreCount()),
        String.valueOf(patch.getVersion().getCounter()),
        patch.getState().name(),
        patch.getContentDigest(),
        String.valueOf(patch.getUpdatedAt().toEpochMilli()),
        patch.getRunId());
  }

  /** Its purpose. */
  PatchScope scope() {
    return PatchScope.of(issued);
  }

  boolean isActive() {
    return issued.getState() == PatchState.ACTIVE;
  }

  /** Whether its content did not help, and it is too early to try it again. */
  boolean isCooling(long version) {
    return coolUntil > version;
  }

  /** Whether its last record does not say what is known of its effect. */
  boolean isMeasuredAnew() {
    return !uplift.toRecord().equals(issued.getUplift())
        || !Objects.equals(relianceRecord(), issued.getReliance());
  }

  HeldPatch with(UpliftCounts counts) {
    return new HeldPatch(issued, counts, fadedVersions, coolUntil, reliance);
  }

  HeldPatch withFaded(int versions) {
    return new HeldPatch(issued, uplift, versions, coolUntil, reliance);
  }

  HeldPatch with(EnvironmentPatch record) {
    return new HeldPatch(record, uplift, fadedVersions, coolUntil, reliance);
  }

  HeldPatch with(RelianceWindow measured) {
    return new HeldPatch(issued, uplift, fadedVersions, coolUntil, measured);
  }

  /** Its reliance as patches carry it; null if none was measured. */
  @Nullable PatchReliance relianceRecord() {
    return reliance.measures().isEmpty() ? null : reliance.toRecord();
  }
}
