package org.sealflow.ingest;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.PatchRecord;

/**
 * Decodes records of the topic {@code environment-patches}, where a record without a value removes
 * its key.
 */
public final class DecodePatchFunction extends DecodeFunction<PatchRecord, PatchChange> {
  private static final long serialVersionUID = 1L;

  public DecodePatchFunction() {
    super(PatchRecord.class);
  }

  @Override
  PatchChange decoded(PatchRecord value, RawRecord raw) {
    return PatchChange.of(value);
  }

  @Override
  @Nullable PatchChange removal(byte[] key) {
    return PatchChange.removal(new String(key, StandardCharsets.UTF_8)).orElse(null);
  }
}
