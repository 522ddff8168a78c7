package org.sealflow.capability;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
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
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;

/**
 * Profiles the capabilities that are its keys, see {@link ObservationBundle#key}. Puts out the
 * profile after every change, where somebody reads it; to the side it publishes the newest one now
 * and then.
 */
public final class ProfileFunction
    extends KeyedProcessFunction<String, ObservationBundle, CapabilityProfile> {
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
  private final EnumSet<CapabilityKind> read;
  private transient RejectedInputs rejected;
  private transient ValueState<ProfileCounts> profiles;
  private transient ValueState<Boolean> waiting;

  /**
   * Profiles by rules.
   *
   * @param read the kinds whose profiles are put out; those of others are published alone
   */
  // Flink fills the transient fields in open.
  @SuppressWarnings("NullAway.Init")
  public ProfileFunction(CapabilitySettings settings, Set<CapabilityKind> read) {
    this.settings = settings;
    this.read = EnumSet.copyOf(read);
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
      ObservationBundle bundle, Context context, Collector<CapabilityProfile> out)
      throws Exception {
    CapabilityProfile changed;
    try {
      changed = observe(bundle);
    } catch (RuntimeException unusable) {
      reject(bundle, unusable, context, out);
      return;
    }
    if (changed != null) {
      if (read.contains(bundle.kind())) {
        out.collect(changed);
      }
      publishLater(context.timerService());
    }
  }

  /** Of a bundle that cannot be used some observations may be. */
  private void reject(
      ObservationBundle bundle,
      RuntimeException unusable,
      Context context,
      Collector<CapabilityProfile> out)
      throws Exception {
    List<CapabilityObservation> observations = bundle.observations();
    if (observations.size() == 1) {
      Instant now = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
      context.output(
          DeadLetters.FAILURES,
          rejected.failure(bundle.runId(), null, null, observations.get(0), now, unusable));
      return;
    }
    for (CapabilityObservation each : observations) {
      processElement(ObservationBundle.of(each), context, out);
    }
  }

  /** The profile with a bundle's observations; null if they change nothing. */
  private @Nullable CapabilityProfile observe(ObservationBundle bundle) throws Exception {
    ProfileCounts before = profiles.value();
    List<CapabilityObservation> observations = bundle.observations();
    ProfileCounts after = before == null ? ProfileCounts.begin(observations.get(0)) : before;
    boolean counted = false;
    for (CapabilityObservation observation : observations) {
      after = after.observe(observation, settings);
      counted |= observation.outcome().counted();
    }
    CapabilityProfile profile = after.isProfile() ? Profiles.of(after) : null;
    profiles.update(after);
    return profile != null && (counted || isNew(profile, before)) ? profile : null;
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
