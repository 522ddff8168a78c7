package org.sealflow.jobs.cli.topic;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.CapabilityStatistics;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchCommand;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.PatchEvidence;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchReliance;
import org.sealflow.schemas.PatchSetUplift;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PatchUplift;
import org.sealflow.schemas.RecoveryHint;
import org.sealflow.schemas.TaskSignals;

/** Profiles and patches as lines: what is mastered, what is shown, and what that brings. */
public final class EvolutionLines {
  private final Colours colours;

  public EvolutionLines(Colours colours) {
    this.colours = colours;
  }

  /** A profile: window beside total, then its newest patch set or its signals. */
  public List<String> of(CapabilityProfile profile) {
    List<String> facts = new ArrayList<>();
    facts.add(colours.aside(Shown.time(profile.getObservedAt())));
    facts.add(colours.name(Shown.text(Capabilities.topicKey(profile))));
    facts.add("version " + profile.getVersion());
    facts.add("window " + statistics(profile.getWindow()));
    facts.add(colours.aside("total " + statistics(profile.getTotal())));
    if (profile.getTagWeight() != null) {
      facts.add("weight " + number(profile.getTagWeight()));
    }
    List<String> lines = new ArrayList<>();
    lines.add(RecordLines.join(facts));
    List<PatchSetUplift> sets = profile.getPatchSets();
    if (!sets.isEmpty()) {
      lines.add(RecordLines.second(uplift(sets.get(sets.size() - 1))));
    }
    TaskSignals signals = profile.getSignals();
    if (signals != null
        && (signals.getForgetting() || signals.getBoundary() || signals.getRare())) {
      lines.add(RecordLines.second(signals(signals)));
    }
    return lines;
  }

  private static String statistics(CapabilityStatistics statistics) {
    return String.format(
        Locale.ROOT,
        "%d/%d (%.0f–%.0f %%), reward %.2f",
        statistics.getSuccesses(),
        statistics.getCount(),
        100 * statistics.getSuccessLow(),
        100 * statistics.getSuccessHigh(),
        statistics.getRewardMean());
  }

  private static String uplift(PatchSetUplift set) {
    return "patch set "
        + RecordLines.digest(set.getPatchSetDigest())
        + ": "
        + arms(
            new PatchUplift(
                set.getPatchedCount(),
                set.getPatchedSuccesses(),
                set.getHoldoutCount(),
                set.getHoldoutSuccesses(),
                set.getUplift(),
                set.getUpliftLow(),
                set.getUpliftHigh()));
  }

  private static String signals(TaskSignals signals) {
    List<String> names = new ArrayList<>();
    if (signals.getForgetting()) {
      names.add("forgetting");
    }
    if (signals.getBoundary()) {
      names.add("boundary");
    }
    if (signals.getRare()) {
      names.add("rare (" + Shown.text(String.join(", ", signals.getRarePatterns())) + ")");
    }
    return "signals: " + String.join(", ", names);
  }

  /** A patch with its content and its effect, or an order about one. */
  public List<String> of(PatchRecord patch) {
    PatchCommand command = patch.getCommand();
    if (command != null) {
      return List.of(command(key(patch), command));
    }
    EnvironmentPatch state = Objects.requireNonNull(patch.getPatch());
    List<String> facts = new ArrayList<>();
    facts.add(colours.aside(Shown.time(state.getUpdatedAt())));
    facts.add(state(state.getState()));
    facts.add(colours.name(Shown.text(key(patch))));
    facts.add(version(state));
    if (state.getPinned()) {
      facts.add(colours.odd("pinned"));
    }
    facts.add(Shown.text(state.getReason()));
    List<String> lines = new ArrayList<>();
    lines.add(RecordLines.join(facts));
    content(state.getContent()).forEach(text -> lines.add(RecordLines.second(text)));
    if (state.getUplift().getPatchedCount() + state.getUplift().getHoldoutCount() > 0) {
      lines.add(RecordLines.second(arms(state.getUplift())));
    }
    if (state.getReliance() != null) {
      lines.add(RecordLines.second("reliance " + reliance(state.getReliance())));
    }
    return lines;
  }

  /** The run and the patch, as `sealflow patches` names it. */
  private static String key(PatchRecord patch) {
    String runId = PatchRecords.runId(patch);
    return runId == null ? patch.getPatchKey() : PatchRecords.topicKey(runId, patch.getPatchKey());
  }

  private String command(String patchKey, PatchCommand command) {
    List<String> facts = new ArrayList<>();
    facts.add(colours.aside(Shown.time(command.getIssuedAt())));
    facts.add(colours.odd("order: " + command.getAction()));
    facts.add(colours.name(Shown.text(patchKey)));
    if (command.getReason() != null) {
      facts.add(Shown.text(command.getReason()));
    }
    return RecordLines.join(facts);
  }

  /** The state in its colour. */
  String state(PatchState state) {
    return state == PatchState.ACTIVE ? colours.good(state.name()) : colours.aside(state.name());
  }

  /** Which record of the patch it is, e.g. {@code v1.17}. */
  static String version(EnvironmentPatch patch) {
    return "v" + patch.getVersion().getRestoreCount() + "." + patch.getVersion().getCounter();
  }

  /** The text a patch shows, one string per line. */
  static List<String> content(PatchContent content) {
    List<String> lines = new ArrayList<>();
    for (ArgumentCue cue : content.getArgumentCues()) {
      lines.add(cue(cue));
    }
    for (RecoveryHint hint : content.getRecoveryHints()) {
      lines.add("after " + Shown.text(hint.getErrorFamily()) + ": " + Shown.text(hint.getText()));
    }
    if (content.getGuideline() != null) {
      lines.add(Shown.text(content.getGuideline()));
    }
    return lines;
  }

  private static String cue(ArgumentCue cue) {
    List<String> facts = new ArrayList<>();
    facts.add(Shown.text(cue.getArgument()) + ":");
    if (cue.getRequired()) {
      facts.add("required");
    }
    add("type", cue.getValueType(), facts);
    add("unit", cue.getUnit(), facts);
    if (!cue.getAllowedValues().isEmpty()) {
      facts.add("one of " + Shown.text(String.join(", ", cue.getAllowedValues())));
    }
    return String.join(" ", facts);
  }

  private static void add(String name, @Nullable String value, List<String> facts) {
    if (value != null) {
      facts.add(name + " " + Shown.text(value));
    }
  }

  /** Success with and without, and the difference with its interval where both are known. */
  static String arms(PatchUplift uplift) {
    String arms =
        "with "
            + uplift.getPatchedSuccesses()
            + "/"
            + uplift.getPatchedCount()
            + ", without "
            + uplift.getHoldoutSuccesses()
            + "/"
            + uplift.getHoldoutCount();
    return uplift.getUplift() == null ? arms : arms + ", uplift " + interval(uplift);
  }

  /**
   * How much successes lean on a patch, e.g. {@code 2.6 nats over 24 successes}; – if not measured.
   */
  static String reliance(@Nullable PatchReliance reliance) {
    return reliance == null || reliance.getEpisodes() == 0
        ? "–"
        : String.format(
            Locale.ROOT,
            "%.1f nats over %d successes",
            reliance.getLogRatio() / reliance.getEpisodes(),
            reliance.getEpisodes());
  }

  /**
   * The uplift in points with its interval, e.g. {@code +83 [+50, +90] points}; – where unknown.
   */
  public static String interval(PatchUplift uplift) {
    Double low = uplift.getUpliftLow();
    Double high = uplift.getUpliftHigh();
    if (uplift.getUplift() == null || low == null || high == null) {
      return "–";
    }
    return String.format(
        Locale.ROOT,
        "%+.0f [%+.0f, %+.0f] points",
        100 * uplift.getUplift(),
        100 * low,
        100 * high);
  }

  /** The evidence for a patch's newest decision. */
  static String evidence(PatchEvidence evidence) {
    return String.format(
        Locale.ROOT,
        "%d turns, %.0f %% of the failing ones, reward %.2f, versions %d to %d",
        evidence.getCount(),
        100 * evidence.getPrevalence(),
        evidence.getRewardMean(),
        evidence.getFromVersion(),
        evidence.getToVersion());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }
}
