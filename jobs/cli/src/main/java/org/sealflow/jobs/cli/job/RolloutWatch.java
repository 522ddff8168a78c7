package org.sealflow.jobs.cli.job;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecordBase;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.cli.topic.EvolutionLines;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.live.OutageTeller;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.live.TopicFollower;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;

/** Shows a run while it plays: batches as they complete, and patches as they come and go. */
final class RolloutWatch implements AutoCloseable {
  private static final Duration STALL = Duration.ofMinutes(1);

  private final RolloutPlan plan;
  private final Clock clock;
  private final boolean diagnosed;
  private final EvolutionLines lines;
  private final PrintWriter err;
  private final List<TopicFollower> followers = new ArrayList<>();
  private final Map<String, Long> places = new HashMap<>();
  private final Set<String> ended = new HashSet<>();
  private final Map<EndReason, Integer> reasons = new EnumMap<>(EndReason.class);
  private final Set<String> verified = new HashSet<>();
  private final Map<Long, PlayedBatch> batches = new HashMap<>();
  private final ArmCount all = new ArmCount();
  private final Map<String, PatchState> shownStates = new HashMap<>();
  private int patchChanges;
  private long shownEnded;
  private int movedBefore;
  private Instant movedAt;

  private RolloutWatch(
      RolloutPlan plan, boolean diagnosed, Clock clock, Colours colours, PrintWriter err) {
    this.clock = clock;
    this.movedAt = clock.instant();
    this.plan = plan;
    this.diagnosed = diagnosed;
    this.lines = new EvolutionLines(colours);
    this.err = err;
  }

  /**
   * Begins to watch.
   *
   * @param diagnosed whether the episodes are diagnosed too, and patches to be shown
   * @param from where the run's records may begin
   */
  static RolloutWatch open(
      Connection broker,
      RolloutPlan plan,
      boolean diagnosed,
      StartPosition from,
      Colours colours,
      PrintWriter err) {
    RolloutWatch watch = new RolloutWatch(plan, diagnosed, Clock.systemUTC(), colours, err);
    watch.follow(broker, from);
    return watch;
  }

  private void follow(Connection broker, StartPosition from) {
    OutageTeller outages = new OutageTeller(broker, err::println);
    follow(broker, Topic.ROLLOUT_BATCHES, from, BatchManifest.class, this::takeBatch, outages);
    follow(broker, Topic.TRAJECTORIES, from, TrajectoryEvent.class, this::takeEvent, outages);
    if (diagnosed) {
      follow(broker, Topic.DIAGNOSES, from, Diagnosis.class, this::takeDiagnosis, outages);
      follow(
          broker,
          Topic.ENVIRONMENT_PATCHES,
          StartPosition.latest(),
          PatchRecord.class,
          this::takePatch,
          outages);
    }
  }

  private <T extends SpecificRecordBase> void follow(
      Connection broker,
      Topic topic,
      StartPosition from,
      Class<T> recordClass,
      Consumer<T> taker,
      OutageTeller outages) {
    followers.add(TopicFollower.open(broker, topic, from, recordClass, taker, outages));
  }

  private synchronized void takeBatch(BatchManifest manifest) {
    if (manifest.getRunId().equals(plan.runId()) && manifest.getMode() == plan.mode()) {
      batch(manifest.getBatchNumber()).plan(manifest);
      tell(manifest.getBatchNumber());
    }
  }

  private synchronized void takeEvent(TrajectoryEvent event) {
    if (!event.getRunId().equals(plan.runId())) {
      return;
    }
    EpisodeStarted start = event.getEpisodeStarted();
    if (start != null && start.getMode() == plan.mode() && start.getBatchNumber() != null) {
      places.put(event.getEpisodeId(), start.getBatchNumber());
    }
    EpisodeEnded end = event.getEpisodeEnded();
    if (end != null && ended.add(event.getEpisodeId())) {
      reasons.merge(end.getReason(), 1, Integer::sum);
      Long number = places.get(event.getEpisodeId());
      if (number != null) {
        batch(number).countEnded();
      }
    }
  }

  private synchronized void takeDiagnosis(Diagnosis diagnosis) {
    EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
    if (episode == null
        || !diagnosis.getRunId().equals(plan.runId())
        || !verified.add(diagnosis.getEpisodeId())) {
      return;
    }
    all.add(episode);
    Long number = episode.getBatchNumber();
    if (number != null && episode.getMode() == plan.mode()) {
      batch(number).add(episode);
      tell(number);
    }
  }

  private PlayedBatch batch(long number) {
    return batches.computeIfAbsent(number, any -> new PlayedBatch());
  }

  private void tell(long number) {
    batch(number).result().ifPresent(text -> err.println("batch " + number + ": " + text));
  }

  private synchronized void takePatch(PatchRecord patch) {
    EnvironmentPatch state = patch.getPatch();
    if (!plan.runId().equals(PatchRecords.runId(patch))) {
      return;
    }
    // What only counts on is for `tail patches`.
    if (state == null
        || shownStates.put(patch.getPatchKey(), state.getState()) != state.getState()) {
      patchChanges++;
      lines.of(patch).forEach(err::println);
    }
  }

  private int perBatch() {
    return plan.shape().groups() * plan.shape().groupSize();
  }

  /** Shows how far the run has come, where nothing else does, and when it does not move. */
  synchronized void show() {
    followers.forEach(TopicFollower::requireReading);
    int moved = ended.size() + verified.size();
    if (moved != movedBefore) {
      movedBefore = moved;
      movedAt = clock.instant();
    } else if (clock.instant().isAfter(movedAt.plus(STALL))) {
      movedAt = clock.instant();
      err.println(
          "nothing has moved for "
              + STALL.toSeconds()
              + " s: "
              + Shown.count(ended.size(), "episode")
              + " ended of "
              + batches.values().stream().mapToInt(PlayedBatch::planned).sum()
              + " planned so far"
              + (diagnosed ? ", " + verified.size() + " diagnosed" : ""));
    }
    if (!diagnosed && ended.size() / perBatch() > shownEnded) {
      shownEnded = ended.size() / perBatch();
      err.println(Shown.count(ended.size(), "episode") + " ended");
    }
  }

  /**
   * Whether the last batch is planned, and every episode of every batch has ended, and has its
   * diagnosis if there are any. Manifests come in order: with the last one all that are still on
   * their topic are known.
   */
  synchronized boolean complete() {
    PlayedBatch last = batches.get(plan.shape().batches() - 1);
    return last != null
        && last.isPlanned()
        && batches.values().stream()
            .filter(PlayedBatch::isPlanned)
            .allMatch(batch -> batch.isPlayed(diagnosed));
  }

  /** The result of the run, as a line for people. */
  synchronized String summary() {
    String how =
        reasons.entrySet().stream()
            .map(reason -> reason.getValue() + " " + reason.getKey())
            .collect(Collectors.joining(", "));
    String episodes =
        plan.runId()
            + ": "
            + Shown.count(ended.size(), "episode")
            + (how.isEmpty() ? "" : " (" + how + ")");
    return diagnosed
        ? episodes + "; " + all.text() + "; " + Shown.count(patchChanges, "change") + " of patches"
        : episodes;
  }

  /** The result of the run, as JSON. */
  synchronized String json() {
    return PlainJson.line(
        json -> {
          json.writeStartObject();
          json.writeStringField("run", plan.runId());
          json.writeNumberField("episodes", ended.size());
          json.writeObjectFieldStart("ended");
          for (Map.Entry<EndReason, Integer> reason : reasons.entrySet()) {
            json.writeNumberField(reason.getKey().name(), reason.getValue());
          }
          json.writeEndObject();
          if (diagnosed) {
            json.writeArrayFieldStart("arms");
            for (Arm arm : all.arms()) {
              json.writeStartObject();
              json.writeStringField("arm", arm.name());
              json.writeNumberField("episodes", all.episodes(arm));
              json.writeNumberField("passed", all.passed(arm));
              json.writeEndObject();
            }
            json.writeEndArray();
            json.writeNumberField("patchChanges", patchChanges);
          }
          json.writeEndObject();
        });
  }

  @Override
  public void close() {
    followers.forEach(TopicFollower::close);
  }
}
