package org.sealflow.jobs.report.inspect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.report.page.TrajectoryEntry;
import org.sealflow.jobs.report.summary.BoundedCounters;
import org.sealflow.jobs.report.summary.Cause;
import org.sealflow.schemas.DiagnosedCall;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;

/** What stays in memory of an episode: its line in the list, what it is filtered by, its text. */
final class InspectedEntry {
  private static final int MOST_VALUES = 60;

  private final String line;
  private final Map<EpisodeFacet, List<String>> values;
  private final Verdict verdict;
  private String text;
  private boolean textCut;
  private final @Nullable Repair repair;

  private InspectedEntry(
      String line,
      Map<EpisodeFacet, List<String>> values,
      String text,
      boolean textCut,
      EpisodeDiagnosis episode) {
    this.line = line;
    this.values = values;
    this.text = text;
    this.textCut = textCut;
    this.verdict = episode.getVerdict();
    this.repair = episode.getRepair();
  }

  /**
   * The entry of an episode.
   *
   * @param position its position among all episodes, from 0
   * @param turns its turns in order, unreached ones included
   * @param mostText most characters of it that are searched
   */
  static InspectedEntry of(
      int position, List<TurnDiagnosis> turns, EpisodeDiagnosis episode, int mostText) {
    ObjectNode node = TrajectoryEntry.of(position, turns, episode);
    Map<EpisodeFacet, List<String>> values = values(turns, episode);
    node.put("run", run(episode));
    node.put("repair", first(repair(episode)));
    String text = text(turns, episode, mostText + 1);
    boolean cut = text.length() > mostText;
    return new InspectedEntry(
        node.toString(),
        values,
        (cut ? text.substring(0, mostText) : text).toLowerCase(Locale.ROOT),
        cut,
        episode);
  }

  private static @Nullable String first(List<String> all) {
    return all.isEmpty() ? null : all.get(0);
  }

  private static Map<EpisodeFacet, List<String>> values(
      List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    Map<EpisodeFacet, List<String>> values = new EnumMap<>(EpisodeFacet.class);
    for (EpisodeFacet facet : EpisodeFacet.values()) {
      Set<String> all = new LinkedHashSet<>();
      for (String value : values(facet, turns, episode)) {
        if (all.size() < MOST_VALUES) {
          all.add(BoundedCounters.name(value).intern());
        }
      }
      values.put(facet, List.copyOf(all));
    }
    return values;
  }

  private static Collection<String> values(
      EpisodeFacet facet, List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    return switch (facet) {
      case VERDICT -> List.of(episode.getVerdict().name());
      case OFFICIAL -> List.of(String.valueOf(episode.getOfficialValid()));
      case CATEGORY -> List.of(episode.getCategory());
      case MODEL -> List.of(episode.getModelName());
      case ARM -> List.of(episode.getArm().name());
      case PATCH -> episode.getShownPatches();
      case TASK -> List.of(episode.getTaskId());
      case DRIFT -> List.of(Boolean.TRUE.equals(episode.getDrifted()) ? "yes" : "no");
      case RUN -> List.of(run(episode));
      case ROOT -> root(episode);
      case CAUSE -> cause(turns, episode);
      case REPAIR -> repair(episode);
      case FAILURE, ORIGIN, TAG, TOOL, ARGUMENT -> ofTurns(facet, turns);
      case CHANGED -> List.of();
    };
  }

  private static List<String> root(EpisodeDiagnosis episode) {
    if (episode.getRootCauseTurn() != null) {
      return List.of(String.valueOf(episode.getRootCauseTurn()));
    }
    return episode.getRootCauseReason() == null
        ? List.of()
        : List.of(episode.getRootCauseReason().name());
  }

  private static List<String> cause(List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    Cause cause = episode.getVerdict() == Verdict.POLICY_FAILED ? Cause.of(turns, episode) : null;
    return cause == null ? List.of() : List.of(cause.text());
  }

  private static List<String> repair(EpisodeDiagnosis episode) {
    Repair repair = episode.getRepair();
    return repair == null ? List.of() : List.of(RepairWords.of(repair));
  }

  private static String run(EpisodeDiagnosis episode) {
    RecordedSource source = episode.getSource();
    return source == null ? "live" : source.getFile();
  }

  private static List<String> ofTurns(EpisodeFacet facet, List<TurnDiagnosis> turns) {
    List<String> all = new ArrayList<>();
    for (TurnDiagnosis turn : turns) {
      if (!turn.getReached()) {
        continue;
      }
      TurnFailure failure = turn.getFailure();
      FailureOrigin origin = turn.getOrigin();
      switch (facet) {
        case FAILURE -> all.addAll(failure == null ? List.of() : List.of(failure.name()));
        case ORIGIN -> all.addAll(origin == null ? List.of() : List.of(origin.name()));
        case TAG -> all.add(turn.getTag().name());
        case TOOL -> {
          all.addAll(turn.getPolicyTools());
          all.addAll(turn.getGroundTruthTools());
        }
        case ARGUMENT -> all.addAll(arguments(turn));
        default -> throw new IllegalArgumentException(facet + " is none of a turn");
      }
    }
    return all;
  }

  private static List<String> arguments(TurnDiagnosis turn) {
    List<String> all = new ArrayList<>();
    for (Evidence evidence : turn.getEvidence()) {
      if (evidence.getArgument() != null) {
        String tool = evidence.getTool();
        all.add((tool == null ? "" : tool + " · ") + evidence.getArgument());
      }
    }
    return all;
  }

  /** What a search looks through: names, calls and their results, as far as there is room. */
  private static String text(List<TurnDiagnosis> turns, EpisodeDiagnosis episode, int most) {
    StringBuilder text = new StringBuilder();
    append(text, episode.getTaskId(), most);
    RecordedSource source = episode.getSource();
    append(text, source == null ? null : source.getRecordId(), most);
    append(text, episode.getVerdictReason(), most);
    append(text, episode.getOfficialErrorType(), most);
    for (TurnDiagnosis turn : turns) {
      for (DiagnosedCall call : turn.getPolicyCalls()) {
        append(text, call.getText(), most);
      }
    }
    for (TurnDiagnosis turn : turns) {
      for (DiagnosedCall call : turn.getPolicyCalls()) {
        append(text, call.getResultText(), most);
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, @Nullable String more, int most) {
    int room = most - text.length();
    if (more != null && room > 0) {
      text.append(more, 0, Math.min(more.length(), room)).append('\n');
    }
  }

  /** Adds the value of a facet that is only known once all episodes are. */
  void set(EpisodeFacet facet, String value) {
    values.put(facet, List.of(value));
  }

  /** Adds words that are searched too, as far as there is room. */
  void addText(String words, int mostText) {
    int room = mostText - text.length();
    textCut |= words.length() > room;
    if (room > 0) {
      String more = words.substring(0, Math.min(words.length(), room));
      text += more.toLowerCase(Locale.ROOT) + '\n';
    }
  }

  /** The line as JSON. */
  String line() {
    return line;
  }

  List<String> values(EpisodeFacet facet) {
    return values.getOrDefault(facet, List.of());
  }

  String text() {
    return text;
  }

  boolean textIsCut() {
    return textCut;
  }

  Verdict verdict() {
    return verdict;
  }

  @Nullable Repair repair() {
    return repair;
  }
}
