package org.sealflow.ingest;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Complaint;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.RecordedSource;

/**
 * Makes failures of what operators hand on to each other, where one of them cannot use it. It was
 * never a record of a topic, so the failure keeps its text and cannot be sent again.
 */
public final class RejectedInputs {
  private final DeadLetterLog log = new DeadLetterLog();
  private final Boundary boundary;

  /** Of what is rejected at a boundary. */
  public RejectedInputs(Boundary boundary) {
    this.boundary = boundary;
  }

  /**
   * The failure of an input.
   *
   * @param runId the run it belongs to; null if it belongs to none
   * @param episodeId the episode it belongs to; null if it belongs to none
   * @param source the place in a file that the episode was read from; null if it was not
   */
  public Failure failure(
      @Nullable String runId,
      @Nullable String episodeId,
      @Nullable RecordedSource source,
      Object input,
      Instant now,
      Throwable error) {
    String problem = error.getMessage();
    Complaint complaint =
        new Complaint(
            boundary,
            error.getClass().getSimpleName() + (problem == null ? "" : ": " + problem),
            "report it with the input kept here; everything else goes on without it");
    RecordedSource place = source == null ? new RecordedSource("stream", 1L, 0L, "", 0L) : source;
    Failure failure = Failures.ofLine(complaint, now, place, bytes(input));
    failure.setRunId(runId == null || runId.isEmpty() ? null : runId);
    failure.setEpisodeId(episodeId == null || episodeId.isEmpty() ? null : episodeId);
    log.note(failure, now);
    return failure;
  }

  private static byte[] bytes(Object input) {
    byte[] text = String.valueOf(input).getBytes(StandardCharsets.UTF_8);
    return text.length <= Failures.KEPT_OF_TOO_LARGE_BYTES
        ? text
        : Arrays.copyOf(text, Failures.KEPT_OF_TOO_LARGE_BYTES);
  }
}
