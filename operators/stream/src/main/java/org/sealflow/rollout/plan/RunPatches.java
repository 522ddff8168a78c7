package org.sealflow.rollout.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.sealflow.ingest.PatchChange;
import org.sealflow.rollout.patch.PatchSet;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecordKind;
import org.sealflow.schemas.PatchState;

/** The patches of a run: those active now, and the sets that branches may repeat. Keyed by run. */
final class RunPatches {
  /**
   * Key: run. Patch key → newest record of an active patch. Gone once retired; those of a run that
   * is over stay if nobody retires them.
   */
  private static final MapStateDescriptor<String, EnvironmentPatch> ACTIVE =
      new MapStateDescriptor<>(
          "active-patches", Types.STRING, new AvroTypeInfo<>(EnvironmentPatch.class));

  /**
   * Key: run. Digest → a set that groups were shown. Goes when no batch that showed it is branched
   * off any more; empty where nothing is.
   */
  private static final MapStateDescriptor<String, ShownSet> SHOWN =
      new MapStateDescriptor<>(
          "shown-patch-sets", Types.STRING, TypeInformation.of(ShownSet.class));

  private final MapState<String, EnvironmentPatch> active;
  private final MapState<String, ShownSet> shown;

  RunPatches(RuntimeContext context) {
    active = context.getMapState(ACTIVE);
    shown = context.getMapState(SHOWN);
  }

  /** Takes what was last said of a patch; orders about patches are not for the planner. */
  void take(PatchChange change) throws Exception {
    if (change.kind() == PatchRecordKind.COMMAND) {
      return;
    }
    PatchRecord record = change.record();
    EnvironmentPatch patch = record == null ? null : record.getPatch();
    if (patch != null && patch.getState() == PatchState.ACTIVE) {
      active.put(change.patchKey(), patch);
    } else {
      active.remove(change.patchKey());
    }
  }

  /** The sets as they are now. */
  PatchSets sets() throws Exception {
    List<EnvironmentPatch> now = new ArrayList<>();
    active.values().forEach(now::add);
    Map<String, ShownSet> before = new HashMap<>();
    for (Map.Entry<String, ShownSet> entry : shown.entries()) {
      before.put(entry.getKey(), entry.getValue());
    }
    return new PatchSets(now, before);
  }

  /**
   * Keeps what a batch is shown, for the branches off its episodes.
   *
   * @param oldest the oldest batch that is branched off from now on; sets shown before are
   *     forgotten
   */
  void keep(PlannedBatch batch, long oldest) throws Exception {
    for (Map.Entry<String, PatchSet> set : batch.shown().entrySet()) {
      shown.put(
          set.getKey(), new ShownSet(batch.manifest().getBatchNumber(), set.getValue().patches()));
    }
    List<String> old = new ArrayList<>();
    for (Map.Entry<String, ShownSet> entry : shown.entries()) {
      if (entry.getValue().newestBatch() < oldest) {
        old.add(entry.getKey());
      }
    }
    for (String digest : old) {
      shown.remove(digest);
    }
  }
}
