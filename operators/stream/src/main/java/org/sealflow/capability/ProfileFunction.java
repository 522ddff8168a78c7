package org.sealflow.capability;

import java.time.Duration;
import java.time.Instant;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.RejectedInputs;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.CapabilityProfile;

/**
 * Profiles the capabilities that are its keys, see {@link CapabilityObservation#key}. Puts out the
 * profile after every change; to the side it publishes the newest one now and then.
 */
public final class ProfileFunction
    extends KeyedProcessFunction<String, CapabilityObservation, CapabilityProfile> {
  private static final long serialVersionUID = 1L;

  /**
   * The newest profile of a capability: at most once per publish interval, one interval after the
   * first change not yet published, and at the end of the input.
   */
  public static final OutputTag<CapabilityProfile> PUBLISHED =
      new OutputTag<>("published", new AvroTypeInfo<>(CapabilityProfile.class));

  /**
   * Key: capability of a run. Set while a change is not yet published, which its two timers do: one
   * of processing time, one for the end of the input. Cleared with that.
   */
  private static final ValueStateDescriptor<Boolean> WAITING =
      new ValueStateDescriptor<>("waiting", Types.BOOLEAN);

  private final CapabilitySettings settings;
  private transient RejectedInputs rejected;
  private transient ValueState<ProfileCounts> profiles;
  private transient ValueState<Boolean> waiting;

  // Flink fills the transient fields in open.
  @SuppressWarnings("NullAway.Init")
  public ProfileFunction(CapabilitySettings settings) {
    this.settings = settings;
  }

  @Override
  public void open(OpenContext openContext) {
    rejected = new RejectedInputs(Boundary.PROFILE);
    profiles = getRuntimeContext().getState(counts(settings.timeToLive()));
    waiting = getRuntimeContext().getState(WAITING);
  }

  /**
   * Key: capability of a run. What is counted of it, in bounded size. Never cleared; expires when
   * nothing was observed of it for the time to live, and then counts from nothing.
   */
  private static ValueStateDescriptor<ProfileCounts> counts(Duration timeToLive) {
    ValueStateDescriptor<ProfileCounts> descriptor =
        new ValueStateDescriptor<>("counts", TypeInformation.of(ProfileCounts.class));
    descriptor.enableTimeToLive(StateTtlConfig.newBuilder(timeToLive).build());
    return descriptor;
  }

  @Override
  public void processElement(
      CapabilityObservation observation, Context context, Collector<CapabilityProfile> out)
      throws Exception {
    CapabilityProfile changed;
    try {
      changed = observe(observation);
    } catch (RuntimeException unusable) {
      Instant now = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
      context.output(
          DeadLetters.FAILURES, rejected.failure(null, null, null, observation, now, unusable));
      return;
    }
    if (changed != null) {
      out.collect(changed);
      publishLater(context.timerService());
    }
  }

  /** The profile with an observation; null if that changes nothing. */
  private @Nullable CapabilityProfile observe(CapabilityObservation observation) throws Exception {
    ProfileCounts before = profiles.value();
    ProfileCounts after =
        (before == null ? ProfileCounts.begin(observation) : before).observe(observation, settings);
    CapabilityProfile profile = after.isProfile() ? Profiles.of(after) : null;
    profiles.update(after);
    return profile != null && (observation.outcome().counted() || isNew(profile, before))
        ? profile
        : null;
  }

  /** Ending a group without a score rarely changes what a profile shows. */
  private static boolean isNew(CapabilityProfile profile, @Nullable ProfileCounts before) {
    return before != null && !profile.equals(Profiles.of(before));
  }

  private void publishLater(TimerService timers) throws Exception {
    if (waiting.value() == null) {
      waiting.update(true);
      timers.registerProcessingTimeTimer(
          timers.currentProcessingTime() + settings.publishInterval().toMillis());
      timers.registerEventTimeTimer(Long.MAX_VALUE);
    }
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<CapabilityProfile> out)
      throws Exception {
    ProfileCounts newest = profiles.value();
    if (waiting.value() != null && newest != null && newest.isProfile()) {
      context.output(PUBLISHED, Profiles.of(newest));
    }
    waiting.clear();
    context.timerService().deleteEventTimeTimer(Long.MAX_VALUE);
  }
}
