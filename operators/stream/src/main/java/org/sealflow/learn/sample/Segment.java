package org.sealflow.learn.sample;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.schemas.AssistantStep;

/**
 * The tokens of a step.
 *
 * @param turn turn of the step, from 0
 * @param context tokens added before the step's own; null if the step has no token ids
 * @param sampled tokens the policy sampled; null exactly where {@code context} is
 * @param logProbs natural-log probability of each sampled token; null if not given
 * @param policyVersion version of the policy that answered, from 0; {@link #NO_VERSION} where not
 *     given
 * @param plainContext tokens in place of {@code context} without the patches shown; null if nobody
 *     measures how much the policy leans on them
 * @param original the event itself where it breaks the sequence, so that it can be reported; else
 *     null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Segment(
    int turn,
    int @Nullable [] context,
    int @Nullable [] sampled,
    float @Nullable [] logProbs,
    long policyVersion,
    int @Nullable [] plainContext,
    @Nullable ReceivedEvent original) {
  /** Version of a step that names none. */
  public static final long NO_VERSION = -1;

  static Segment of(ReceivedEvent received) {
    AssistantStep step = requireNonNull(received.event().getAssistantStep());
    Long version = step.getPolicyVersion();
    Segment segment =
        new Segment(
            step.getTurn(),
            ints(step.getContextTokenIds()),
            ints(step.getSampledTokenIds()),
            floats(step.getSampledLogProbs()),
            version == null ? NO_VERSION : version,
            ints(step.getPlainContextTokenIds()),
            received);
    return segment.problem() == null ? segment.withoutOriginal() : segment;
  }

  private Segment withoutOriginal() {
    return new Segment(turn, context, sampled, logProbs, policyVersion, plainContext, null);
  }

  /** Whether the step has token ids at all. */
  boolean hasTokens() {
    return context != null;
  }

  /** Whether it says how it would have been shown without patches. */
  boolean hasPlainContext() {
    return plainContext != null && !holdsNegative(plainContext);
  }

  /** Why the step cannot continue a training sequence; null if it can. */
  @Nullable String problem() {
    if (context == null || sampled == null) {
      return "has no token ids";
    }
    if (context.length == 0) {
      return "has no token ids of what the environment said before it";
    }
    if (holdsNegative(context) || holdsNegative(sampled)) {
      return "holds a negative token id";
    }
    return logProbs == null || allFinite(logProbs)
        ? null
        : "holds a log-probability that is not finite";
  }

  private static boolean holdsNegative(int[] tokens) {
    for (int token : tokens) {
      if (token < 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean allFinite(float[] values) {
    for (float value : values) {
      if (!Float.isFinite(value)) {
        return false;
      }
    }
    return true;
  }

  private static int @Nullable [] ints(@Nullable List<Integer> values) {
    return values == null ? null : values.stream().mapToInt(Integer::intValue).toArray();
  }

  private static float @Nullable [] floats(@Nullable List<Float> values) {
    if (values == null) {
      return null;
    }
    float[] floats = new float[values.size()];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = values.get(i);
    }
    return floats;
  }
}
