package org.sealflow.synthesize;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.CapabilityStatistics;
import org.sealflow.schemas.TaskSignals;
import org.sealflow.statistics.Interval;

/**
 * Finds what a policy is weak at in the profiles of its run:
 *
 * <ul>
 *   <li>TOOL_FAILURE and TOOL_ARGUMENT: of the turns that use the tool, in how many it is to blame.
 *   <li>CATEGORY: how many episodes fail.
 *   <li>TASK: CoEvolve's signals, weighted by p(1 − p) + 0.05 as the planner weights tasks, where p
 *       is the share of its episodes that succeed.
 * </ul>
 *
 * The observations of the newest versions count, as the profile's window holds them.
 */
public final class Weaknesses {
  /** The weight of a task that is always solved, or never; the planner's. */
  private static final double FLOOR = 0.05;

  private final KnownTasks tasks;
  private final WeaknessSettings settings;
  private final Map<String, CapabilityStatistics> uses = new HashMap<>();
  private final List<Weakness> found = new ArrayList<>();

  private Weaknesses(KnownTasks tasks, WeaknessSettings settings) {
    this.tasks = tasks;
    this.settings = settings;
  }

  /**
   * The weaknesses, the weakest first; in an order that depends on the profiles alone.
   *
   * @param profiles the newest of each capability of one run
   * @param tasks those trained on and those held out: profiles of the latter are passed over
   */
  public static List<Weakness> of(
      Collection<CapabilityProfile> profiles, KnownTasks tasks, WeaknessSettings settings) {
    Weaknesses weaknesses = new Weaknesses(tasks, settings);
    Map<String, CapabilityProfile> ordered = new TreeMap<>();
    for (CapabilityProfile profile : profiles) {
      ordered.put(Capabilities.key(profile.getCapability()), profile);
      if (profile.getCapability().getKind() == CapabilityKind.TOOL
          && profile.getCapability().getCategory().equals(Capabilities.ALL)) {
        weaknesses.uses.put(profile.getCapability().getName(), profile.getWindow());
      }
    }
    ordered.forEach(weaknesses::look);
    weaknesses.found.sort(
        Comparator.comparingDouble(Weakness::weight)
            .reversed()
            .thenComparing(Weakness::capability));
    return List.copyOf(weaknesses.found);
  }

  private void look(String key, CapabilityProfile profile) {
    String name = profile.getCapability().getName();
    boolean everywhere = profile.getCapability().getCategory().equals(Capabilities.ALL);
    switch (profile.getCapability().getKind()) {
      case TOOL_FAILURE, TOOL_ARGUMENT -> {
        if (everywhere) {
          blame(key, Capabilities.left(name), Capabilities.right(name), profile);
        }
      }
      case CATEGORY -> {
        if (!everywhere) {
          category(key, name, profile);
        }
      }
      case TASK -> task(key, name, profile);
      case TOOL, TAG, CATEGORY_TAG, TURN_POSITION_TAG -> {
        // How often a tool is used is read above; tags name no tool that a task could be about.
      }
    }
  }

  private void blame(String key, String tool, String failure, CapabilityProfile profile) {
    CapabilityStatistics used = uses.get(tool);
    boolean named = !tool.equals(Capabilities.ALL) && !tool.equals(Capabilities.OTHER);
    if (!named || used == null) {
      return;
    }
    // A tool that was never called is to blame in turns that do not use it.
    long turns = Math.max(used.getCount(), profile.getWindow().getCount());
    long failed = profile.getWindow().getCount();
    String evidence =
        String.format(
            Locale.ROOT, "%s is to blame in %d of %d turns (%s)", tool, failed, turns, failure);
    failing(key, Capabilities.ALL, List.of(tool), failed, turns, evidence);
  }

  private void category(String key, String category, CapabilityProfile profile) {
    CapabilityStatistics window = profile.getWindow();
    long failed = window.getCount() - window.getSuccesses();
    String evidence =
        String.format(
            Locale.ROOT, "%d of %d episodes of %s fail", failed, window.getCount(), category);
    failing(key, category, List.of(), failed, window.getCount(), evidence);
  }

  private void failing(
      String key, String category, List<String> tools, long failed, long all, String evidence) {
    double share = Interval.wilson(failed, all).low();
    if (all >= settings.observations() && share >= settings.failingShare()) {
      found.add(new Weakness(key, category, tools, Set.of(Signal.FAILING), share, evidence));
    }
  }

  private void task(String key, String taskId, CapabilityProfile profile) {
    Set<Signal> signals = signals(profile.getSignals());
    if (signals.isEmpty() || !tasks.isTraining(taskId)) {
      return;
    }
    CapabilityStatistics window = profile.getWindow();
    double share = (window.getSuccesses() + 1.0) / (window.getCount() + 2.0);
    String names = signals.stream().map(Signal::label).collect(Collectors.joining(", "));
    found.add(
        new Weakness(
            key,
            profile.getCapability().getCategory(),
            tasks.tools(taskId),
            signals,
            share * (1 - share) + FLOOR,
            String.format(
                Locale.ROOT,
                "a task of these tools is %s; it succeeds in %d of %d episodes",
                names,
                window.getSuccesses(),
                window.getCount())));
  }

  private static Set<Signal> signals(@Nullable TaskSignals of) {
    Set<Signal> signals = EnumSet.noneOf(Signal.class);
    if (of != null) {
      if (of.getForgetting()) {
        signals.add(Signal.FORGOTTEN);
      }
      if (of.getBoundary()) {
        signals.add(Signal.BOUNDARY);
      }
      if (of.getRare()) {
        signals.add(Signal.RARE);
      }
    }
    return signals;
  }
}
