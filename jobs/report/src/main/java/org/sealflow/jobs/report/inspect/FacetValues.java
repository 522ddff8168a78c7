package org.sealflow.jobs.report.inspect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.report.summary.BoundedCounters;
import org.sealflow.jobs.report.summary.Cause;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;

/** What an episode is filtered by. */
final class FacetValues {
  private static final int MOST_VALUES = 60;

  private FacetValues() {}

  /**
   * The values of all facets that the episode alone has.
   *
   * @param run the run it was played in; null if its file stands for it
   * @param turns its turns in order, unreached ones included
   */
  static Map<EpisodeFacet, List<String>> of(
      @Nullable String run, List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    Map<EpisodeFacet, List<String>> values = new EnumMap<>(EpisodeFacet.class);
    for (EpisodeFacet facet : EpisodeFacet.values()) {
      Set<String> all = new LinkedHashSet<>();
      for (String value : values(facet, run, turns, episode)) {
        if (all.size() < MOST_VALUES) {
          all.add(BoundedCounters.name(value).intern());
        }
      }
      values.put(facet, List.copyOf(all));
    }
    return values;
  }

  private static Collection<String> values(
      EpisodeFacet facet,
      @Nullable String run,
      List<TurnDiagnosis> turns,
      EpisodeDiagnosis episode) {
    return switch (facet) {
      case VERDICT -> List.of(episode.getVerdict().name());
      case OFFICIAL -> List.of(String.valueOf(episode.getOfficialValid()));
      case CATEGORY -> List.of(episode.getCategory());
      case MODEL -> List.of(episode.getModelName());
      case ARM -> List.of(episode.getArm().name());
      case PATCH -> episode.getShownPatches();
      case TASK -> List.of(episode.getTaskId());
      case DRIFT -> List.of(Boolean.TRUE.equals(episode.getDrifted()) ? "yes" : "no");
      case RUN -> List.of(run(run, episode));
      case MODE -> List.of(episode.getMode().name());
      case VERSION ->
          episode.getPolicyVersionMax() == null
              ? List.of()
              : List.of(String.valueOf(episode.getPolicyVersionMax()));
      case GROUP -> episode.getGroupSize() > 1 ? List.of(episode.getGroupId()) : List.of();
      case ROOT -> root(episode);
      case CAUSE -> cause(turns, episode);
      case REPAIR -> repair(episode);
      case FAILURE, ORIGIN, TAG, TOOL, ARGUMENT -> ofTurns(facet, turns);
      case CHANGED, LEARNER, TIME -> List.of();
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

  private static String run(@Nullable String run, EpisodeDiagnosis episode) {
    RecordedSource source = episode.getSource();
    return run != null ? run : source == null ? "live" : source.getFile();
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
}
