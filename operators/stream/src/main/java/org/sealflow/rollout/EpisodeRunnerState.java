package org.sealflow.rollout;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.tasks.TaskChange;
import org.sealflow.tasks.TaskMessages;

/** The state a parallel instance of the runner keeps across restarts. */
final class EpisodeRunnerState {
  /**
   * Episodes that have not ended, with the patches they are shown and what the policy has said in
   * them: some ten bytes a sampled token. Shared out among the instances at a restore. Written at
   * every checkpoint; an entry goes with the end of its episode.
   */
  private static final ListStateDescriptor<UnfinishedEpisode> UNFINISHED =
      new ListStateDescriptor<>("unfinished", TypeInformation.of(UnfinishedEpisode.class));

  /**
   * Key in the topic {@code tasks} → record, the same in all instances. Replaced when the same key
   * is published again, removed by a record of that key without a value: it grows with the number
   * of tasks that nobody removes.
   */
  private static final MapStateDescriptor<String, byte[]> TASKS = TaskMessages.descriptor("tasks");

  /** Policy name → its newest version, the same in all instances; a run trains one policy. */
  private static final MapStateDescriptor<String, PolicyUpdate> POLICIES =
      new MapStateDescriptor<>("policies", Types.STRING, new AvroTypeInfo<>(PolicyUpdate.class));

  private final TaskMessages records = new TaskMessages();
  private final ListState<UnfinishedEpisode> unfinished;
  private final BroadcastState<String, byte[]> tasks;
  private final BroadcastState<String, PolicyUpdate> policies;

  // Broadcast state rather than union lists: of n instances each gets its own copy back, not n.
  EpisodeRunnerState(OperatorStateStore store) throws Exception {
    unfinished = store.getListState(UNFINISHED);
    tasks = store.getBroadcastState(TASKS);
    policies = store.getBroadcastState(POLICIES);
  }

  List<UnfinishedEpisode> unfinished() throws Exception {
    List<UnfinishedEpisode> episodes = new ArrayList<>();
    unfinished.get().forEach(episodes::add);
    return episodes;
  }

  void replaceUnfinished(List<UnfinishedEpisode> episodes) throws Exception {
    unfinished.update(episodes);
  }

  @Nullable TaskRecord task(String key) throws Exception {
    return records.get(tasks, key);
  }

  void apply(TaskChange change) throws Exception {
    records.apply(tasks, change);
  }

  @Nullable PolicyUpdate newest(String policyName) throws Exception {
    return policies.get(policyName);
  }

  List<PolicyUpdate> newestOfEachPolicy() throws Exception {
    List<PolicyUpdate> newest = new ArrayList<>();
    policies.immutableEntries().forEach(entry -> newest.add(entry.getValue()));
    return newest;
  }

  void put(PolicyUpdate update) throws Exception {
    policies.put(update.getPolicyName(), update);
  }
}
