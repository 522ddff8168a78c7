package org.sealflow.review.read;

import org.jspecify.annotations.Nullable;

/**
 * Settings of reading files.
 *
 * @param format the format; null recognises it by the first JSON value
 * @param strict whether what is usually noted is rejected
 * @param rewardKey where a record carries its reward, keys joined by dots, for formats that have no
 *     place for it; null reads none there
 */
public record ReviewSettings(
    @Nullable TrajectoryFormat format, boolean strict, @Nullable String rewardKey) {
  /** Recognises the format, notes what can be read all the same, and reads no reward by key. */
  public static final ReviewSettings DEFAULT = new ReviewSettings(null, false, null);
}
