package org.sealflow.rollout;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.Conversation;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.rollout.branch.BranchEnd;
import org.sealflow.rollout.branch.Prefix;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.verify.RejectedInputs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays episodes: requests on the first input, and on the second one, the same for all parallel
 * instances, tasks and versions of the policy. Many episodes are under way at the same time; the
 * policy's answers come in on other threads and are taken up by the task's own through its mailbox,
 * as are the deadlines. Events go out as they happen.
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

  /** Requests that could not be played, nor told as an attempt that ended. */
  public static final OutputTag<Failure> FAILURES =
      new OutputTag<>("failures", new AvroTypeInfo<>(Failure.class));

  private static final Logger LOG = LoggerFactory.getLogger(EpisodeRunner.class);

  private static final int INPUTS = 2;
  private static final int MOST_BYTES_OF_A_CHARACTER = 3;

  private final RolloutSettings settings;
  private final PolicyFactory policies;
  private final transient MailboxExecutor mailbox;
  private final transient RequestQueue queue = new RequestQueue();
  private final transient Set<LiveEpisode> live = new LinkedHashSet<>();

  /** By episode: restored ones that have not begun again. */
  private final transient Map<String, UnfinishedEpisode> interrupted = new HashMap<>();

  private final transient Set<Integer> endedInputs = new LinkedHashSet<>();
  private transient ProcessingTimeClock clock;
  private transient EpisodeRunnerState state;
  private transient EpisodeRunnerMetrics metricsOfEpisodes;
  private transient EpisodeHeaders headers;
  private transient EpisodeTasks tasks;
  private transient Attempts attempts;
  private transient Codec<TrajectoryEvent> codec;
  private transient RejectedInputs rejected;
  private transient @Nullable Policy policy;
  private transient @Nullable Watermark heldBack;
  private transient boolean restored;
  private transient boolean taskTimerArmed;
  private transient long newestTold;

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
    List<UnfinishedEpisode> unfinished = new ArrayList<>();
    live.forEach(episode -> unfinished.add(episode.unfinished()));
    queue.all().forEach(request -> unfinished.add(waiting(request)));
    state.replaceUnfinished(unfinished);
  }

  private UnfinishedEpisode waiting(EpisodeRequest request) {
    UnfinishedEpisode before = interrupted.get(request.episodeId());
    return before == null
        ? UnfinishedEpisode.waiting(request)
        : new UnfinishedEpisode(request, before.header(), before.answers());
  }

  @Override
  public void open() throws Exception {
    super.open();
    clock = new ProcessingTimeClock(getProcessingTimeService());
    codec = Codec.of(TrajectoryEvent.class);
    rejected = new RejectedInputs(Boundary.ROLLOUT);
    headers = new EpisodeHeaders(settings, clock);
    tasks = new EpisodeTasks(state::task, settings.style());
    TaskInfo task = getRuntimeContext().getTaskInfo();
    int restarts = task.getAttemptNumber();
    attempts = new Attempts(!restored && restarts == 0, restarts, clock.millis());
    metricsOfEpisodes =
        new EpisodeRunnerMetrics(
            getMetricGroup(),
            live::size,
            () -> queue.waitingForPlace() + queue.waitingForTask() + queue.waitingForVersion());
    openPolicy();
    for (UnfinishedEpisode episode : state.unfinished()) {
      if (episode.hasAnswers()) {
        interrupted.put(episode.request().episodeId(), episode);
      }
      enqueue(episode.request());
    }
    LOG.info(
        "episode runner {}: {} episodes begin",
        restored ? "restored" : "started",
        queue.all().size());
    // What is downstream may not take events before the task runs.
    mailbox.execute(this::startEpisodes, "begin the episodes of a restored runner");
  }

  private void openPolicy() throws Exception {
    Policy opened = policies.create(tasks::named);
    policy = opened;
    PolicyUpdate newest = state.policy(settings.policyName());
    if (newest != null) {
      tell(opened, newest);
    }
  }

  @Override
  public void processElement1(StreamRecord<EpisodeRequest> element) throws Exception {
    enqueue(element.getValue());
    startEpisodes();
    while (queue.waitingForPlace() > settings.maxWaiting()) {
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

  private int measured(TrajectoryEvent event) {
    return codec.encode(event).length + event.getEpisodeId().length() * MOST_BYTES_OF_A_CHARACTER;
  }

  /** Of an episode that cannot even be told as one that ended. */
  private void reject(EpisodeRequest request, Throwable unusable) {
    output.collect(
        FAILURES,
        new StreamRecord<>(
            rejected.failure(
                request.runId(), request.episodeId(), null, request, clock.instant(), unusable)));
  }

  private void learn(TaskRecord record) throws Exception {
    state.put(record);
    tasks.replaced(record);
    queue.taskArrived(tasks::isKnown);
    startEpisodes();
  }

  /**
   * Versions that come again, or late, change nothing; those of another policy say no more than
   * that there is nothing to wait for.
   */
  private void learn(PolicyUpdate update) throws Exception {
    if (!update.getPolicyName().equals(settings.policyName())) {
      versionInUse(update.getVersion());
      return;
    }
    PolicyUpdate known = state.policy(update.getPolicyName());
    if (known == null || known.getVersion() < update.getVersion()) {
      state.put(update);
      tell(openedPolicy(), update);
    }
  }

  /** Episodes that need the version begin once it is in use, or cannot be had. */
  private void tell(Policy told, PolicyUpdate update) {
    long version = update.getVersion();
    newestTold = version;
    told.update(update);
    var unused =
        told.settled()
            .whenComplete(
                (done, failed) ->
                    mailbox.execute(() -> settled(version), "version %s is in use", version));
  }

  /** A version that another has overtaken may never have been in use: the other one is, soon. */
  private void settled(long version) {
    if (version == newestTold) {
      LOG.info("policy {}: version {} is in use", settings.policyName(), version);
      versionInUse(version);
    }
  }

  private void versionInUse(long version) {
    queue.versionInUse(version);
    startEpisodes();
  }

  private Policy openedPolicy() {
    Policy opened = policy;
    if (opened == null) {
      throw new IllegalStateException("the runner is not open");
    }
    return opened;
  }

  private void enqueue(EpisodeRequest request) {
    EpisodeRequest numbered = attempts.numbered(request);
    if (tasks.isKnown(numbered)) {
      queue.add(numbered);
    } else {
      if (queue.waitingForTask() == 0) {
        LOG.info(
            "run {}: episode {} waits for task {} ({}), and so may others",
            numbered.runId(),
            numbered.episodeId(),
            numbered.taskId(),
            numbered.taskDigest());
      }
      queue.addWithoutTask(numbered, clock.millis());
      armTaskTimer();
    }
  }

  private void armTaskTimer() {
    if (!taskTimerArmed && queue.waitingForTask() > 0) {
      taskTimerArmed = true;
      var unused =
          getProcessingTimeService()
              .registerTimer(
                  clock.millis() + settings.taskDeadline().toMillis(),
                  time -> {
                    taskTimerArmed = false;
                    giveUpWaiting(time - settings.taskDeadline().toMillis());
                    armTaskTimer();
                  });
    }
  }

  private void giveUpWaiting(long since) {
    for (EpisodeRequest request : queue.overdue(since)) {
      refuse(
          request,
          EndReason.DEADLINE,
          "task "
              + request.taskId()
              + " ("
              + request.taskDigest()
              + ") was not known within "
              + settings.taskDeadline().toSeconds()
              + " s; publish it and its tool docs on the topic tasks");
    }
  }

  /** Writes an attempt that ends as it starts. */
  private void refuse(EpisodeRequest request, EndReason reason, String message) {
    AttemptLog log = log(request);
    TrajectoryEvent started;
    try {
      started = log.started(headers.of(request, ShownPatches.NONE));
    } catch (RuntimeException unusable) {
      reject(request, unusable);
      return;
    }
    emit(started);
    emit(log.ended(reason, message));
    metricsOfEpisodes.ended(reason);
  }

  private AttemptLog log(EpisodeRequest request) {
    return new AttemptLog(
        new EpisodeAttempt(request.runId(), request.episodeId(), request.attempt()), clock);
  }

  private void emit(TrajectoryEvent event) {
    output.collect(new StreamRecord<>(event, event.getEventTime().toEpochMilli()));
  }

  private void startEpisodes() {
    while (live.size() < settings.maxInFlight() && isNextBatchDue()) {
      EpisodeRequest request = queue.poll();
      if (request == null) {
        return;
      }
      UnfinishedEpisode before = interrupted.remove(request.episodeId());
      if (before != null && goOn(before, request)) {
        continue;
      }
      Prepared prepared;
      try {
        prepared = prepare(request, null);
      } catch (UnplayableTaskException | RuntimeException | StackOverflowError unplayable) {
        refuse(request, EndReason.ENGINE_FAILURE, Episode.line(unplayable));
        continue;
      }
      start(request, prepared);
    }
  }

  /** An episode that nothing was told of yet. */
  private record Prepared(
      EpisodeStarted header, TrajectoryEvent started, Episode episode, EpisodeContext context) {}

  /** Where batches do not overlap, the next one waits for the last episode of those before. */
  private boolean isNextBatchDue() {
    return settings.batchesOverlap()
        || queue
            .nextBatch()
            .map(next -> live.stream().allMatch(each -> each.request().batchNumber() >= next))
            .orElse(false);
  }

  /**
   * All of an episode's beginning that depends on what its task says.
   *
   * @param before an attempt to go on from; null to begin anew
   * @throws IllegalStateException if the policy would see another beginning than in that attempt
   */
  private Prepared prepare(EpisodeRequest request, @Nullable UnfinishedEpisode before)
      throws UnplayableTaskException {
    PlayableTask task = tasks.get(request);
    ShownPatches shown = ShownPatches.of(request.patches());
    EpisodeStarted now = headers.of(request, shown);
    EpisodeStarted header = before == null ? now : before.headerOfNext(now);
    Conversation conversation = task.converse(settings.rules(), shown.presentation(), header);
    AttemptLog log = log(request);
    TrajectoryEvent started = log.started(header);
    Prefix prefix = request.prefix();
    int lastTurn =
        prefix != null && prefix.end() == BranchEnd.TURN
            ? prefix.branch().getTurn()
            : Episode.NO_TURN;
    Episode episode = new Episode(log, conversation, request.mode(), lastTurn, this::measured);
    return new Prepared(header, started, episode, task.context(request, shown.presentation()));
  }

  /**
   * Goes on with an episode where the last attempt was when it was kept.
   *
   * @return false if that cannot be done: nothing has been told of the attempt then
   */
  private boolean goOn(UnfinishedEpisode before, EpisodeRequest request) {
    List<TrajectoryEvent> told = new ArrayList<>();
    LiveEpisode episode = repeated(before, request, told);
    if (episode == null) {
      return false;
    }
    // Not where failures are caught: an attempt of which something was told must not begin again.
    told.forEach(this::emit);
    live.add(episode);
    ask(episode);
    return true;
  }

  private @Nullable LiveEpisode repeated(
      UnfinishedEpisode before, EpisodeRequest request, List<TrajectoryEvent> told) {
    PolicySession session = null;
    try {
      Prepared prepared = prepare(request, before);
      session = opened(prepared.context());
      told.add(prepared.started());
      Episode episode = prepared.episode();
      Playback.repeat(episode, session, request.prefix(), before.answers(), told::add);
      if (episode.ended() == null) {
        return begun(request, prepared, session, before.answers());
      }
    } catch (UnplayableTaskException | RuntimeException | StackOverflowError unrepeatable) {
      LOG.info(
          "run {}: episode {} begins anew: {}",
          request.runId(),
          request.episodeId(),
          Episode.line(unrepeatable));
    }
    if (session != null) {
      session.close();
    }
    return null;
  }

  private LiveEpisode begun(
      EpisodeRequest request,
      Prepared prepared,
      PolicySession session,
      List<PolicyAnswer> answers) {
    long endsAt = clock.millis() + settings.episodeDeadline().toMillis();
    return new LiveEpisode(
        request, prepared.header(), prepared.episode(), session, answers, endsAt);
  }

  private void start(EpisodeRequest request, Prepared prepared) {
    emit(prepared.started());
    Episode episode = prepared.episode();
    PolicySession session;
    try {
      session = opened(prepared.context());
    } catch (PolicyException refused) {
      emit(episode.end(PolicyFailures.reason(refused), Episode.line(refused)));
      metricsOfEpisodes.ended(PolicyFailures.reason(refused));
      return;
    }
    LiveEpisode started = begun(request, prepared, session, List.of());
    live.add(started);
    try {
      Playback.repeat(episode, session, request.prefix(), List.of(), this::emit);
    } catch (PolicyException refused) {
      end(started, PolicyFailures.reason(refused), Episode.line(refused));
      return;
    }
    EndReason ended = episode.ended();
    if (ended == null) {
      ask(started);
    } else {
      finish(started, ended);
    }
  }

  private PolicySession opened(EpisodeContext context) {
    try {
      return openedPolicy().open(context);
    } catch (PolicyException said) {
      throw said;
    } catch (RuntimeException | StackOverflowError unusable) {
      throw PolicyFailures.ofContent(unusable);
    }
  }

  private void ask(LiveEpisode episode) {
    long until = episode.awaitAnswer(clock.millis(), settings.answerDeadline());
    if (!episode.hasTimer()) {
      arm(episode);
    }
    CompletableFuture<PolicyAnswer> answer;
    try {
      answer = asked(episode, Instant.ofEpochMilli(until));
    } catch (PolicyException refused) {
      end(episode, PolicyFailures.reason(refused), Episode.line(refused));
      return;
    }
    var unused =
        answer.whenComplete(
            (said, failure) ->
                mailbox.execute(
                    () -> answered(episode, said, failure),
                    "answer in %s",
                    episode.request().episodeId()));
  }

  private static CompletableFuture<PolicyAnswer> asked(LiveEpisode episode, Instant until) {
    try {
      return episode.session().answer(episode.episode().unanswered(), until);
    } catch (PolicyException said) {
      throw said;
    } catch (RuntimeException | StackOverflowError unusable) {
      throw PolicyFailures.ofContent(unusable);
    }
  }

  private void answered(
      LiveEpisode episode, @Nullable PolicyAnswer answer, @Nullable Throwable failure) {
    if (episode.episode().ended() != null) {
      return;
    }
    if (answer == null) {
      PolicyException refused = PolicyFailures.of(failure);
      end(episode, PolicyFailures.reason(refused), Episode.line(refused));
    } else {
      metricsOfEpisodes.step();
      episode.take(answer).forEach(this::emit);
      EndReason ended = episode.episode().ended();
      if (ended == null) {
        ask(episode);
      } else {
        finish(episode, ended);
      }
    }
    startEpisodes();
  }

  /** One timer per episode, set again when it goes off early: most answers come in time. */
  private void arm(LiveEpisode episode) {
    episode.timer(
        getProcessingTimeService()
            .registerTimer(episode.answerUntil(), time -> deadline(episode, time)));
  }

  private void deadline(LiveEpisode episode, long time) {
    if (episode.episode().ended() != null) {
      return;
    }
    if (time < episode.answerUntil()) {
      arm(episode);
      return;
    }
    String message =
        episode.outOfTime()
            ? "the episode took more than " + settings.episodeDeadline().toSeconds() + " s"
            : "the policy gave no answer for " + settings.answerDeadline().toSeconds() + " s";
    end(episode, EndReason.DEADLINE, message);
    startEpisodes();
  }

  private void end(LiveEpisode episode, EndReason reason, String message) {
    emit(episode.episode().end(reason, message));
    finish(episode, reason);
  }

  private void finish(LiveEpisode episode, EndReason reason) {
    live.remove(episode);
    episode.close();
    metricsOfEpisodes.ended(reason);
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
    for (EpisodeRequest request : queue.overdue(Long.MAX_VALUE)) {
      refuse(
          request,
          EndReason.ENGINE_FAILURE,
          "task "
              + request.taskId()
              + " ("
              + request.taskDigest()
              + ") is not among the tasks; publish it and its tool docs on the topic tasks");
    }
    // No version comes any more that they could wait for.
    queue.versionInUse(Long.MAX_VALUE);
    startEpisodes();
    while (!live.isEmpty()) {
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
    live.forEach(LiveEpisode::close);
    live.clear();
    if (policy != null) {
      policy.close();
      policy = null;
    }
    super.close();
  }
}
