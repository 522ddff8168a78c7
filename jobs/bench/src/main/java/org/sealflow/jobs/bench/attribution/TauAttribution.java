package org.sealflow.jobs.bench.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.verify.TauWorkload;
import org.sealflow.tau.diagnose.TauDiagnoser;
import org.sealflow.tau.diagnose.TauDiagnosis;
import org.sealflow.tau.judge.Judgement;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;

/**
 * Plants known faults in conversations of tau2-bench that pass and looks whether diagnosis finds
 * them. Its failures are its repair: the calls to change, proved by executing them.
 */
public final class TauAttribution {
  private static final int TRIES = 8;
  private static final int MOST_EDITS = 3;
  private static final int MOST_MISSES = 200;

  private final long seed;
  private final Consumer<String> progress;
  private final AttributionTally tally = new AttributionTally(MOST_EDITS);
  private final List<Miss> misses = new ArrayList<>();
  private final List<ReplayedEpisode> failing = new ArrayList<>();

  /**
   * A benchmark that has not run yet.
   *
   * @param seed of the faults
   * @param progress is told what is being done
   */
  public TauAttribution(long seed, Consumer<String> progress) {
    this.seed = seed;
    this.progress = progress;
  }

  /** Plants a fault of each kind, and two at a time, in each conversation that passes. */
  public AttributionResult run(TauWorkload workload) {
    Map<String, List<Call>> pools = new HashMap<>();
    List<TauWorkload.Episode> passing = new ArrayList<>();
    for (TauWorkload.Episode episode : workload.episodes()) {
      List<Call> pool =
          pools.computeIfAbsent(episode.recorded().domain(), unseen -> new ArrayList<>());
      for (Step step : episode.recorded().conversation().steps()) {
        if (step.role() == Requestor.ASSISTANT) {
          pool.addAll(step.calls());
        }
      }
      if (passes(episode)) {
        passing.add(episode);
      }
    }
    progress.accept("planting in " + passing.size() + " conversations");
    for (int index = 0; index < passing.size(); index++) {
      TauWorkload.Episode episode = passing.get(index);
      boolean blamed = TauDiagnoser.diagnose(episode.replay()) != null;
      tally.addPassing(AttributionGround.RECORDED, blamed);
      TauFaultPlanter planter =
          new TauFaultPlanter(
              pools.getOrDefault(episode.recorded().domain(), List.of()),
              new SplittableRandom(31 * seed + 1_000_003L * index));
      for (PlantedFaultKind kind : PlantedFaultKind.values()) {
        plant(kind, episode, planter);
      }
      plantPair(index, episode, planter);
    }
    progress.accept("timing " + failing.size() + " diagnoses");
    return tally.result(misses, SearchRate.of(failing, TauFinding::repair), null);
  }

  private static boolean passes(TauWorkload.Episode episode) {
    try {
      Judgement judgement = episode.replay().judgement();
      return judgement != null && judgement.failure() == null && judgement.passed();
    } catch (CallException noInitialState) {
      return false;
    }
  }

  /** Both must matter: the conversation fails with either alone. */
  private void plantPair(int index, TauWorkload.Episode episode, TauFaultPlanter planter) {
    PlantedFaultKind[] kinds = PlantedFaultKind.values();
    for (int attempt = 0; attempt < TRIES; attempt++) {
      PlantedFaultKind first = kinds[(index + attempt) % kinds.length];
      PlantedFaultKind second = kinds[(index / kinds.length + attempt) % kinds.length];
      TauFaultPlanter.PlantedPair pair = planter.plantBoth(first, second, episode);
      if (pair == null) {
        continue;
      }
      ReplayedEpisode replayed = pair.both().replay();
      if (!fails(replayed)
          || !fails(pair.first().episode().replay())
          || !fails(pair.second().episode().replay())) {
        tally.addHarmless(null, AttributionGround.RECORDED);
        continue;
      }
      TauDiagnosis diagnosis = TauDiagnoser.diagnose(replayed);
      tally.add(
          null, AttributionGround.RECORDED, TauFinding.ofPair(first, second, pair, diagnosis));
      failing.add(replayed);
      return;
    }
  }

  private static boolean fails(ReplayedEpisode replayed) {
    Judgement judgement = replayed.judgement();
    return judgement != null && judgement.failure() == null && !judgement.passed();
  }

  private void plant(PlantedFaultKind kind, TauWorkload.Episode episode, TauFaultPlanter planter) {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      TauFaultPlanter.Planted planted = planter.plant(kind, episode);
      if (planted == null) {
        continue;
      }
      ReplayedEpisode replayed = planted.episode().replay();
      if (!fails(replayed)) {
        tally.addHarmless(kind, AttributionGround.RECORDED);
        continue;
      }
      @Nullable TauDiagnosis diagnosis = TauDiagnoser.diagnose(replayed);
      Finding finding = TauFinding.of(kind, planted, diagnosis);
      tally.add(kind, AttributionGround.RECORDED, finding);
      if (!(finding.rightTurn() && finding.rightCall()) && misses.size() < MOST_MISSES) {
        misses.add(TauFinding.miss(kind, planted, diagnosis));
      }
      failing.add(replayed);
      return;
    }
  }
}
