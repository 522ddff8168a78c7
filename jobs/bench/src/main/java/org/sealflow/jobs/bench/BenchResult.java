package org.sealflow.jobs.bench;

import java.util.List;

/**
 * The result of a benchmark.
 *
 * @param benchmark its name
 * @param machine what it ran on
 * @param sections its figures, in the order in which they are shown; keys are unique over all
 * @param method how it was measured, a sentence each
 */
public record BenchResult(
    String benchmark, Machine machine, List<Section> sections, List<String> method) {
  /** Figures that belong together. */
  public record Section(String title, List<Figure> figures) {
    public Section {
      figures = List.copyOf(figures);
    }
  }

  public BenchResult {
    sections = List.copyOf(sections);
    method = List.copyOf(method);
  }

  /** All figures in their order. */
  public List<Figure> figures() {
    return sections.stream().flatMap(section -> section.figures().stream()).toList();
  }
}
