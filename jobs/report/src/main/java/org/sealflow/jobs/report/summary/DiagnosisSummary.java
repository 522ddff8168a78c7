package org.sealflow.jobs.report.summary;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.DiagnosedCall;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.TurnDiagnosis;

/**
 * The numbers of a run, counted as its diagnoses come: what the terminal's table, the JSON and the
 * page show. Holds counters only, and a bounded number of them, so its size does not depend on the
 * length of the input. Not thread-safe.
 */
public final class DiagnosisSummary {
  private static final int MOST_CATEGORIES = 100;
  private static final int MOST_MODELS = 100;
  private static final int MOST_FORMS = 200;
  private static final int MOST_ERROR_TYPES = 200;
  private static final int MOST_REASONS = 200;

  /** The text before the form in the result of a refused call (design section 5). */
  private static final String REFUSAL = "unsupported expression: ";

  /** The name of a missing name. */
  private static final String UNKNOWN = "(unknown)";

  private final EpisodeCount all = new EpisodeCount();
  private final BoundedCounters<String, EpisodeCount> categories =
      BoundedCounters.byName(MOST_CATEGORIES, EpisodeCount::new);
  private final BoundedCounters<String, EpisodeCount> models =
      BoundedCounters.byName(MOST_MODELS, EpisodeCount::new);
  private final TurnCount turns = new TurnCount();
  private final RootCauseCount rootCauses = new RootCauseCount();
  private final CauseCount causes = new CauseCount();
  private final ToolCount tools = new ToolCount();
  private final RepairCount repairs = new RepairCount();
  private final BoundedCounters<String, Count> unsupported =
      BoundedCounters.byName(MOST_FORMS, Count::new);
  private final BoundedCounters<String, Count> officialErrors =
      BoundedCounters.byName(MOST_ERROR_TYPES, Count::new);
  private final EnumCount<Boundary> boundaries = new EnumCount<>(Boundary.class);
  private final BoundedCounters<String, Count> reasons =
      BoundedCounters.byName(MOST_REASONS, Count::new);

  /** A name and how often it was counted. */
  record Named(String name, long count) {}

  /**
   * Counts an episode.
   *
   * @param diagnosed its turns in order, unreached ones included
   */
  public void add(List<TurnDiagnosis> diagnosed, EpisodeDiagnosis episode) {
    all.add(diagnosed, episode);
    categories.of(named(episode.getCategory())).add(diagnosed, episode);
    models.of(named(episode.getModelName())).add(diagnosed, episode);
    rootCauses.add(diagnosed, episode);
    causes.add(diagnosed, episode);
    repairs.add(episode);
    String error = episode.getOfficialErrorType();
    if (error != null) {
      officialErrors.of(named(error)).increment();
    }
    for (TurnDiagnosis turn : diagnosed) {
      turns.add(turn);
      tools.add(turn);
      addUnsupported(turn);
    }
  }

  /** Counts input that could not be used. */
  public void addFailure(Failure failure) {
    boundaries.increment(failure.getBoundary());
    reasons.of(named(failure.getReason())).increment();
  }

  private void addUnsupported(TurnDiagnosis turn) {
    int stated = 0;
    for (DiagnosedCall call : turn.getPolicyCalls()) {
      if (call.getStatus() == CallStatus.UNSUPPORTED) {
        unsupported.of(named(form(call.getResultText()))).increment();
        stated++;
      }
    }
    for (int i = stated; i < turn.getUnsupported().size(); i++) {
      unsupported.of(UNKNOWN).increment();
    }
  }

  /**
   * The kind of form a refusal names. Names and attributes are the policy's own words, so only that
   * they are names or attributes is kept.
   */
  private static String form(String result) {
    int at = result.indexOf(REFUSAL);
    if (at < 0) {
      return UNKNOWN;
    }
    String form = result.substring(at + REFUSAL.length()).strip();
    if (form.startsWith("attribute ")) {
      return "attribute";
    }
    return form.startsWith("name ") ? "name" : form;
  }

  private static String named(String text) {
    return text.isEmpty() ? UNKNOWN : BoundedCounters.name(text);
  }

  EpisodeCount all() {
    return all;
  }

  /** The counts by category, in the order of their names. */
  List<Map.Entry<String, EpisodeCount>> categories() {
    return byName(categories);
  }

  /** The counts by model, in the order of their names. */
  List<Map.Entry<String, EpisodeCount>> models() {
    return byName(models);
  }

  /** Whether telling models apart says anything: there are several, or one with a name. */
  boolean namesModels() {
    return models.all().size() > 1
        || models.all().keySet().stream().anyMatch(name -> !name.equals(UNKNOWN));
  }

  TurnCount turns() {
    return turns;
  }

  RootCauseCount rootCauses() {
    return rootCauses;
  }

  /** The root causes of failed episodes. */
  CauseCount causes() {
    return causes;
  }

  ToolCount tools() {
    return tools;
  }

  RepairCount repairs() {
    return repairs;
  }

  /** Refused calls by the form they were refused for, most first. */
  List<Named> unsupported() {
    return mostFirst(unsupported);
  }

  /** Episodes by the benchmark's error type, most first. */
  List<Named> officialErrors() {
    return mostFirst(officialErrors);
  }

  /** Failure records of this boundary. */
  long failureRecords(Boundary boundary) {
    return boundaries.of(boundary);
  }

  /** All failure records. */
  long failureRecords() {
    return boundaries.total();
  }

  /** Failure records by reason, most first. */
  List<Named> failureReasons() {
    return mostFirst(reasons);
  }

  private static List<Map.Entry<String, EpisodeCount>> byName(
      BoundedCounters<String, EpisodeCount> counters) {
    return counters.all().entrySet().stream().sorted(Map.Entry.comparingByKey()).toList();
  }

  private static List<Named> mostFirst(BoundedCounters<String, Count> counters) {
    return counters.all().entrySet().stream()
        .map(entry -> new Named(entry.getKey(), entry.getValue().value()))
        .sorted(Comparator.comparingLong((Named each) -> -each.count()).thenComparing(Named::name))
        .toList();
  }
}
