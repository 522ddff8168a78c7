package org.sealflow.review;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message.
 *
 * @param speaker who it is from
 * @param place where it is in its record, in the words of the format, such as {@code messages[3]}
 * @param text what it says, empty if nothing; of a result, the result
 * @param refusal the model's refusal; null if it did not refuse
 * @param opaque whether it also holds parts that are not text: pictures, files, unknown items
 * @param calls the calls that it makes
 */
public record RecordedMessage(
    Speaker speaker,
    String place,
    String text,
    @Nullable String refusal,
    boolean opaque,
    List<RecordedCall> calls) {
  public RecordedMessage {
    calls = List.copyOf(calls);
  }

  /** Whether the message says anything to its reader. */
  public boolean answers() {
    return !text.isBlank() || refusal != null || opaque;
  }
}
