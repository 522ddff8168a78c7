package org.sealflow.synthesize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.bfcl.task.Task;
import org.sealflow.generate.GeneratedTask;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.GroundTruthCheck;
import org.sealflow.generate.TurnRange;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.python.PyDict;

final class SynthesizerTest {
  private static final KnownTasks KNOWN = TestingRun.known();
  private static final List<Weakness> WEAKNESSES = List.of(TestingRun.WEAKNESS);

  private static Admission admission() {
    return new Admission(KNOWN, TestingRun.FAMILIES, WEAKNESSES);
  }

  private static Synthesizer generated(long seed, int count) {
    Synthesizer synthesizer =
        new Synthesizer(
            new GeneratorProposer(
                seed, WEAKNESSES, TestingRun.FAMILIES, KNOWN, TurnRange.SHORT, 100L * count),
            admission());
    synthesizer.make(count, made -> {});
    return synthesizer;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void whatIsAdmittedIsSolvableNewAndAboutTheWeaknessAndTheLedgerBalances(long seed) {
    Synthesizer synthesizer = generated(seed, 20);
    SynthesisLedger ledger = synthesizer.ledger();
    GroundTruthCheck check = new GroundTruthCheck(TestingRun.SOURCES);
    Set<String> identities = new HashSet<>();
    KNOWN.training().forEach(task -> identities.add(KNOWN.identity(task)));
    assertThat(synthesizer.tasks()).hasSize(20);
    assertThat(ledger.admitted()).isEqualTo(20);
    assertThat(ledger.proposed())
        .isEqualTo(20 + ledger.refused().values().stream().mapToLong(Long::longValue).sum());
    for (SynthesizedTask made : synthesizer.tasks()) {
      assertThat(check.problem(made.task())).isEmpty();
      assertThat(KNOWN.resemblesHeldOut(made.task())).isFalse();
      assertThat(identities.add(KNOWN.identity(made.task()))).isTrue();
      assertThat(TaskCalls.tools(made.task()).stream().flatMap(List::stream))
          .containsAnyElementsOf(TestingRun.WEAK_TOOLS);
      assertThat(made.task().id()).matches("multi_turn_[a-z_]+_made-[a-p]{12}");
      assertThat(made.origin()).isEqualTo("generator");
    }
  }

  @Test
  void aSeedMakesTheSameTasksAgainAndAnotherOneOthers() {
    List<String> made = ids(generated(5, 10));
    assertThat(ids(generated(5, 10))).isEqualTo(made);
    assertThat(ids(generated(6, 10))).doesNotContainAnyElementsOf(made);
  }

  /** Ids follow from the content. */
  private static List<String> ids(Synthesizer synthesizer) {
    return synthesizer.tasks().stream().map(made -> made.task().id()).toList();
  }

  @Test
  void theDrawFollowsTheWeakness() {
    SynthesisLedger followed = generated(3, 40).ledger();
    long alike =
        TestingRun.tasks(3, GeneratorSplit.TRAIN, 400).stream()
            .filter(TestingRun.WEAKNESS::concerns)
            .count();
    double share = 40.0 / followed.proposed();
    assertThat(share).isGreaterThan(0.4).isGreaterThan(3 * alike / 400.0);
  }

  @Test
  void aProposerWithoutEndIsNotNeeded() {
    Synthesizer synthesizer =
        new Synthesizer(
            new GeneratorProposer(1, WEAKNESSES, TestingRun.FAMILIES, KNOWN, TurnRange.SHORT, 3),
            admission());
    synthesizer.make(50, made -> {});
    assertThat(synthesizer.ledger().proposed()).isEqualTo(3);
  }

  private static Optional<TaskRefusal> refusal(Task task) {
    return admission().refusal(new Candidate(task, TestingRun.WEAKNESS, null));
  }

  private static Task with(Task task, PyDict start, List<List<String>> calls) {
    return new Task(
        task.id(), task.turns(), task.involvedClasses(), start, task.withheldTools(), calls);
  }

  private static Task base() {
    return TestingRun.fresh(77, 200).stream()
        .filter(task -> task.category().equals(GeneratorSettings.BASE))
        .findFirst()
        .orElseThrow();
  }

  /** The task with another first call. */
  private static Task withCall(Task task, String call) {
    List<List<String>> calls = new ArrayList<>(task.groundTruth());
    calls.set(0, List.of(call));
    return with(task, task.initialConfiguration(), calls);
  }

  @Test
  void everyReasonIsFound() {
    Task task = base();
    PyDict start = task.initialConfiguration();
    assertThat(refusal(task)).isEmpty();
    assertThat(refusal(withCall(task, "mkdir(dir_name='a/b/c')")))
        .contains(TaskRefusal.NOT_SOLVABLE);
    assertThat(refusal(withCall(task, "mkdir(name='x')"))).contains(TaskRefusal.NOT_SOLVABLE);
    List<List<String>> unknown = new ArrayList<>(task.groundTruth());
    unknown.add(List.of("conjure(what='x')"));
    List<List<Task.Message>> turns = new ArrayList<>(task.turns());
    turns.add(List.of(new Task.Message("user", "Conjure.")));
    Task conjuring = new Task(task.id(), turns, task.involvedClasses(), start, Map.of(), unknown);
    assertThat(refusal(conjuring)).contains(TaskRefusal.UNKNOWN_TOOL);
    Task idle = with(task, start, task.groundTruth().stream().map(t -> List.<String>of()).toList());
    assertThat(refusal(idle)).contains(TaskRefusal.TRIVIAL);
    assertThat(refusal(KNOWN.training().iterator().next())).contains(TaskRefusal.DUPLICATE);
    assertThat(refusal(with(task, PyDict.of("GorillaFileSystem", 3L), task.groundTruth())))
        .contains(TaskRefusal.NOT_LOADABLE);
    Task elsewhere =
        new Task(task.id(), task.turns(), List.of("SpaceAPI"), start, Map.of(), task.groundTruth());
    assertThat(refusal(elsewhere)).contains(TaskRefusal.UNKNOWN_START);
  }

  private static Optional<TaskRefusal> writing(String content) {
    Weakness writing =
        new Weakness("TOOL/echo", "*", List.of("echo"), Set.of(Signal.FAILING), 0.4, "echo fails");
    PyDict file = PyDict.of("type", "file", "content", "kept");
    PyDict home = PyDict.of("type", "directory", "contents", PyDict.of("note.txt", file));
    Task task =
        new Task(
            "multi_turn_base_1",
            List.of(List.of(new Task.Message("user", "Let note.txt say '" + content + "'."))),
            List.of("GorillaFileSystem"),
            PyDict.of("GorillaFileSystem", PyDict.of("root", PyDict.of("home", home))),
            Map.of(),
            List.of(List.of("echo(content='" + content + "',file_name='note.txt')")));
    return new Admission(KNOWN, TestingRun.FAMILIES, List.of(writing))
        .refusal(new Candidate(task, writing, null));
  }

  @Test
  void aCallThatLeavesEverythingAsItWasAndSaysNothingIsTrivial() {
    assertThat(writing("other")).isEmpty();
    assertThat(writing("kept")).contains(TaskRefusal.TRIVIAL);
  }

  @Test
  void aToolThatIsStillWithheldIsNotThere() {
    Task task = base();
    String tool = TaskCalls.tools(task).get(0).get(0);
    Task early =
        new Task(
            task.id(),
            task.turns(),
            task.involvedClasses(),
            task.initialConfiguration(),
            Map.of(task.turns().size(), List.of(tool)),
            task.groundTruth());
    assertThat(refusal(early)).contains(TaskRefusal.UNKNOWN_TOOL);
  }

  @Test
  void theSameCallsInOtherWordsAreADuplicate() {
    Task task = base();
    Admission admission = admission();
    assertThat(admission.refusal(new Candidate(task, TestingRun.WEAKNESS, null))).isEmpty();
    List<List<Task.Message>> reworded =
        task.turns().stream().map(t -> List.of(new Task.Message("user", "Do it, " + t))).toList();
    List<List<String>> respelled =
        task.groundTruth().stream()
            .map(turn -> turn.stream().map(call -> call.replace("(", "( ")).toList())
            .toList();
    Task again =
        new Task(
            task.id(),
            reworded,
            task.involvedClasses(),
            task.initialConfiguration(),
            Map.of(),
            respelled);
    assertThat(admission.refusal(new Candidate(task, TestingRun.WEAKNESS, null)))
        .contains(TaskRefusal.DUPLICATE);
    assertThat(admission.refusal(new Candidate(again, TestingRun.WEAKNESS, null)))
        .contains(TaskRefusal.DUPLICATE_CALLS);
  }

  @Test
  void aTaskWithoutAWeakToolIsOffTarget() {
    Task other =
        TestingRun.tasks(31, GeneratorSplit.TRAIN, 400).stream()
            .filter(task -> !TestingRun.WEAKNESS.concerns(task))
            .filter(task -> !TestingRun.FAMILIES.mayBeHeldOut(TaskCalls.tools(task)))
            .findFirst()
            .orElseThrow();
    assertThat(refusal(other)).contains(TaskRefusal.OFF_TARGET);
  }

  @ParameterizedTest
  @EnumSource(
      value = GeneratorSplit.class,
      names = {"VALIDATION", "TEST", "TEST_OTHER_LEXICON"})
  void noScenarioOfValidationOrTestComesOutWhateverItsValues(GeneratorSplit split) {
    for (GeneratedTask made : TestingRun.generated(GeneratorSettings.of(99, split), 200)) {
      assertThat(refusal(made.task())).as(made.scenario()).contains(TaskRefusal.HELD_OUT);
      assertThat(admission().refusal(new Candidate(made.task(), null, made.scenario())))
          .contains(TaskRefusal.HELD_OUT);
    }
  }

  @Test
  void aVariantOfATaskHeldOutIsHeldOutByItsStartItsWordsOrItsCalls() {
    List<Task> fresh =
        TestingRun.fresh(50, 40).stream().filter(t -> !TaskContent.start(t).isEmpty()).toList();
    Task test = fresh.get(0);
    Task other = fresh.get(1);
    KnownTasks known = new KnownTasks(TestingRun.SOURCES, List.of(), List.of(test));
    assertThat(known.resemblesHeldOut(other)).isFalse();
    assertThat(
            known.resemblesHeldOut(with(other, test.initialConfiguration(), other.groundTruth())))
        .isTrue();
    assertThat(known.resemblesHeldOut(TaskContent.named(test, "multi_turn_base_other"))).isTrue();
  }

  /** A proposer that brings fresh tasks, copies, tasks held out and tasks broken by chance. */
  private static Proposer chaos(long seed) {
    Random random = new Random(seed);
    List<Task> pool = new ArrayList<>(TestingRun.fresh(seed, 12));
    pool.addAll(KNOWN.heldOut().subList(0, 12));
    pool.addAll(KNOWN.training().stream().limit(6).toList());
    List<Proposal> proposals = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      Task task = pool.get(random.nextInt(pool.size()));
      switch (random.nextInt(4)) {
        case 0 -> proposals.add(Proposal.refused(TaskRefusal.MALFORMED));
        case 1 ->
            proposals.add(
                Proposal.of(
                    new Candidate(
                        withCall(task, "mkdir(dir_name='n" + random.nextInt() + "')"),
                        random.nextBoolean() ? null : TestingRun.WEAKNESS,
                        null)));
        default -> proposals.add(Proposal.of(new Candidate(task, TestingRun.WEAKNESS, null)));
      }
    }
    return new Proposer() {
      private int next;

      @Override
      public Optional<List<Proposal>> propose(int wanted) {
        int from = next;
        next = Math.min(proposals.size(), from + random.nextInt(5));
        return from == proposals.size()
            ? Optional.empty()
            : Optional.of(proposals.subList(from, next));
      }

      @Override
      public String origin() {
        return "chaos";
      }
    };
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theLedgerBalancesWhateverIsProposed(long seed) {
    Synthesizer synthesizer = new Synthesizer(chaos(seed), admission());
    synthesizer.make(1_000, made -> {});
    SynthesisLedger ledger = synthesizer.ledger();
    assertThat(ledger.proposed()).isEqualTo(120);
    assertThat(ledger.admitted()).isEqualTo(synthesizer.tasks().size()).isPositive();
    assertThat(ledger.refused()).containsKeys(TaskRefusal.MALFORMED, TaskRefusal.HELD_OUT);
    assertThat(synthesizer.tasks().stream().map(made -> made.task().id())).doesNotHaveDuplicates();
    assertThat(synthesizer.tasks())
        .allSatisfy(made -> assertThat(KNOWN.resemblesHeldOut(made.task())).isFalse());
  }

  @Test
  void aLedgerThatDoesNotBalanceIsRefused() {
    assertThatThrownBy(() -> new SynthesisLedger(5, 3, Map.of(TaskRefusal.TRIVIAL, 1L)))
        .hasMessage("5 proposed is not 3 admitted + 1 refused");
    assertThatThrownBy(() -> new RequestLedger(2, 1, Map.of()))
        .hasMessage("2 sent is not 1 answered + 0 failed");
    assertThat(new SynthesisLedger(3, 1, Map.of(TaskRefusal.NOT_SOLVABLE, 2L)).line())
        .isEqualTo("proposed 3 = admitted 1 + refused 2: not-solvable 2");
  }
}
