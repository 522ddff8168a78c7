package org.sealflow.jobs.bench.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.repair.RepairFinder;
import org.sealflow.diagnose.repair.RepairSettings;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.generate.TaskFiles;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;

class AttributionBenchmarkTest {
  private static final List<PlantedFaultKind> KINDS = List.of(PlantedFaultKind.values());
  private static final GeneratorSources SOURCES = sources();

  private static GeneratorSources sources() {
    try {
      return TaskFiles.sources(Path.of("..", "..", "data", "tasks"));
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }

  private static AttributionResult run(int episodes) {
    return new AttributionBenchmark(
            new AttributionBenchmark.Settings(episodes, 7, RepairSettings.DEFAULT),
            SOURCES,
            List.of(),
            line -> {})
        .run();
  }

  @Test
  void plantedFaultsAreFoundAndNothingElseIsBlamed() {
    AttributionResult result = run(700);
    AttributionCount all = result.counts().all();

    assertThat(result.unplanted()).isEqualTo(new AttributionResult.Unplanted(700, 0, 0));
    assertThat(all.planted()).isGreaterThan(600);
    assertThat(result.counts().kinds()).allMatch(kind -> kind.planted() > 3);
    assertThat(result.counts().pairs().planted()).isGreaterThan(20);
    assertThat(result.counts().cascades().planted()).isGreaterThan(100);
    assertThat(all.share(all.rightTurn())).as("%s", result.misses()).isGreaterThan(0.97);
    assertThat(all.share(all.rightCall())).as("%s", result.misses()).isGreaterThan(0.93);
    assertThat(result.misses()).hasSizeLessThan((int) (0.1 * all.planted()));
  }

  @Test
  void everyFigureHasItsOwnKeyAndTheSumIsThatOfItsParts() {
    AttributionResult result = run(60);
    long parts = result.counts().kinds().stream().mapToLong(AttributionCount::planted).sum();

    assertThat(AttributionFigures.all(result).figures())
        .extracting(Figure::key)
        .doesNotHaveDuplicates()
        .allMatch(key -> key.matches("[a-zA-Z]+"));
    assertThat(parts + result.counts().pairs().planted())
        .isEqualTo(result.counts().all().planted());
  }

  @Test
  void equalSettingsFindTheSame() {
    AttributionResult one = run(80);
    AttributionResult other = run(80);

    assertThat(other.misses()).isEqualTo(one.misses());
    assertThat(other.counts().all().executions()).isEqualTo(one.counts().all().executions());
    assertThat(other.counts().all().harmless()).isEqualTo(one.counts().all().harmless());
  }

  /** Of every kind, over generated tasks: a repair is made to the calls by hand and executed. */
  @Test
  void everyRepairPassesWhenItsEditsAreMadeToTheRecordedCalls() {
    CallPool pool = new CallPool();
    TaskGenerator generator =
        new TaskGenerator(GeneratorSettings.of(11, GeneratorSplit.VALIDATION), SOURCES);
    FaultPlanter planter = new FaultPlanter(pool, new SplittableRandom(5));
    RepairFinder finder = new RepairFinder(RepairSettings.DEFAULT);
    int failing = 0;
    int found = 0;
    for (int i = 0; i < 400; i++) {
      PassingEpisode episode = PassingEpisode.of(generator.next(), SOURCES);
      pool.add(episode);
      PlantedFaultKind kind = KINDS.get(i % KINDS.size());
      FaultPlanter.Planted planted =
          i % 3 == 0
              ? planter.plantBoth(kind, PlantedFaultKind.MISSING_CALL, episode)
              : planter.plant(kind, episode);
      if (planted != null && !planted.episode().passes()) {
        failing++;
        Repair repair = finder.search(planted.episode().played());
        if (repair.getOutcome() == RepairOutcome.FOUND) {
          found++;
          assertThat(edited(planted.episode(), repair.getEdits()).passes())
              .as("%s: %s", planted.faults(), repair)
              .isTrue();
        }
      }
    }
    assertThat(failing).isGreaterThan(100);
    assertThat((double) found / failing).isGreaterThan(0.95);
  }

  /** From the back, so that places stay what they are. */
  private static PassingEpisode edited(PassingEpisode episode, List<CallEdit> edits) {
    List<List<String>> turns = new ArrayList<>();
    episode.turns().forEach(calls -> turns.add(new ArrayList<>(calls)));
    List<Integer> sizes = turns.stream().map(List::size).toList();
    List<CallEdit> fromTheBack = new ArrayList<>(edits);
    Collections.reverse(fromTheBack);
    for (CallEdit edit : fromTheBack) {
      List<String> calls = turns.get(edit.getTurn());
      Integer step = edit.getStep();
      int place = step == null ? sizes.get(edit.getTurn()) : step;
      if (edit.getKind() != EditKind.INSERT) {
        calls.remove(place);
      }
      String wanted = edit.getWantedText();
      if (wanted != null) {
        calls.add(place, wanted);
      }
    }
    return episode.with(turns);
  }
}
