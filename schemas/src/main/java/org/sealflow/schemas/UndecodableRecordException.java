package org.sealflow.schemas;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are no record of the kind expected. Its message is one line: found, expected, to do.
 */
public final class UndecodableRecordException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Complaint complaint;

  UndecodableRecordException(String reason, String remedy, @Nullable Throwable cause) {
    this(new Complaint(Boundary.PARSE, reason, remedy), cause);
  }

  private UndecodableRecordException(Complaint complaint, @Nullable Throwable cause) {
    super(complaint.toString(), cause);
    this.complaint = complaint;
  }

  /** The same as data, at the boundary {@link Boundary#PARSE}. */
  public Complaint complaint() {
    return complaint;
  }
}
