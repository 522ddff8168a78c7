package org.sealflow.jobs.cli.replay.tau;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.results.Simulation;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.ToolAnswer;

/** Counts episodes of tau2-bench: verdicts by domain, and what their files say beside it. */
final class TauSummary {
  private static final int MOST_SHOWN = 10;
  private static final double SAME = 1e-6;

  /** The episodes of one domain. */
  static final class Domain {
    private final Map<TauVerdict, Long> verdicts = new EnumMap<>(TauVerdict.class);
    private long episodes;
    private long drift;

    long episodes() {
      return episodes;
    }

    long count(TauVerdict verdict) {
      return verdicts.getOrDefault(verdict, 0L);
    }

    /** Recorded results that were not found again. */
    long drift() {
      return drift;
    }
  }

  /** Recorded rewards beside those by execution. */
  static final class Rewards {
    private long recorded;
    private long equal;
    private long different;
    private long lenient;
    private final List<String> differences = new ArrayList<>();

    long recorded() {
      return recorded;
    }

    /** Those where both are known and equal. */
    long equal() {
      return equal;
    }

    long different() {
      return different;
    }

    /** Episodes that the benchmark's strict evaluation refuses. */
    long lenient() {
      return lenient;
    }

    /** The first episodes whose rewards differ, a line each. */
    List<String> differences() {
      return differences;
    }
  }

  /** Calls of one party. */
  static final class Calls {
    private long made;
    private long failed;

    long made() {
      return made;
    }

    long failed() {
      return failed;
    }
  }

  private final Map<String, Domain> domains = new TreeMap<>();
  private final Map<String, Long> terminations = new TreeMap<>();
  private final Map<Requestor, Calls> calls = new EnumMap<>(Requestor.class);
  private final Rewards rewards = new Rewards();
  private final PassRates passRates = new PassRates();
  private final TauCauses causes = new TauCauses();

  TauSummary() {
    Arrays.stream(Requestor.values()).forEach(party -> calls.put(party, new Calls()));
  }

  void add(TauEpisode episode) {
    Domain domain = domains.computeIfAbsent(episode.domain(), name -> new Domain());
    domain.episodes++;
    domain.verdicts.merge(episode.verdict(), 1L, Long::sum);
    ReplayedEpisode replayed = episode.replayed();
    if (replayed != null) {
      domain.drift += replayed.drift();
      rewards.lenient += replayed.lenient() ? 1 : 0;
      terminations.merge(replayed.recorded().conversation().termination(), 1L, Long::sum);
      count(replayed);
    }
    if (episode.diagnosis() != null) {
      causes.add(episode.id(), episode.diagnosis());
    }
    Simulation simulation = episode.simulation();
    if (simulation != null) {
      if (replayed == null) {
        terminations.merge(simulation.conversation().termination(), 1L, Long::sum);
      }
      compare(episode);
      passRates.add(episode.domain() + "/" + simulation.task(), episode.verdict());
    }
  }

  private void count(ReplayedEpisode replayed) {
    int at = 0;
    for (Step step : replayed.recorded().conversation().steps()) {
      for (int i = 0; i < step.calls().size(); i++) {
        ToolAnswer result = replayed.results().get(at);
        at++;
        Calls of = calls.get(step.calls().get(i).requestor());
        if (of != null) {
          of.made++;
          of.failed += result.error() ? 1 : 0;
        }
      }
    }
  }

  private void compare(TauEpisode episode) {
    Double recorded = episode.recordedReward();
    Double found = episode.reward();
    if (recorded == null) {
      return;
    }
    rewards.recorded++;
    if (found == null) {
      return;
    }
    if (Math.abs(recorded - found) < SAME) {
      rewards.equal++;
      return;
    }
    rewards.different++;
    if (rewards.differences.size() < MOST_SHOWN) {
      rewards.differences.add(
          "%s %s: recorded %s, by execution %s"
              .formatted(episode.place(), episode.id(), recorded, found));
    }
  }

  /** By domain. */
  Map<String, Domain> domains() {
    return domains;
  }

  /** Episodes by the reason of their end. */
  Map<String, Long> terminations() {
    return terminations;
  }

  Calls calls(Requestor party) {
    return calls.getOrDefault(party, new Calls());
  }

  Rewards rewards() {
    return rewards;
  }

  TauCauses causes() {
    return causes;
  }

  PassRates passRates() {
    return passRates;
  }

  long count(TauVerdict verdict) {
    return domains.values().stream().mapToLong(domain -> domain.count(verdict)).sum();
  }
}
