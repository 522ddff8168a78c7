package org.sealflow.jobs.files;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Settings of reading recorded trajectories.
 *
 * @param format the form of the files
 * @param decoder how steps of official result files become calls
 * @param asOfDate today as date-dependent tools see it, {@code YYYY-MM-DD}, for records that carry
 *     no date; null if unknown
 * @param modelName the name the policy's simulator instances carry, for records that carry none; it
 *     shows only where a text argument mentions a tool before a bracket
 * @param toolEnforcement whether calls of tools not yet available are rejected, for formats that do
 *     not say
 * @param runId the run the events belong to
 */
public record ReadSettings(
    RecordedFormat format,
    StepDecoder decoder,
    @Nullable String asOfDate,
    String modelName,
    boolean toolEnforcement,
    String runId)
    implements Serializable {
  /** The model name in the recorded reference. */
  public static final String DEFAULT_MODEL = "oracle";
}
