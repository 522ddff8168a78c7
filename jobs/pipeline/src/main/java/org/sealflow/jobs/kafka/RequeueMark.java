package org.sealflow.jobs.kafka;

import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * How far the failures of one boundary in one partition are dealt with.
 *
 * @param end the offset up to which they are, except the open ones
 * @param open the first offset of each range before the end that is open → the last
 */
record RequeueMark(long end, NavigableMap<Long, Long> open) {
  /** Nothing is dealt with. */
  static final RequeueMark START = new RequeueMark(0, new TreeMap<>());

  /**
   * A broker keeps 4,096 bytes beside an offset, unless offset.metadata.max.bytes says otherwise.
   */
  private static final int LONGEST_TEXT = 4_000;

  private static final Pattern RANGE = Pattern.compile("(\\d+)-(\\d+)");

  /** Everything before the end is dealt with, except these offsets. */
  static RequeueMark of(long end, NavigableSet<Long> open) {
    NavigableMap<Long, Long> ranges = new TreeMap<>();
    for (long offset : open) {
      Map.Entry<Long, Long> last = ranges.lastEntry();
      boolean goesOn = last != null && last.getValue() == offset - 1;
      ranges.put(goesOn ? last.getKey() : offset, offset);
    }
    return new RequeueMark(end, ranges);
  }

  /** The mark that is kept as an offset. */
  static RequeueMark of(OffsetAndMetadata kept) {
    NavigableMap<Long, Long> open = new TreeMap<>();
    Matcher range = RANGE.matcher(kept.metadata());
    while (range.find()) {
      open.put(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)));
    }
    return new RequeueMark(kept.offset(), open);
  }

  /**
   * The mark as an offset, with the open ranges as its metadata. It ends at the first range that
   * does not fit, so that rather too much is considered again than too little.
   */
  OffsetAndMetadata kept() {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<Long, Long> range : open.entrySet()) {
      String part = range.getKey() + "-" + range.getValue() + " ";
      if (text.length() + part.length() > LONGEST_TEXT) {
        return new OffsetAndMetadata(range.getKey(), text.toString());
      }
      text.append(part);
    }
    return new OffsetAndMetadata(end, text.toString());
  }

  /** Whether the failure at an offset is dealt with. */
  boolean isDone(long offset) {
    Map.Entry<Long, Long> range = open.floorEntry(offset);
    return offset < end && (range == null || offset > range.getValue());
  }
}
