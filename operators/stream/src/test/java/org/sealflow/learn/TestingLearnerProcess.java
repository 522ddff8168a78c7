package org.sealflow.learn;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.sealflow.learn.operator.LearnHarness;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrainingStep;

/**
 * A learner in a process of its own, to be killed: it goes on from the last checkpoint in a folder,
 * its source too, and what it puts out counts once a checkpoint has completed.
 */
public final class TestingLearnerProcess {
  private static final String CHECKPOINT = "checkpoint";

  /** One element in so many is followed by a checkpoint. */
  private static final int ELEMENTS_PER_CHECKPOINT = 7;

  private TestingLearnerProcess() {}

  /**
   * The content of a completed checkpoint.
   *
   * @param source number of elements read
   * @param versions digests of the weights published, by version
   * @param groups ids of the groups applied, in order
   */
  public record Checkpoint(
      OperatorSubtaskState state,
      int source,
      ArrayList<Long> numbers,
      ArrayList<String> versions,
      ArrayList<String> groups)
      implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The last one of a folder; null if there is none. */
    public static Checkpoint last(Path folder) throws IOException, ClassNotFoundException {
      Path file = folder.resolve(CHECKPOINT);
      if (!Files.exists(file)) {
        return null;
      }
      try (ObjectInputStream input = new ObjectInputStream(Files.newInputStream(file))) {
        return (Checkpoint) input.readObject();
      }
    }

    private void write(Path folder) throws IOException {
      Path partial = folder.resolve("partial");
      try (ObjectOutputStream output = new ObjectOutputStream(Files.newOutputStream(partial))) {
        output.writeObject(this);
      }
      Files.move(partial, folder.resolve(CHECKPOINT), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** All elements of a run, in the order of arrival. */
  public static List<Object> elements(int batches) {
    List<Object> elements = new ArrayList<>();
    for (long batch = 0; batch < batches; batch++) {
      elements.add(TestingSamples.manifest(batch));
      elements.addAll(TestingSamples.episodes(batch));
    }
    return elements;
  }

  /**
   * Runs one.
   *
   * @param arguments the folder, the model's directory, the number of batches, a seed, the kind of
   *     the kill point, which of its kind it is, and the most bytes of weights in the state
   */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    int batches = Integer.parseInt(arguments[2]);
    Random random = new Random(Long.parseLong(arguments[3]));
    TestingKillPoint point =
        new TestingKillPoint(
            TestingKillPoint.Kind.valueOf(arguments[4]), Integer.parseInt(arguments[5]));
    TestingStallingFiles.register(point);
    Checkpoint last = Checkpoint.last(folder);
    ModelPolicyFactory model = TestingModel.adapters(Path.of(arguments[1]));
    String weights =
        TestingStallingFiles.SCHEME + "://" + folder.resolve("weights").toAbsolutePath();
    try (LearnHarness learner =
        LearnHarness.of(
            TestingSamples.settings(weights, Long.parseLong(arguments[6])),
            settings -> new TestingKillablePolicy(model.open(settings), point),
            last == null ? null : last.state())) {
      new Run(folder, learner, last, point, random).to(elements(batches), batches);
    }
    System.exit(0);
  }

  /** A learner fed from where its last checkpoint was. */
  private static final class Run {
    private final Path folder;
    private final LearnHarness learner;
    private final Checkpoint last;
    private final TestingKillPoint point;
    private final Random random;
    private long checkpoints;
    private int seen;

    Run(Path folder, LearnHarness learner, Checkpoint last, TestingKillPoint point, Random random) {
      this.folder = folder;
      this.learner = learner;
      this.last = last;
      this.point = point;
      this.random = random;
    }

    void to(List<Object> elements, int batches) throws Exception {
      learner.awaitIdle();
      int source = last == null ? 0 : last.source();
      while (source < elements.size()) {
        learner.element(elements.get(source));
        source++;
        if (random.nextBoolean()) {
          learner.work();
        }
        if (random.nextInt(TestingSamples.GROUPS * TestingSamples.GROUP_SIZE) == 0) {
          learner.awaitIdle();
        }
        passVersions();
        if (random.nextInt(ELEMENTS_PER_CHECKPOINT) == 0) {
          checkpoint(source);
        }
      }
      int before = last == null ? 0 : last.versions().size();
      while (before + made().size() < batches + 1) {
        learner.awaitVersions(learner.versions().size() + 1);
        passVersions();
      }
      checkpoint(source);
    }

    /** Behind the newest version that a restored learner says again. */
    private List<PolicyUpdate> made() {
      List<PolicyUpdate> versions = learner.versions();
      boolean repeats = last != null && !last.versions().isEmpty() && !versions.isEmpty();
      return repeats ? versions.subList(1, versions.size()) : versions;
    }

    /** Each new version is a point between steps. */
    private void passVersions() {
      for (; seen < made().size(); seen++) {
        point.pass(TestingKillPoint.Kind.BETWEEN);
      }
    }

    private void checkpoint(int source) throws Exception {
      OperatorSubtaskState state = learner.snapshot(++checkpoints);
      ArrayList<Long> numbers = new ArrayList<>();
      ArrayList<String> versions = new ArrayList<>();
      ArrayList<String> groups = new ArrayList<>();
      if (last != null) {
        numbers.addAll(last.numbers());
        versions.addAll(last.versions());
        groups.addAll(last.groups());
      }
      for (PolicyUpdate update : made()) {
        numbers.add(update.getVersion());
        versions.add(update.getWeightsDigest());
      }
      for (TrainingStep step : learner.steps()) {
        step.getGroups().stream().map(GroupStep::getGroupId).forEach(groups::add);
      }
      new Checkpoint(state, source, numbers, versions, groups).write(folder);
      learner.completed(checkpoints);
    }
  }
}
