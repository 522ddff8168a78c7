package org.sealflow.jobs.bench.attribution;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.sealflow.diagnose.repair.RepairFinder;
import org.sealflow.diagnose.repair.RepairSettings;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.jobs.bench.verify.Trajectory;
import org.sealflow.verify.PlayedCalls;

/**
 * Plants known faults in episodes that pass and looks whether diagnosis finds them: generated tasks
 * as the ground truth plays them and, if given, recorded trajectories. Everything but the rates is
 * a function of the settings and the input.
 */
public final class AttributionBenchmark {
  /** Tries to plant a fault that makes an episode fail before the next kind is tried. */
  private static final int TRIES = 8;

  /** One episode in so many gets two faults. */
  private static final int PAIRS = PlantedFaultKind.values().length + 1;

  /** Calls are collected from so many episodes before the first fault is planted. */
  private static final int POOL = 400;

  /** Most planted episodes whose search is timed. */
  private static final int TIMED = 1_000;

  /** Most misses that are kept for people to look into. */
  private static final int MOST_MISSES = 200;

  private final Settings settings;
  private final GeneratorSources sources;
  private final List<Trajectory> recorded;
  private final Consumer<String> progress;
  private final RepairFinder finder;
  private final CallPool pool = new CallPool();
  private final AttributionTally tally;
  private final List<Miss> misses = new ArrayList<>();
  private final List<PlayedCalls> timed = new ArrayList<>();
  private final List<PlayedCalls> failing = new ArrayList<>();

  /**
   * The settings of the benchmark.
   *
   * @param episodes generated episodes, at least 1; each gets its faults, unless it has no place
   *     for any that matters
   * @param seed of the tasks and of the faults
   * @param repairs how far repairs are searched for
   */
  public record Settings(int episodes, long seed, RepairSettings repairs) {}

  /**
   * A benchmark that has not run yet.
   *
   * @param recorded trajectories to plant in as well, those that pass; the search for repairs of
   *     the others is timed
   * @param progress is told what is being done
   */
  public AttributionBenchmark(
      Settings settings,
      GeneratorSources sources,
      List<Trajectory> recorded,
      Consumer<String> progress) {
    this.settings = settings;
    this.sources = sources;
    this.recorded = List.copyOf(recorded);
    this.progress = progress;
    this.finder = new RepairFinder(settings.repairs());
    this.tally = new AttributionTally(settings.repairs().maxEdits());
  }

  /** Runs the benchmark in the calling thread. */
  public AttributionResult run() {
    TaskGenerator ahead = generator();
    for (int i = 0; i < Math.min(POOL, settings.episodes()); i++) {
      pool.add(PassingEpisode.of(ahead.next(), sources));
    }
    progress.accept("planting in " + settings.episodes() + " generated episodes");
    TaskGenerator generator = generator();
    for (int i = 0; i < settings.episodes(); i++) {
      take(UnplantedEpisode.of(PassingEpisode.of(generator.next(), sources), false), i);
    }
    progress.accept("planting in " + recorded.size() + " recorded trajectories");
    int index = settings.episodes();
    for (Trajectory trajectory : recorded) {
      PassingEpisode episode = PassingEpisode.of(trajectory);
      if (episode == null) {
        failing.add(
            new PlayedCalls(
                trajectory.task(),
                trajectory.modelName(),
                trajectory.asOf(),
                trajectory.executed()));
      } else {
        take(UnplantedEpisode.of(episode, true), index++);
      }
    }
    return result();
  }

  private TaskGenerator generator() {
    return new TaskGenerator(GeneratorSettings.of(settings.seed(), GeneratorSplit.TRAIN), sources);
  }

  private void take(UnplantedEpisode episode, int index) {
    tally.addPassing(AttributionGround.of(episode), episode.isFalseAlarm());
    FaultPlanter planter =
        new FaultPlanter(pool, new SplittableRandom(31 * settings.seed() + 1_000_003L * index));
    PlantedFaultKind[] order = PlantedFaultKind.values();
    int turn = index % PAIRS;
    if (turn == order.length && plantPair(episode, planter, index)) {
      return;
    }
    for (int i = 0; i < order.length; i++) {
      if (plantOne(order[(turn + i) % order.length], episode, planter)) {
        return;
      }
    }
  }

  private boolean plantOne(PlantedFaultKind kind, UnplantedEpisode episode, FaultPlanter planter) {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      FaultPlanter.Planted planted = planter.plant(kind, episode.episode());
      if (planted != null && planted.episode().passes()) {
        tally.addHarmless(kind, AttributionGround.of(episode));
      } else if (planted != null) {
        tally.add(kind, AttributionGround.of(episode), found(planted, episode));
        return true;
      }
    }
    return false;
  }

  /** Both must matter: an episode with either alone fails. */
  private boolean plantPair(UnplantedEpisode episode, FaultPlanter planter, int index) {
    PlantedFaultKind[] order = PlantedFaultKind.values();
    for (int attempt = 0; attempt < TRIES; attempt++) {
      int first = (index / PAIRS + attempt) % order.length;
      int second = (index / PAIRS / order.length + attempt) % order.length;
      FaultPlanter.Planted planted =
          planter.plantBoth(order[first], order[second], episode.episode());
      if (planted != null && bothMatter(planted)) {
        tally.add(null, AttributionGround.of(episode), found(planted, episode));
        return true;
      }
      if (planted != null) {
        tally.addHarmless(null, AttributionGround.of(episode));
      }
    }
    return false;
  }

  private static boolean bothMatter(FaultPlanter.Planted planted) {
    for (PlantedFault fault : planted.faults()) {
      List<List<String>> alone = new ArrayList<>(planted.before().turns());
      alone.set(fault.turn(), planted.episode().turns().get(fault.turn()));
      if (planted.before().with(alone).passes()) {
        return false;
      }
    }
    return !planted.episode().passes();
  }

  private Finding found(FaultPlanter.Planted planted, UnplantedEpisode episode) {
    Finding finding = Finding.of(planted, episode.ownDeviation(), finder);
    if (!(finding.rightTurn() && finding.rightCall()) && misses.size() < MOST_MISSES) {
      misses.add(Miss.of(planted, finding));
    }
    if (timed.size() < TIMED) {
      timed.add(planted.episode().played());
    }
    return finding;
  }

  private AttributionResult result() {
    progress.accept("timing " + (timed.size() + failing.size()) + " searches");
    return tally.result(
        misses,
        SearchRate.of(timed, finder::search),
        failing.isEmpty() ? null : SearchRate.of(failing, finder::search));
  }
}
