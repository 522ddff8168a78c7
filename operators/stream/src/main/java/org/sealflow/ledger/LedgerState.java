package org.sealflow.ledger;

import java.util.List;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ledger of one parallel instance of an operator, kept in its checkpoints. */
public final class LedgerState {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerState.class);

  /** Operator: one element per parallel instance, summed after a rescale. Never cleared. */
  private static final ListStateDescriptor<Ledger> DESCRIPTOR =
      new ListStateDescriptor<>("ledger", TypeInformation.of(Ledger.class));

  private final ListState<Ledger> state;
  private final LedgerCounter counter;

  private LedgerState(ListState<Ledger> state, LedgerCounter counter) {
    this.state = state;
    this.counter = counter;
  }

  /** Goes on from the counts in the state of an operator, or begins. */
  public static LedgerState of(FunctionInitializationContext context, String operator)
      throws Exception {
    ListState<Ledger> state = context.getOperatorStateStore().getListState(DESCRIPTOR);
    Ledger sum = Ledger.EMPTY;
    for (Ledger part : state.get()) {
      sum = sum.plus(part);
    }
    String how = context.isRestored() ? "restored" : "started";
    LOG.info("ledger of {} {}: {}", operator, how, sum.line());
    return new LedgerState(state, new LedgerCounter(sum));
  }

  /** The counters. */
  public LedgerCounter counter() {
    return counter;
  }

  /** Shows the counts as the accumulator of an operator. */
  public void accumulate(RuntimeContext context, String operator) {
    context.addAccumulator(Ledger.ACCUMULATOR + operator, counter);
  }

  /** The counts so far, as the part of this instance. */
  public LedgerPart part(RuntimeContext context, String operator) {
    TaskInfo task = context.getTaskInfo();
    return new LedgerPart(
        operator,
        task.getIndexOfThisSubtask(),
        task.getNumberOfParallelSubtasks(),
        counter.counts());
  }

  /** Puts the counts into the state. */
  public void snapshot() throws Exception {
    state.update(List.of(counter.counts()));
  }
}
