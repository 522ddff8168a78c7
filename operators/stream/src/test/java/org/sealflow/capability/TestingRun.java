package org.sealflow.capability;

import java.time.Duration;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.jspecify.annotations.Nullable;
import org.sealflow.capability.TestingHarness.Bundling;
import org.sealflow.capability.TestingHarness.Stamp;
import org.sealflow.capability.TestingHarness.Version;
import org.sealflow.schemas.BatchManifest;

/**
 * What stamps episodes, one step at a time: an episode is stamped before it is taken into the sums
 * of its run, and what the run says is known before the next one comes.
 */
final class TestingRun implements AutoCloseable {
  private final Bundling<RunTally> tally;
  private final Version version;
  private final Stamp stamp;
  private int tallied;
  private int said;

  /** A checkpoint; null of an operator that has none. */
  record State(OperatorSubtaskState version, @Nullable OperatorSubtaskState stamp) {}

  private TestingRun(Bundling<RunTally> tally, Version version, Stamp stamp) {
    this.tally = tally;
    this.version = version;
    this.stamp = stamp;
  }

  static TestingRun open(CapabilitySettings settings) throws Exception {
    return restored(settings, null);
  }

  static TestingRun restored(CapabilitySettings settings, @Nullable State state) throws Exception {
    return new TestingRun(
        Bundling.open(BundlingOperatorFactory.tally()),
        Version.restored(settings, state == null ? null : state.version),
        Stamp.restored(settings, state == null ? null : state.stamp));
  }

  TestingRun send(TestingEpisode... episodes) throws Exception {
    return send(List.of(episodes));
  }

  TestingRun send(List<TestingEpisode> episodes) throws Exception {
    for (TestingEpisode episode : episodes) {
      stamp.send(episode.observation());
      tally.send(episode.observation());
      tally.prepareCheckpoint();
      for (RunTally each : tally.out().subList(tallied, tally.out().size())) {
        version.send(each);
      }
      tallied = tally.out().size();
      hear();
    }
    return this;
  }

  TestingRun send(BatchManifest manifest) throws Exception {
    version.send(manifest);
    hear();
    return this;
  }

  private void hear() throws Exception {
    for (RunKnowledge each : said().subList(said, said().size())) {
      stamp.send(each);
    }
    said = said().size();
  }

  void pass(Duration time) throws Exception {
    version.pass(time);
    stamp.pass(time);
  }

  State snapshot() throws Exception {
    return new State(version.snapshot(), stamp.snapshot());
  }

  /** The stamped episodes. */
  List<EpisodeObservation> out() {
    return stamp.out();
  }

  EpisodeObservation last() {
    return stamp.last();
  }

  /** The output of {@link VersionFunction} so far, of all runs. */
  List<RunKnowledge> said() {
    return version.out();
  }

  /** How many runs hold something under that name. */
  long held(String state) {
    return version.held(state);
  }

  @Override
  public void close() {
    tally.close();
    version.close();
    stamp.close();
  }
}
