package org.sealflow.jobs.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.sealflow.schemas.Failures;

/**
 * Counts how often a record was sent again, written on the record itself as the decimal digits of
 * the header {@code sealflow-requeue-count}; a record without it is sent for the first time.
 */
public final class RequeueCount {
  /** The name of the header. */
  public static final String HEADER = "sealflow-requeue-count";

  private RequeueCount() {}

  /**
   * The count on a record, 0 to {@link Failures#MOST_REQUEUES}. What nobody of us wrote counts as
   * the most, so that the record is not sent round for ever.
   */
  public static int of(Headers headers) {
    Header header = headers.lastHeader(HEADER);
    if (header == null) {
      return 0;
    }
    String text = header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    return text.matches("[0-9]{1,9}")
        ? Math.min(Integer.parseInt(text), Failures.MOST_REQUEUES)
        : Failures.MOST_REQUEUES;
  }

  /** The header's value for a count. */
  public static byte[] bytes(int count) {
    return Integer.toString(count).getBytes(StandardCharsets.UTF_8);
  }
}
