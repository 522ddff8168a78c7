package org.sealflow.evolve;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.sealflow.schemas.EnvironmentPatch;

/**
 * The Flink state behind {@link EvolutionState}: loaded as a whole at the first use of a key,
 * written entry by entry. All of it is keyed by run and category. A key is cleared when its run has
 * been silent for the time to live. What can still leak: orders and unclaimed patches of a run of
 * which no evidence ever comes, and marks of records that are never read back.
 */
final class EvolutionStore {
  /**
   * Key: run and category. The newest version seen, and when evidence came last. Absent before the
   * first evidence.
   */
  private static final ValueStateDescriptor<EvolutionProgress> PROGRESS =
      new ValueStateDescriptor<>("progress", TypeInformation.of(EvolutionProgress.class));

  /**
   * Key: run and category. Capability → its newest profile. Replaced by the next; bounded by the
   * known tools, failures and tags.
   */
  private static final MapStateDescriptor<String, EvidenceCell> CELLS =
      new MapStateDescriptor<>("cells", Types.STRING, TypeInformation.of(EvidenceCell.class));

  /**
   * Key: run and category. Failure or tag → at most three episodes that show it. Bounded like the
   * cells.
   */
  private static final MapStateDescriptor<String, List<String>> EPISODES =
      new MapStateDescriptor<>("episodes", Types.STRING, Types.LIST(Types.STRING));

  /**
   * Key: run and {@code *} alone. Category → its failures by version. Versions before the window
   * are dropped as episodes of the category come.
   */
  private static final MapStateDescriptor<String, FailureSpread> SPREAD =
      new MapStateDescriptor<>("spread", Types.STRING, TypeInformation.of(FailureSpread.class));

  /**
   * Key: run and category. Patch key → patch, active or kept retired, with a measure of reliance
   * for each version of the window at most. Removed when it is retired and neither an order nor a
   * cooldown keeps it; bounded by the cells.
   */
  private static final MapStateDescriptor<String, HeldPatch> PATCHES =
      new MapStateDescriptor<>("patches", Types.STRING, TypeInformation.of(HeldPatch.class));

  /**
   * Key: run and category. Patch key and group → what came of the group. Removed once the group's
   * version has left the window; bounded by the patches and the groups of those versions.
   */
  private static final MapStateDescriptor<String, GroupTally> TALLIES =
      new MapStateDescriptor<>("tallies", Types.STRING, TypeInformation.of(GroupTally.class));

  /**
   * Key: run and category. Patch key → order in force. Removed by RELEASE; grows with orders given.
   */
  private static final MapStateDescriptor<String, PatchOrder> ORDERS =
      new MapStateDescriptor<>("orders", Types.STRING, TypeInformation.of(PatchOrder.class));

  /**
   * Key: run and category. Patch key → marks of records issued and not read back yet. Removed as
   * they are read, and not before; if nothing is read back, a bounded number per patch is left.
   */
  private static final MapStateDescriptor<String, List<String>> AWAITED =
      new MapStateDescriptor<>("awaited", Types.STRING, Types.LIST(Types.STRING));

  /**
   * Key: run and category. Patch key → an active patch found on the topic before any evidence of
   * its run. Removed when it is read as retired, and by the first evidence, which retires it; those
   * of a run that never comes again stay, as they do on the topic.
   */
  private static final MapStateDescriptor<String, EnvironmentPatch> UNCLAIMED =
      new MapStateDescriptor<>(
          "unclaimed", Types.STRING, new AvroTypeInfo<>(EnvironmentPatch.class));

  /** A map of the key and the Flink state behind it. */
  private record Entries<V>(
      MapState<String, V> stored, Function<EvolutionState, TrackedMap<V>> map) {
    void load(EvolutionState into) throws Exception {
      for (Map.Entry<String, V> entry : stored.entries()) {
        map.apply(into).load(entry.getKey(), entry.getValue());
      }
    }

    void write(EvolutionState from) throws Exception {
      TrackedMap<V> entries = map.apply(from);
      for (String key : entries.takeChanged()) {
        V value = entries.get(key);
        if (value == null) {
          stored.remove(key);
        } else {
          stored.put(key, value);
        }
      }
    }
  }

  private final ValueState<EvolutionProgress> progress;
  private final List<Entries<?>> entries;

  EvolutionStore(RuntimeContext context) {
    progress = context.getState(PROGRESS);
    entries =
        List.of(
            new Entries<>(context.getMapState(CELLS), EvolutionState::cells),
            new Entries<>(context.getMapState(EPISODES), EvolutionState::episodes),
            new Entries<>(context.getMapState(SPREAD), EvolutionState::spread),
            new Entries<>(context.getMapState(PATCHES), EvolutionState::patches),
            new Entries<>(context.getMapState(TALLIES), EvolutionState::tallies),
            new Entries<>(context.getMapState(ORDERS), EvolutionState::orders),
            new Entries<>(context.getMapState(AWAITED), EvolutionState::awaited),
            new Entries<>(context.getMapState(UNCLAIMED), EvolutionState::unclaimed));
  }

  /** Loads the state of the current key. */
  EvolutionState load() throws Exception {
    EvolutionState state = new EvolutionState(progress.value());
    for (Entries<?> each : entries) {
      each.load(state);
    }
    return state;
  }

  /**
   * Stores what has changed of the current key since it was loaded or written last.
   *
   * @return whether its progress has
   */
  boolean write(EvolutionState state) throws Exception {
    for (Entries<?> each : entries) {
      each.write(state);
    }
    if (Objects.equals(state.progress(), progress.value())) {
      return false;
    }
    progress.update(state.progress());
    return true;
  }
}
