package org.sealflow.jobs.cli.topic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;

/** Policy versions and the steps that led to them, as lines. */
final class PolicyLines {
  private final Colours colours;

  PolicyLines(Colours colours) {
    this.colours = colours;
  }

  List<String> of(PolicyUpdate update) {
    List<String> facts = new ArrayList<>();
    facts.add(colours.aside(Shown.time(update.getPublishedAt())));
    facts.add(colours.name(Shown.text(update.getPolicyName())));
    facts.add("version " + update.getVersion());
    if (update.getBatchNumber() != null) {
      facts.add("from batch " + update.getBatchNumber());
    }
    facts.add(update.getFormat().name());
    if (update.getWeightsUri() != null) {
      facts.add(Shown.text(update.getWeightsUri()));
    }
    List<String> lines = new ArrayList<>();
    lines.add(RecordLines.join(facts));
    if (!update.getMetrics().isEmpty()) {
      lines.add(RecordLines.second(measures(update.getMetrics())));
    }
    return lines;
  }

  List<String> of(TrainingStep step) {
    List<String> facts = new ArrayList<>();
    facts.add(colours.aside(Shown.time(step.getEndedAt())));
    facts.add(colours.name(Shown.text(step.getPolicyName())));
    facts.add("batch " + step.getBatchNumber());
    facts.add("version " + step.getVersion());
    facts.add(outcomes(step.getGroups()));
    String refusal = step.getRefusal();
    if (refusal != null) {
      facts.add(colours.bad("refused: " + Shown.text(refusal)));
    } else if (!step.getApplied()) {
      facts.add(colours.odd("weights unchanged"));
    }
    long millis = Duration.between(step.getStartedAt(), step.getEndedAt()).toMillis();
    facts.add(String.format(Locale.ROOT, "%.1f s", millis / 1000.0));
    return List.of(RecordLines.join(facts), RecordLines.second(measures(step.getMetrics())));
  }

  List<String> of(TrainingSample sample) {
    List<String> facts = new ArrayList<>();
    facts.add(colours.name(Shown.text(sample.getEpisodeId())));
    facts.add("batch " + sample.getBatchNumber());
    facts.add(sample.getVerdict().name());
    facts.add("reward " + number(sample.getReward()));
    facts.add("advantage " + number(sample.getAdvantage()));
    facts.add("weight " + number(sample.getWeight()));
    if (sample.getRootCauseTurn() != null) {
      facts.add("root cause in turn " + sample.getRootCauseTurn());
    }
    facts.add(Shown.count(sample.getTokens().size(), "token"));
    return List.of(RecordLines.join(facts));
  }

  private static String outcomes(List<GroupStep> groups) {
    Map<GroupOutcome, Integer> counts = new EnumMap<>(GroupOutcome.class);
    groups.forEach(group -> counts.merge(group.getOutcome(), 1, Integer::sum));
    return counts.entrySet().stream()
        .map(count -> count.getValue() + " " + count.getKey())
        .collect(Collectors.joining(", ", "groups: ", counts.isEmpty() ? "none" : ""));
  }

  private static String measures(Map<String, Double> metrics) {
    return metrics.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(Comparator.naturalOrder()))
        .map(each -> Shown.text(each.getKey()) + " " + number(each.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
