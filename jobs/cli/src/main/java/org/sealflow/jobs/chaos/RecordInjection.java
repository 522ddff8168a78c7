package org.sealflow.jobs.chaos;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * Puts records among the trajectories of a round that a broken or hostile producer would send. What
 * it makes of others' episodes are evaluation episodes, from which nothing is learned.
 */
final class RecordInjection {
  private static final int DUPLICATES = 20;
  private static final String DEEP = "[".repeat(5_000);
  private static final List<String> HOSTILE =
      List.of(
          "",
          "\u0000",
          "'); DROP TABLE tasks; --",
          "\ud800",
          "()".repeat(2_000),
          DEEP,
          "__import__('os').system('id')",
          "cd(folder='" + "../".repeat(500) + "')",
          "{\"name\": \"cd\", \"arguments\": " + DEEP,
          "\u202e".repeat(99),
          "9".repeat(4_000));

  private final RoundTopics topics;
  private final Injected injected;
  private final Codec<TrajectoryEvent> codec = Codec.of(TrajectoryEvent.class);

  RecordInjection(RoundTopics topics, Injected injected) {
    this.topics = topics;
    this.injected = injected;
  }

  /** Sends what a fault stands for; a number makes names of it. */
  void inject(PlannedFault fault) throws Exception {
    Random random = new Random(fault.seed());
    List<ConsumerRecord<byte[], byte[]>> records = topics.raw(Topic.TRAJECTORIES);
    switch (fault.kind()) {
      case DUPLICATED_RECORDS -> duplicate(records, random);
      case REORDERED_RECORDS -> reorder(fault.number(), records, random);
      case TRUNCATED_RECORDS -> truncate(records, random);
      case HOSTILE_RECORDS -> {
        garbage(random);
        hostile(fault.number(), records, random);
      }
      default -> throw new IllegalArgumentException(fault.kind() + " sends no records");
    }
  }

  private void duplicate(List<ConsumerRecord<byte[], byte[]>> records, Random random)
      throws Exception {
    for (int i = 0; i < DUPLICATES; i++) {
      ConsumerRecord<byte[], byte[]> record = records.get(random.nextInt(records.size()));
      if (!injected.unreadable().contains(Injected.position(record.partition(), record.offset()))) {
        topics.send(Topic.TRAJECTORIES, record.key(), record.value());
      }
    }
  }

  private void reorder(int number, List<ConsumerRecord<byte[], byte[]>> records, Random random)
      throws Exception {
    List<TrajectoryEvent> original = ended(records, random);
    if (original == null) {
      return;
    }
    String name = "reordered-" + number;
    List<TrajectoryEvent> copy = new ArrayList<>(evaluation(original, name));
    copy.addAll(copy.subList(0, copy.size() / 2));
    Collections.shuffle(copy, random);
    injected.copy(name, original.get(0).getEpisodeId());
    send(copy);
  }

  private void truncate(List<ConsumerRecord<byte[], byte[]>> records, Random random)
      throws Exception {
    for (int i = 0; i < 3; i++) {
      ConsumerRecord<byte[], byte[]> whole = records.get(random.nextInt(records.size()));
      if (whole.value() != null && whole.value().length > 0) {
        int length = random.nextInt(Math.min(whole.value().length, 200));
        unreadable(whole.key(), Arrays.copyOf(whole.value(), length));
      }
    }
  }

  private void garbage(Random random) throws Exception {
    byte[] noise = new byte[1 + random.nextInt(100_000)];
    random.nextBytes(noise);
    unreadable(Arrays.copyOf(noise, Math.min(noise.length, 9)), noise);
    unreadable("nobody".getBytes(StandardCharsets.UTF_8), new byte[random.nextInt(1 << 20)]);
  }

  private void unreadable(byte[] key, byte[] value) throws Exception {
    RecordMetadata at = topics.send(Topic.TRAJECTORIES, key, value);
    injected.unreadable(at.partition(), at.offset());
  }

  /** As many calls as there are results, or the episode would wait for its end for minutes. */
  private void hostile(int number, List<ConsumerRecord<byte[], byte[]>> records, Random random)
      throws Exception {
    List<TrajectoryEvent> original = ended(records, random);
    if (original == null) {
      return;
    }
    String name = "hostile-" + number + "-\u202e'\"${x}";
    List<TrajectoryEvent> changed = new ArrayList<>();
    for (TrajectoryEvent event : evaluation(original, name)) {
      AssistantStep step = event.getAssistantStep();
      if (step != null) {
        event.setAssistantStep(
            AssistantStep.newBuilder(step)
                .setText(pick(random))
                .setToolCalls(step.getToolCalls().stream().map(any -> pick(random)).toList())
                .build());
      }
      changed.add(event);
    }
    injected.hostile(name);
    send(changed);
  }

  private static String pick(Random random) {
    return HOSTILE.get(random.nextInt(HOSTILE.size()));
  }

  private void send(List<TrajectoryEvent> events) throws Exception {
    for (TrajectoryEvent event : events) {
      topics.send(
          Topic.TRAJECTORIES,
          event.getEpisodeId().getBytes(StandardCharsets.UTF_8),
          codec.encode(event));
    }
  }

  /** The events of an episode that was played to its end in its first attempt, in their order. */
  private @Nullable List<TrajectoryEvent> ended(
      List<ConsumerRecord<byte[], byte[]>> records, Random random) {
    Map<String, List<TrajectoryEvent>> episodes = new LinkedHashMap<>();
    Set<String> unfit = new HashSet<>();
    for (TrajectoryEvent event : RoundTopics.decode(records, TrajectoryEvent.class)) {
      List<TrajectoryEvent> events =
          episodes.computeIfAbsent(event.getEpisodeId(), id -> new ArrayList<>());
      if (event.getSequence() == events.size()) {
        events.add(event);
      }
      if (event.getAttempt() > 0 || injected.holds(event.getEpisodeId())) {
        unfit.add(event.getEpisodeId());
      }
    }
    List<List<TrajectoryEvent>> whole =
        episodes.entrySet().stream()
            .filter(one -> !unfit.contains(one.getKey()) && !one.getValue().isEmpty())
            .map(Map.Entry::getValue)
            .filter(all -> all.get(all.size() - 1).getKind() == EventKind.EPISODE_ENDED)
            .toList();
    return whole.isEmpty() ? null : whole.get(random.nextInt(whole.size()));
  }

  private static List<TrajectoryEvent> evaluation(List<TrajectoryEvent> original, String name) {
    List<TrajectoryEvent> copies = new ArrayList<>();
    for (TrajectoryEvent event : original) {
      TrajectoryEvent copy = TrajectoryEvent.newBuilder(event).setEpisodeId(name).build();
      EpisodeStarted started = copy.getEpisodeStarted();
      if (started != null) {
        copy.setEpisodeStarted(
            EpisodeStarted.newBuilder(started)
                .setMode(Mode.EVAL)
                .setArm(Arm.HOLDOUT)
                .setShownPatches(List.of())
                .setPatchSetDigest(null)
                .setGroupId(name)
                .setGroupSize(1)
                .setSampleIndex(0)
                .setBatchNumber(null)
                .setBranch(null)
                .build());
      }
      copies.add(copy);
    }
    return copies;
  }
}
