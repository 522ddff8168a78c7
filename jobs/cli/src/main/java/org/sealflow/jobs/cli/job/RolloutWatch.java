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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;

/** Shows a run while it plays: batches as they complete, and patches as they come and go. */
final class RolloutWatch implements AutoCloseable {
  private static final Duration STALL = Duration.ofMinutes(1);

  private final RolloutPlan plan;
  private final Clock clock;
  private final boolean diagnosed;
  private final EvolutionLines lines;
  private final PrintWriter err;
  private final List<TopicFollower> followers = new ArrayList<>();
  private final Set<String> ended = new HashSet<>();
  private final Map<EndReason, Integer> reasons = new EnumMap<>(EndReason.class);
  private final Set<String> verified = new HashSet<>();
  private final Map<Long, BatchCount> batches = new TreeMap<>();
  private final BatchCount all = new BatchCount();
  private final Map<String, PatchState> shownStates = new HashMap<>();
  private int patchChanges;
  private long shownEnded;
  private int movedBefore;
  private Instant movedAt;

  /** Episodes of a batch by arm. */
  private static final class BatchCount {
    private final Map<Arm, Integer> episodes = new EnumMap<>(Arm.class);
    private final Map<Arm, Integer> passed = new EnumMap<>(Arm.class);
    private int count;

    void add(EpisodeDiagnosis episode) {
      count++;
      episodes.merge(episode.getArm(), 1, Integer::sum);
      if (episode.getVerdict() == Verdict.PASSED) {
        passed.merge(episode.getArm(), 1, Integer::sum);
      }
    }

    String text() {
      return episodes.entrySet().stream()
          .map(
              arm ->
                  arm.getKey().name().toLowerCase(Locale.ROOT)
                      + " "
                      + passed.getOrDefault(arm.getKey(), 0)
                      + "/"
                      + arm.getValue())
          .collect(Collectors.joining(", ", "passed: ", ""));
    }
  }

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

  private synchronized void takeEvent(TrajectoryEvent event) {
    EpisodeEnded end = event.getEpisodeEnded();
    if (end != null && event.getRunId().equals(plan.runId()) && ended.add(event.getEpisodeId())) {
      reasons.merge(end.getReason(), 1, Integer::sum);
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
    if (number != null) {
      BatchCount batch = batches.computeIfAbsent(number, any -> new BatchCount());
      batch.add(episode);
      if (batch.count == perBatch()) {
        err.println("batch " + number + ": " + batch.text());
        batches.remove(number);
      }
    }
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
              + plan.shape().batches() * perBatch()
              + (diagnosed ? ", " + verified.size() + " diagnosed" : ""));
    }
    if (!diagnosed && ended.size() / perBatch() > shownEnded) {
      shownEnded = ended.size() / perBatch();
      err.println(Shown.count(ended.size(), "episode") + " ended");
    }
  }

  /** Whether every episode of the plan has ended, and has its diagnosis where there are any. */
  synchronized boolean complete() {
    long planned = plan.shape().batches() * perBatch();
    return planned > 0 && ended.size() >= planned && (!diagnosed || verified.size() >= planned);
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
            for (Map.Entry<Arm, Integer> arm : all.episodes.entrySet()) {
              json.writeStartObject();
              json.writeStringField("arm", arm.getKey().name());
              json.writeNumberField("episodes", arm.getValue());
              json.writeNumberField("passed", all.passed.getOrDefault(arm.getKey(), 0));
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
