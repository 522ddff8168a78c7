package org.sealflow.jobs.chaos;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.live.Causes;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * A run of its own on a system, its faults, and the checks afterwards. When the faults are over the
 * learner is stopped, so that rollouts come to an end; then it works off what is left.
 */
final class ChaosRound implements AutoCloseable {
  /** Rollouts that plan nothing for so long wait for a version. */
  private static final Duration QUIET = Duration.ofSeconds(5);

  private static final long POLL_MILLIS = 1_000;
  private static final int LONGEST_STEP_SECONDS = 60;

  private final ChaosSystem system;
  private final RoundJobs jobs;
  private final Duration patience;
  private final RoundTopics topics;
  private final RoundTopics undisturbed;
  private final Consumer<String> progress;
  private final Injected injected = new Injected();
  private final List<Duration> recoveries = new ArrayList<>();
  private final List<PlannedFault> played = new ArrayList<>();
  private @Nullable RecoveryWatch watch;
  private String diagnosing = "";
  private String playing = "";
  private int parallelism = 1;
  private int ownEndsBefore;

  ChaosRound(
      ChaosSystem system, RoundJobs jobs, ChaosSettings settings, Consumer<String> progress) {
    this.system = system;
    this.ownEndsBefore = system.ownEnds();
    this.jobs = jobs;
    this.patience = settings.patience();
    this.progress = progress;
    this.topics =
        RoundTopics.create(system.bootstrapServers(), jobs.runId() + ".", settings.directory());
    this.undisturbed =
        RoundTopics.create(
            system.bootstrapServers(), jobs.runId() + ".undisturbed.", settings.directory());
  }

  /** Plays the faults and checks what they left. */
  RoundResult play(PlannedRound round) throws Exception {
    int number = round.number();
    List<PlannedFault> faults = round.faults();
    Deadline clock = Deadline.in(Duration.ZERO);
    try {
      begin();
      for (int i = 0; i < faults.size(); i++) {
        play(faults.get(i), i + 1 < faults.size() && faults.get(i + 1).onTop());
      }
      Ledger ledger = settle();
      RoundEvidence evidence = evidence(ledger);
      Invariants.Verdicts verdicts = Invariants.check(evidence);
      return new RoundResult(
          number,
          played,
          clock.elapsed(),
          evidence.planned().size(),
          evidence.output().version(),
          evidence.lostTokens(),
          recoveries,
          0,
          verdicts);
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception failed) {
      if (failed instanceof HangException) {
        system.writeThreads();
      }
      return new RoundResult(
          number,
          played,
          clock.elapsed(),
          0,
          0,
          0,
          recoveries,
          failed instanceof HangException ? 1 : 0,
          new Invariants.Verdicts(List.of(Causes.innermost(failed)), 0, 0));
    }
  }

  private void begin() throws InterruptedException {
    if (jobs.isServed()) {
      system.policy().start(Deadline.in(patience));
    }
    try (RecoveryWatch watch = RecoveryWatch.begin(topics)) {
      diagnosing = jobs.diagnose(topics, parallelism, null);
      playing = jobs.play(topics, 1, null);
      watch.await(0, Deadline.in(patience));
    }
  }

  private void play(PlannedFault fault, boolean nextOnTop) throws Exception {
    Thread.sleep(fault.gap().toMillis());
    String refusal = system.refusal(fault.kind());
    if (refusal != null) {
      progress.accept(fault.line() + "  skipped: " + refusal);
      return;
    }
    progress.accept(fault.line());
    played.add(fault);
    RecoveryWatch watching = watch == null ? RecoveryWatch.begin(topics) : watch;
    watch = watching;
    Deadline since = Deadline.in(patience);
    long begun = Clock.systemUTC().millis();
    begin(fault);
    Thread.sleep(fault.length().toMillis());
    end();
    if (!nextOnTop) {
      awaitRecovery(fault, begun, since, watching);
      watching.close();
      watch = null;
    }
  }

  /** After a kill the clock runs from the kill, after anything else from the fault's end. */
  private void awaitRecovery(
      PlannedFault fault, long begun, Deadline sinceBegin, RecoveryWatch watching)
      throws InterruptedException {
    Deadline sinceEnd = Deadline.in(patience);
    system.jobs().awaitRunning(diagnosing, sinceEnd);
    system.jobs().awaitRunning(playing, sinceEnd);
    // Without a JobManager tasks go on for a while; only what begins under the new one counts.
    boolean fromKill = fault.kind().kills() && fault.kind() != ChaosFault.KILL_JOBMANAGER;
    watching.await(fromKill ? begun : Clock.systemUTC().millis(), sinceEnd);
    Duration recovery = (fault.kind().kills() ? sinceBegin : sinceEnd).elapsed();
    if (fault.kind().kills() && !fault.onTop()) {
      recoveries.add(recovery);
    }
    int ownEnds = system.ownEnds() - ownEndsBefore;
    ownEndsBefore += ownEnds;
    progress.accept(
        String.format(Locale.ROOT, "      recovered in %.1f s", recovery.toMillis() / 1e3)
            + (ownEnds == 0 ? "" : ", " + ownEnds + " × a process that ended by itself"));
  }

  private void begin(PlannedFault fault) throws Exception {
    switch (fault.kind()) {
      case KILL_TASKMANAGER -> system.taskManager(fault).kill();
      case PAUSE_TASKMANAGER -> system.taskManager(fault).pause(fault.length());
      case KILL_JOBMANAGER -> system.jobManager().kill();
      case PAUSE_JOBMANAGER -> system.jobManager().pause(fault.length());
      case KILL_BROKER, BROKER_OUTAGE -> system.broker().kill();
      case PAUSE_BROKER -> system.broker().pause(fault.length());
      case PAUSE_NETWORK -> system.network().hold();
      case CUT_NETWORK -> system.network().cut();
      case DUPLICATED_RECORDS, REORDERED_RECORDS, TRUNCATED_RECORDS, HOSTILE_RECORDS ->
          new RecordInjection(topics, injected).inject(fault);
      case HANGING_POLICY -> system.policy().hang();
      case LYING_POLICY -> system.policy().lie(fault.seed());
      case CLOSING_POLICY -> system.policy().closeConnections();
      case FULL_DISK -> {
        // Kafka deletes the logs that it is recovering when the disk becomes full.
        system.awaitBroker(Deadline.in(patience));
        system.disk().fill();
      }
      case SLOW_DISK -> system.disk().slow(fault.length());
      case STEP_CLOCK -> system.clock().step(step(fault));
      case SAVEPOINT -> restart(fault, parallelism);
      case RESCALE -> restart(fault, 3 - parallelism);
    }
  }

  /** Forward or back. A task that starts under a clock put back waits as long for its timers. */
  private static Duration step(PlannedFault fault) {
    Random random = new Random(fault.seed());
    long seconds = 1L + random.nextInt(LONGEST_STEP_SECONDS);
    return Duration.ofSeconds(random.nextBoolean() ? seconds : -seconds);
  }

  private void end() throws IOException {
    system.clock().step(Duration.ZERO);
    system.disk().free();
    system.network().open();
    system.policy().answer();
    system.revive();
  }

  /** Stops one of the jobs with a savepoint and sends it again. */
  private void restart(PlannedFault fault, int width) throws InterruptedException {
    Deadline deadline = Deadline.in(patience);
    if (fault.target() % 2 == 0) {
      diagnosing = jobs.diagnose(topics, width, system.jobs().stop(diagnosing, deadline));
      parallelism = width;
    } else {
      playing = jobs.play(topics, width, system.jobs().stop(playing, deadline));
    }
  }

  /** Lets the run come to its end; returns the job's count then. */
  private Ledger settle() throws InterruptedException {
    Deadline deadline = Deadline.in(patience);
    progress.accept("      letting the run end");
    String savepoint = system.jobs().stop(diagnosing, deadline);
    awaitEndOfRollouts(deadline);
    system.jobs().cancel(playing, deadline);
    diagnosing = jobs.diagnose(topics, parallelism, savepoint);
    long records = topics.raw(Topic.TRAJECTORIES).size();
    List<BatchManifest> batches = batches(topics);
    Deadline drained = Deadline.in(patience);
    Ledger ledger = Ledger.EMPTY;
    long version = -1;
    while (!drained.isOver()) {
      long newest = topics.output().version();
      drained = newest == version ? drained : Deadline.in(patience);
      version = newest;
      system.jobs().awaitRunning(diagnosing, drained);
      ledger = system.jobs().ledger(diagnosing, drained);
      if (ledger.inFlight() == 0
          && ledger.recordsRead() >= records
          && isWorkedOff(topics, batches)) {
        break;
      }
      Thread.sleep(POLL_MILLIS);
    }
    system.jobs().cancel(diagnosing, Deadline.in(patience));
    return ledger;
  }

  private void awaitEndOfRollouts(Deadline deadline) throws InterruptedException {
    Deadline quiet = Deadline.in(QUIET);
    int before = -1;
    while (!quiet.isOver()) {
      Set<String> open = RoundEvidence.planned(batches(topics));
      int planned = open.size();
      open.removeAll(ended());
      boolean same = planned == before && open.isEmpty() && system.jobs().isRunning(playing);
      before = planned;
      quiet = same ? quiet : Deadline.in(QUIET);
      int left = open.size();
      deadline.pause(() -> left + " of " + planned + " episodes do not end");
    }
  }

  private Set<String> ended() {
    return topics.read(Topic.TRAJECTORIES, TrajectoryEvent.class).stream()
        .filter(event -> event.getKind() == EventKind.EPISODE_ENDED)
        .map(TrajectoryEvent::getEpisodeId)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static List<BatchManifest> batches(RoundTopics topics) {
    return topics.read(Topic.ROLLOUT_BATCHES, BatchManifest.class);
  }

  /** Whether diagnoses, profiles and versions hold all that was planned. */
  private boolean isWorkedOff(RoundTopics where, List<BatchManifest> batches) {
    RunOutput output = where.output();
    if (output.version() < batches.stream().map(BatchManifest::getBatchNumber).distinct().count()) {
      return false;
    }
    Map<String, Diagnosis> diagnosed =
        episodes(where).stream()
            .collect(Collectors.toMap(Diagnosis::getEpisodeId, one -> one, (one, same) -> one));
    return diagnosed.keySet().containsAll(RoundEvidence.planned(batches))
        && output.counted(jobs.runId())
            >= diagnosed.values().stream().filter(Invariants::isCounted).count();
  }

  private static List<Diagnosis> episodes(RoundTopics where) {
    return where.read(Topic.DIAGNOSES, Diagnosis.class).stream()
        .filter(diagnosis -> diagnosis.getKind() == DiagnosisKind.EPISODE)
        .toList();
  }

  private RoundEvidence evidence(Ledger ledger) throws Exception {
    progress.accept("      playing the same trajectories to a job that meets no fault");
    for (Topic topic : List.of(Topic.TASKS, Topic.ROLLOUT_BATCHES, Topic.TRAJECTORIES)) {
      topics.copy(topic, undisturbed);
    }
    String job = jobs.diagnose(undisturbed, 1, null);
    List<BatchManifest> batches = batches(topics);
    Deadline drained = Deadline.in(patience);
    long version = -1;
    while (!drained.isOver() && !isWorkedOff(undisturbed, batches)) {
      long newest = undisturbed.output().version();
      drained = newest == version ? drained : Deadline.in(patience);
      version = newest;
      Thread.sleep(POLL_MILLIS);
    }
    system.jobs().cancel(job, Deadline.in(patience));
    List<ConsumerRecord<byte[], byte[]>> records = topics.raw(Topic.TRAJECTORIES);
    return new RoundEvidence(
        jobs.runId(),
        ledger,
        records.size(),
        batches,
        RoundTopics.decode(records, TrajectoryEvent.class),
        episodes(topics),
        topics.read(Topic.FAILURES, Failure.class),
        injected,
        topics.output(),
        undisturbed.output());
  }

  /** Takes the round's topics away. */
  void delete() throws Exception {
    topics.delete();
    undisturbed.delete();
  }

  @Override
  public void close() {
    if (watch != null) {
      watch.close();
    }
    topics.close();
    undisturbed.close();
  }
}
