package org.sealflow.jobs.report.inspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.report.page.TrajectoryEntry;
import org.sealflow.schemas.DiagnosedCall;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;

/**
 * What stays in memory of an episode: its line in the list, what it is filtered by, its failure.
 */
final class InspectedEntry {
  /** Stands for a time that is not known. */
  static final long NO_TIME = -1;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String line;
  private final Map<EpisodeFacet, List<String>> values;
  private final Verdict verdict;
  private final @Nullable Repair repair;
  private final @Nullable FailedEpisode failed;
  private final int sample;
  private final long endedAt;
  private final List<EpisodeTexts.Place> texts = new ArrayList<>(2);

  private InspectedEntry(
      String line,
      Map<EpisodeFacet, List<String>> values,
      @Nullable FailedEpisode failed,
      long endedAt,
      EpisodeDiagnosis episode) {
    this.line = line;
    this.values = values;
    this.failed = failed;
    this.verdict = episode.getVerdict();
    this.repair = episode.getRepair();
    this.sample = episode.getSampleIndex();
    this.endedAt = endedAt;
  }

  /**
   * The entry of an episode.
   *
   * @param position its position among all episodes, from 0
   * @param run the run it was played in; null if its file stands for it
   * @param turns its turns in order, unreached ones included
   */
  static InspectedEntry of(
      int position, @Nullable String run, List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    ObjectNode node = TrajectoryEntry.of(position, turns, episode);
    Map<EpisodeFacet, List<String>> values = FacetValues.of(run, turns, episode);
    node.put("run", first(values, EpisodeFacet.RUN));
    node.put("repair", first(values, EpisodeFacet.REPAIR));
    node.put("version", episode.getPolicyVersionMax());
    node.put("mode", episode.getMode().name());
    node.put("group", first(values, EpisodeFacet.GROUP));
    node.put("sample", episode.getSampleIndex());
    return new InspectedEntry(
        node.toString(),
        values,
        FailedEpisode.of(position, turns, episode),
        run == null ? NO_TIME : episode.getEndedAt().toEpochMilli(),
        episode);
  }

  private static @Nullable String first(
      Map<EpisodeFacet, List<String>> values, EpisodeFacet facet) {
    List<String> all = values.getOrDefault(facet, List.of());
    return all.isEmpty() ? null : all.get(0);
  }

  /** What a search looks through: names, calls and their results. */
  static String text(List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    StringBuilder text = new StringBuilder();
    append(text, episode.getTaskId());
    RecordedSource source = episode.getSource();
    append(text, source == null ? null : source.getRecordId());
    append(text, episode.getVerdictReason());
    append(text, episode.getOfficialErrorType());
    for (TurnDiagnosis turn : turns) {
      for (DiagnosedCall call : turn.getPolicyCalls()) {
        append(text, call.getText());
        append(text, call.getResultText());
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, @Nullable String more) {
    if (more != null) {
      text.append(more).append('\n');
    }
  }

  /** Sets the value of a facet that is only known once more than the episode is; null for none. */
  void set(EpisodeFacet facet, @Nullable String value) {
    values.put(facet, value == null ? List.of() : List.of(value));
  }

  /** Adds a text that is searched. */
  void addText(EpisodeTexts.Place place) {
    texts.add(place);
  }

  /** The texts that are searched. */
  List<EpisodeTexts.Place> texts() {
    return texts;
  }

  /** The line as JSON. */
  String line() {
    return line;
  }

  /** Line, values by facet, and {@code failed}, which is null if it did not fail by the policy. */
  ObjectNode node() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    try {
      node.set("line", JSON.readTree(line));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("the line is JSON", impossible);
    }
    ObjectNode all = node.putObject("values");
    values.forEach((facet, own) -> own.forEach(all.withArray(facet.key())::add));
    node.set("failed", failed == null ? null : JSON.valueToTree(failed));
    return node;
  }

  /** The values of a facet, none if it has none. */
  List<String> values(EpisodeFacet facet) {
    return values.getOrDefault(facet, List.of());
  }

  /** Its place in its group, from 0. */
  int sample() {
    return sample;
  }

  /** When it ended, milliseconds since the epoch; {@link #NO_TIME} of a recording without times. */
  long endedAt() {
    return endedAt;
  }

  Verdict verdict() {
    return verdict;
  }

  @Nullable Repair repair() {
    return repair;
  }

  /** How it failed; null if not by the policy. */
  @Nullable FailedEpisode failed() {
    return failed;
  }
}
