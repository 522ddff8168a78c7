package org.sealflow.rollout;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.function.LongConsumer;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.RejectedInputs;
import org.sealflow.learn.policy.Policy;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.tasks.TaskChange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays episodes: requests on the first input, and on the second one, the same for all parallel
 * instances, tasks and versions of the policy. Answers of the policy and deadlines reach the task's
 * thread through its mailbox.
 *
 * <p>Across a restart the requests of unfinished episodes are kept, with what the policy has said
 * in them: their next attempts go on from there, and those that cannot begin anew. Requests that
 * find no place wait in state and hold nobody up, until there are more than the settings allow:
 * then the operator stays in {@code processElement1}, playing on, until one has found a place, and
 * a checkpoint's barrier waits that long behind it.
 */
public final class EpisodeRunner extends AbstractStreamOperator<TrajectoryEvent>
    implements TwoInputStreamOperator<EpisodeRequest, RolloutNotice, TrajectoryEvent>,
        BoundedMultiInput {
  private static final long serialVersionUID = 1L;

  private static final Logger LOG = LoggerFactory.getLogger(EpisodeRunner.class);

  private static final int INPUTS = 2;

  private final RolloutSettings settings;
  private final PolicyFactory policies;
  private final transient MailboxExecutor mailbox;
  private final transient Set<Integer> endedInputs = new LinkedHashSet<>();
  private transient EpisodeRunnerState state;
  private transient EpisodeTasks tasks;
  private transient EpisodeSchedule schedule;
  private transient EpisodePlayer player;
  private transient InformedPolicy informed;
  private transient ForeignVersions foreign;
  private transient @Nullable Policy policy;
  private transient @Nullable Policy users;
  private transient @Nullable Watermark heldBack;
  private transient boolean restored;

  // Flink fills the transient fields in initializeState and open.
  @SuppressWarnings("NullAway.Init")
  EpisodeRunner(
      StreamOperatorParameters<TrajectoryEvent> parameters,
      RolloutSettings settings,
      PolicyFactory policies) {
    super(parameters);
    this.settings = settings;
    this.policies = policies;
    this.mailbox = parameters.getMailboxExecutor();
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    state = new EpisodeRunnerState(context.getOperatorStateStore());
    restored = context.isRestored();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    List<UnfinishedEpisode> unfinished = new ArrayList<>(player.unfinished());
    unfinished.addAll(schedule.unfinished());
    state.replaceUnfinished(unfinished);
  }

  @Override
  public void open() throws Exception {
    super.open();
    TaskThread thread = new TaskThread();
    TaskInfo task = getRuntimeContext().getTaskInfo();
    int restarts = task.getAttemptNumber();
    Attempts attempts = new Attempts(restored, restarts, thread.clock().millis());
    tasks = new EpisodeTasks(state::task, settings.rules().style());
    Policy opened = policies.create(tasks::named);
    policy = opened;
    UserSettings played = settings.users();
    users = played == null ? null : played.players().create(tasks::named);
    EngineWatch engines = new EngineWatch();
    player =
        new EpisodePlayer(
            settings,
            new EpisodePreparation(settings, tasks, thread.clock()),
            opened,
            users,
            thread,
            new EpisodeRunnerMetrics(
                getMetricGroup(), () -> player.inFlight(), () -> schedule.waiting()),
            engines,
            this::beginEpisodes);
    schedule = new EpisodeSchedule(settings, tasks, attempts, player, engines, thread);
    informed = new InformedPolicy(opened, thread, this::versionInUse);
    foreign = new ForeignVersions(opened, settings.policyName());
    state.newestOfEachPolicy().forEach(this::use);
    List<UnfinishedEpisode> unfinished = state.unfinished();
    unfinished.forEach(schedule::restore);
    LOG.info(
        "episode runner {}: {} episodes begin",
        restored ? "restored" : "started",
        unfinished.size());
    // What is downstream may not take events before the task runs.
    mailbox.execute(this::beginEpisodes, "begin the episodes of a restored runner");
  }

  private void beginEpisodes() {
    schedule.begin();
  }

  @Override
  public void processElement1(StreamRecord<EpisodeRequest> element) throws Exception {
    schedule.add(element.getValue());
    beginEpisodes();
    while (schedule.waitingForPlace() > settings.limits().maxWaiting()) {
      mailbox.yield();
    }
  }

  @Override
  public void processElement2(StreamRecord<RolloutNotice> element) throws Exception {
    RolloutNotice notice = element.getValue();
    if (notice.task() != null) {
      learn(notice.task());
    }
    if (notice.policy() != null) {
      learn(notice.policy());
    }
  }

  private void learn(TaskChange change) throws Exception {
    state.apply(change);
    tasks.forget(change.key());
    schedule.taskArrived();
    beginEpisodes();
  }

  /** Versions that come late change nothing, nor do those that come again, if they were had. */
  private void learn(PolicyUpdate update) throws Exception {
    PolicyUpdate known = state.newest(update.getPolicyName());
    if (known == null
        || known.getVersion() < update.getVersion()
        || (known.getVersion() == update.getVersion() && isLacked(update))) {
      state.put(update);
      use(update);
      beginEpisodes();
    }
  }

  private boolean isLacked(PolicyUpdate update) {
    return update.getPolicyName().equals(settings.policyName()) && informed.lacksNewest();
  }

  /** A version of another policy than the one asked says only that there is nothing to wait for. */
  private void use(PolicyUpdate update) {
    if (update.getPolicyName().equals(settings.policyName())) {
      informed.tell(update);
    } else {
      foreign.warning(update).ifPresent(LOG::warn);
      schedule.versionInUse(update.getVersion());
    }
  }

  /** Episodes that need the version begin once it is in use, or cannot be had. */
  private void versionInUse(long version) {
    schedule.versionInUse(version);
    beginEpisodes();
  }

  /**
   * Waits for all episodes once both inputs are at their end. Not in {@code finish}, where timers
   * fire no more; and not at the end of the requests alone, since their tasks may be still to come.
   */
  @Override
  public void endInput(int inputId) throws Exception {
    endedInputs.add(inputId);
    if (endedInputs.size() < INPUTS) {
      return;
    }
    schedule.inputEnded();
    beginEpisodes();
    while (player.inFlight() > 0) {
      mailbox.yield();
    }
    if (heldBack != null) {
      super.processWatermark(heldBack);
    }
  }

  /**
   * Held back until every episode has ended: the watermark at the end of the inputs tells those
   * downstream that nothing more comes, and comes before {@link #endInput}.
   */
  @Override
  public void processWatermark(Watermark mark) {
    heldBack = mark;
  }

  @Override
  public void close() throws Exception {
    if (player != null) {
      player.close();
    }
    if (policy != null) {
      policy.close();
      policy = null;
    }
    if (users != null) {
      users.close();
      users = null;
    }
    super.close();
  }

  /** The task's thread, with Flink's timers and outputs. */
  private final class TaskThread implements PlayerThread {
    private final Clock clock = new ProcessingTimeClock(getProcessingTimeService());
    private final RejectedInputs rejected = new RejectedInputs(Boundary.ROLLOUT);

    @Override
    public Clock clock() {
      return clock;
    }

    @Override
    public void execute(Runnable work, String name) {
      mailbox.execute(work::run, "%s", name);
    }

    @Override
    public ScheduledFuture<?> at(long time, LongConsumer alarm) {
      return getProcessingTimeService().registerTimer(time, alarm::accept);
    }

    @Override
    public void emit(TrajectoryEvent event) {
      output.collect(new StreamRecord<>(event, event.getEventTime().toEpochMilli()));
    }

    @Override
    public void reject(EpisodeRequest request, Throwable unusable) {
      output.collect(
          DeadLetters.FAILURES,
          new StreamRecord<>(
              rejected.failure(
                  request.runId(), request.episodeId(), null, request, clock.instant(), unusable)));
    }
  }
}
