package org.sealflow.jobs.cli.replay.review;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.text.FirstLines;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.rule.ReviewFinding;
import org.sealflow.review.rule.ReviewRule;
import org.sealflow.review.rule.SchemaCheck;

/** Counts what was found in logs of any agent. */
final class ReviewSummary {
  /**
   * How many different tools and arguments are told apart at most; a hostile file may name more.
   */
  private static final int MOST_NAMES = 10_000;

  private static final int SHOWN = 5;

  /** The mean of rewards, where there are any. */
  static final class Rewards {
    private long count;
    private double sum;

    private void add(@Nullable Double reward) {
      if (reward != null && Double.isFinite(reward)) {
        count++;
        sum += reward;
      }
    }

    long count() {
      return count;
    }

    double mean() {
      return sum / count;
    }
  }

  /** The findings of one rule. */
  static final class RuleCount {
    private final Rewards rewards = new Rewards();
    private final String example;
    private long findings;
    private long trajectories;

    private RuleCount(String example) {
      this.example = example;
    }

    long findings() {
      return findings;
    }

    long trajectories() {
      return trajectories;
    }

    Rewards rewards() {
      return rewards;
    }

    /** The first finding, with its place. */
    String example() {
      return example;
    }
  }

  /** How often a tool was called, and what was found about its calls. */
  static final class ToolCount {
    private long calls;
    private long findings;

    long calls() {
      return calls;
    }

    long findings() {
      return findings;
    }
  }

  private final Map<RecordOutcome, Long> outcomes = new EnumMap<>(RecordOutcome.class);
  private final Map<ReviewRule, RuleCount> rules = new EnumMap<>(ReviewRule.class);
  private final Map<String, ToolCount> tools = new LinkedHashMap<>();
  private final Map<String, Long> arguments = new LinkedHashMap<>();
  private final Map<String, Set<String>> unjudged = new TreeMap<>();
  private final Set<String> schemas = new HashSet<>();
  private final Rewards rewards = new Rewards();
  private final FirstLines notes = new FirstLines(SHOWN);
  private final FirstLines rejections = new FirstLines(SHOWN);
  private long turns;
  private long withFindings;

  void add(RecordedTrajectory trajectory, List<ReviewFinding> findings) {
    outcomes.merge(trajectory.outcome(), 1L, Long::sum);
    turns += trajectory.turns();
    rewards.add(trajectory.reward());
    withFindings += findings.isEmpty() ? 0 : 1;
    for (RecordedCall call : trajectory.calls()) {
      ToolCount tool = tool(call.name());
      if (tool != null) {
        tool.calls++;
      }
    }
    Set<ReviewRule> found = EnumSet.noneOf(ReviewRule.class);
    for (ReviewFinding finding : findings) {
      RuleCount rule =
          rules.computeIfAbsent(
              finding.rule(), key -> new RuleCount(ReviewWriter.place(trajectory, finding)));
      rule.findings++;
      if (found.add(finding.rule())) {
        rule.trajectories++;
        rule.rewards.add(trajectory.reward());
      }
      addNames(finding);
    }
    addSchemas(trajectory.tools());
  }

  private @Nullable ToolCount tool(String name) {
    return tools.size() < MOST_NAMES || tools.containsKey(name)
        ? tools.computeIfAbsent(name, key -> new ToolCount())
        : null;
  }

  private void addNames(ReviewFinding finding) {
    String name = finding.tool();
    ToolCount tool = name == null ? null : tool(name);
    if (tool != null) {
      tool.findings++;
    }
    if (finding.argument() != null) {
      String argument = name + "(" + finding.argument().replaceAll("\\[\\d+]", "[]") + ")";
      if (arguments.size() < MOST_NAMES || arguments.containsKey(argument)) {
        arguments.merge(argument, 1L, Long::sum);
      }
    }
  }

  /** Remembers the keywords that are not judged, once for each tool. */
  private void addSchemas(@Nullable List<OfferedTool> offered) {
    for (OfferedTool tool : offered == null ? List.<OfferedTool>of() : offered) {
      JsonNode parameters = tool.parameters();
      if (parameters != null && schemas.size() < MOST_NAMES && schemas.add(tool.name())) {
        for (String keyword : SchemaCheck.unjudged(parameters)) {
          unjudged.computeIfAbsent(keyword, key -> new HashSet<>()).add(tool.name());
        }
      }
    }
  }

  void note(String line) {
    notes.add(line);
  }

  void reject(String line) {
    rejections.add(line);
  }

  long trajectories() {
    return outcomes.values().stream().mapToLong(Long::longValue).sum();
  }

  long trajectories(RecordOutcome outcome) {
    return outcomes.getOrDefault(outcome, 0L);
  }

  long turns() {
    return turns;
  }

  long calls() {
    return tools.values().stream().mapToLong(ToolCount::calls).sum();
  }

  long withFindings() {
    return withFindings;
  }

  Rewards rewards() {
    return rewards;
  }

  Map<ReviewRule, RuleCount> rules() {
    return rules;
  }

  FirstLines notes() {
    return notes;
  }

  FirstLines rejections() {
    return rejections;
  }

  /** Keywords of schemas that are not judged, with the number of tools that use them. */
  Map<String, Integer> unjudged() {
    Map<String, Integer> counts = new TreeMap<>();
    unjudged.forEach((keyword, names) -> counts.put(keyword, names.size()));
    return counts;
  }

  /** The tools with most findings, most first. */
  List<Map.Entry<String, ToolCount>> worstTools(int most) {
    return tools.entrySet().stream()
        .filter(tool -> tool.getValue().findings > 0)
        .sorted(Comparator.comparingLong(tool -> -tool.getValue().findings))
        .limit(most)
        .toList();
  }

  /** The arguments with most findings, most first. */
  List<Map.Entry<String, Long>> worstArguments(int most) {
    return arguments.entrySet().stream()
        .sorted(Comparator.comparingLong(argument -> -argument.getValue()))
        .limit(most)
        .toList();
  }
}
