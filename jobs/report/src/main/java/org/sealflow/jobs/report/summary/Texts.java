package org.sealflow.jobs.report.summary;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sealflow.schemas.RepairOutcome;

/** Numbers and names as people read them. */
public final class Texts {
  private static final long SECONDS_PER_MINUTE = 60;
  private static final String NONE = "-";

  private Texts() {}

  /** A number with its thousands apart, e.g. {@code 1,992}. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A share as {@code 43.2 %}, or a dash without trials. */
  public static String percent(Proportion proportion) {
    return proportion.known() ? percent(proportion.share()) + " %" : NONE;
  }

  /** The interval of a share as {@code 41.0-45.4 %}, or a dash without trials. */
  public static String interval(Proportion proportion) {
    return proportion.known()
        ? percent(proportion.low()) + "-" + percent(proportion.high()) + " %"
        : NONE;
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f", 100 * share);
  }

  /** A constant's name as words, e.g. {@code policy failed}. */
  static String words(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** How long the run took and how fast it was. */
  static String time(DiagnosisSummary summary, RunTotals totals) {
    long episodes = summary.all().episodes();
    return String.format(
        Locale.ROOT,
        "%s episodes in %s (%,.0f per second)",
        number(episodes),
        duration(totals.elapsed()),
        totals.perSecond(episodes));
  }

  /** How many edits failed episodes need to pass, and of how many nothing is known. */
  static String repairs(RepairCount repairs) {
    List<String> parts = new ArrayList<>();
    repairs
        .sizes()
        .forEach(
            (edits, episodes) ->
                parts.add(number(episodes) + " by " + edits + (edits == 1 ? " edit" : " edits")));
    add(parts, repairs.outcome(RepairOutcome.NONE_FOUND), " with none found");
    add(parts, repairs.outcome(RepairOutcome.BUDGET_SPENT), " with the search cut short");
    add(parts, repairs.notSearched(), " not searched");
    long failed = repairs.searched() + repairs.notSearched();
    return "repairs of " + number(failed) + " failed episodes: " + String.join(", ", parts);
  }

  private static void add(List<String> parts, long episodes, String what) {
    if (episodes > 0) {
      parts.add(number(episodes) + what);
    }
  }

  private static String duration(Duration elapsed) {
    long minutes = elapsed.toSeconds() / SECONDS_PER_MINUTE;
    if (minutes == 0) {
      return String.format(Locale.ROOT, "%.1f s", elapsed.toNanos() / 1e9);
    }
    return minutes + " min " + elapsed.toSecondsPart() + " s";
  }

  /**
   * Text from the input on one line of a terminal: control characters, which could move the cursor
   * or colour the screen, are spelled out.
   */
  public static String printable(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (isPrintable(each)) {
        shown.append(each);
      } else {
        shown.append(String.format(Locale.ROOT, "\\u%04x", (int) each));
      }
    }
    return shown.toString();
  }

  private static boolean isPrintable(char each) {
    int type = Character.getType(each);
    return type != Character.CONTROL
        && type != Character.FORMAT
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR;
  }
}
