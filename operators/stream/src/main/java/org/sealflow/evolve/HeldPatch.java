package org.sealflow.evolve;

import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchState;

/**
 * A patch as evolution holds it.
 *
 * @param issued its last record
 * @param uplift what it brought since it is active
 * @param fadedVersions versions in a row at whose end its failure had faded, from 0
 * @param coolUntil the version from which its content may be tried again; -1 unless it did not help
 */
public record HeldPatch(
    EnvironmentPatch issued, UpliftCounts uplift, int fadedVersions, long coolUntil) {
  /** No cooldown. */
  static final long NOT_COOLING = -1;

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

  boolean isActive() {
    return issued.getState() == PatchState.ACTIVE;
  }

  /** Whether its content did not help, and it is too early to try it again. */
  boolean isCooling(long version) {
    return coolUntil > version;
  }

  HeldPatch with(UpliftCounts counts) {
    return new HeldPatch(issued, counts, fadedVersions, coolUntil);
  }

  HeldPatch withFaded(int versions) {
    return new HeldPatch(issued, uplift, versions, coolUntil);
  }

  HeldPatch with(EnvironmentPatch record) {
    return new HeldPatch(record, uplift, fadedVersions, coolUntil);
  }
}
