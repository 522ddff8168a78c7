package org.sealflow.serve.openenv;

import org.jspecify.annotations.Nullable;

/**
 * What a socket sends when a frame has come.
 *
 * @param text null for nothing
 * @param last whether the socket is closed behind it
 */
record FrameAnswer(@Nullable String text, boolean last) {
  /** An answer behind which the socket stays open. */
  static FrameAnswer of(String text) {
    return new FrameAnswer(text, false);
  }
}
