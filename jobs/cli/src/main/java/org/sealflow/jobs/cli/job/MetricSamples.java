package org.sealflow.jobs.cli.job;

import static java.util.Objects.requireNonNullElse;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The samples of pages in Prometheus' text format, and sums over them. */
final class MetricSamples {
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})?\\s+(\\S+)(?:\\s+-?\\d+)?\\s*");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  private final Map<String, List<Sample>> byName;

  /** A value of a time series. */
  private record Sample(Map<String, String> labels, double value) {
    String label(String name) {
      return requireNonNullElse(labels.get(name), "");
    }
  }

  private MetricSamples(Map<String, List<Sample>> byName) {
    this.byName = byName;
  }

  /** The samples of pages together; a line that is none is passed over. */
  static MetricSamples of(Collection<String> pages) {
    Map<String, List<Sample>> byName = new HashMap<>();
    pages.stream()
        .flatMap(String::lines)
        .map(SAMPLE::matcher)
        .filter(Matcher::matches)
        .forEach(
            line ->
                byName
                    .computeIfAbsent(line.group(1), name -> new ArrayList<>())
                    .add(new Sample(labels(line.group(2)), number(line.group(3)))));
    return new MetricSamples(byName);
  }

  private static Map<String, String> labels(@Nullable String text) {
    Map<String, String> labels = new LinkedHashMap<>();
    LABEL
        .matcher(requireNonNullElse(text, ""))
        .results()
        .forEach(found -> labels.put(found.group(1), unescaped(found.group(2))));
    return labels;
  }

  private static String unescaped(String text) {
    return text.replace("\\\"", "\"").replace("\\n", "\n").replace("\\\\", "\\");
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text.replace("Inf", "Infinity"));
    } catch (NumberFormatException none) {
      return Double.NaN;
    }
  }

  private Stream<Sample> of(String name) {
    return byName.getOrDefault(name, List.of()).stream()
        .filter(sample -> Double.isFinite(sample.value));
  }

  /** The values of a label over all samples. */
  SortedSet<String> values(String label) {
    SortedSet<String> values = new TreeSet<>();
    byName
        .values()
        .forEach(
            samples ->
                samples.forEach(
                    sample -> {
                      if (sample.labels.containsKey(label)) {
                        values.add(sample.label(label));
                      }
                    }));
    return values;
  }

  /** Those whose label has a value. */
  MetricSamples with(String label, String value) {
    Map<String, List<Sample>> kept = new HashMap<>();
    byName.forEach(
        (name, samples) -> {
          List<Sample> fitting =
              samples.stream().filter(sample -> sample.label(label).equals(value)).toList();
          if (!fitting.isEmpty()) {
            kept.put(name, fitting);
          }
        });
    return new MetricSamples(kept);
  }

  boolean has(String name) {
    return of(name).findAny().isPresent();
  }

  /** The sum of a metric; 0 where there is none. */
  double sum(String name) {
    return of(name).mapToDouble(Sample::value).sum();
  }

  /** The greatest value of a metric. */
  OptionalDouble max(String name) {
    return of(name).mapToDouble(Sample::value).max();
  }

  /** The sums of a metric by a label. */
  SortedMap<String, Double> sums(String name, String label) {
    return by(name, label, samples -> samples.stream().mapToDouble(Sample::value).sum());
  }

  /** The greatest values of a metric by a label. */
  SortedMap<String, Double> greatest(String name, String label) {
    return by(name, label, samples -> samples.stream().mapToDouble(Sample::value).max().orElse(0));
  }

  private SortedMap<String, Double> by(
      String name, String label, ToDoubleFunction<List<Sample>> summary) {
    Map<String, List<Sample>> groups = new HashMap<>();
    of(name)
        .forEach(
            sample ->
                groups
                    .computeIfAbsent(sample.label(label), value -> new ArrayList<>())
                    .add(sample));
    SortedMap<String, Double> summed = new TreeMap<>();
    groups.forEach((value, samples) -> summed.put(value, summary.applyAsDouble(samples)));
    return summed;
  }
}
