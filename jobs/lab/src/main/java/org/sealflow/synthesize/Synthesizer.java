package org.sealflow.synthesize;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.sealflow.bfcl.task.Task;

/** Makes tasks: takes what a proposer brings until enough is admitted or nothing comes any more. */
public final class Synthesizer {
  private final Proposer proposer;
  private final Admission admission;
  private final List<SynthesizedTask> tasks = new ArrayList<>();
  private SynthesisLedger ledger = SynthesisLedger.NONE;

  /** A synthesizer at its beginning. */
  public Synthesizer(Proposer proposer, Admission admission) {
    this.proposer = proposer;
    this.admission = admission;
  }

  /**
   * Makes tasks.
   *
   * @param count how many are wanted; fewer come if the proposer has no more
   * @param progress is told of each task admitted
   */
  public void make(int count, Consumer<SynthesizedTask> progress) {
    while (tasks.size() < count) {
      Optional<List<Proposal>> proposals = proposer.propose(count - tasks.size());
      if (proposals.isEmpty()) {
        return;
      }
      for (Proposal proposal : proposals.get()) {
        take(proposal, tasks.size() < count, progress);
      }
    }
  }

  private void take(Proposal proposal, boolean wanted, Consumer<SynthesizedTask> progress) {
    Candidate candidate = proposal.candidate();
    if (candidate == null) {
      ledger = ledger.plus(proposal.refusal() == null ? TaskRefusal.MALFORMED : proposal.refusal());
      return;
    }
    if (!wanted) {
      ledger = ledger.plus(TaskRefusal.SURPLUS);
      return;
    }
    Optional<Weakness> weakness = admission.weakness(candidate);
    Optional<TaskRefusal> refusal = admission.refusal(candidate);
    if (refusal.isPresent() || weakness.isEmpty()) {
      ledger = ledger.plus(refusal.orElse(TaskRefusal.OFF_TARGET));
      return;
    }
    Task task = TaskContent.named(candidate.task(), TaskContent.id(candidate.task()));
    SynthesizedTask made = new SynthesizedTask(task, proposer.origin(), weakness.get());
    tasks.add(made);
    ledger = ledger.plusAdmitted();
    progress.accept(made);
  }

  /** The tasks admitted, in their order. */
  public List<SynthesizedTask> tasks() {
    return List.copyOf(tasks);
  }

  /** The counts of the proposals so far. */
  public SynthesisLedger ledger() {
    return ledger;
  }
}
