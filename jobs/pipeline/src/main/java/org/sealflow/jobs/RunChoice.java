package org.sealflow.jobs;

import java.io.Serializable;
import java.util.function.Function;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.jspecify.annotations.Nullable;

/**
 * Whose records a job uses.
 *
 * @param only the one run; null for every run
 */
record RunChoice(@Nullable String only) {
  /** Every run. */
  static final RunChoice ALL = new RunChoice(null);

  /** The run of a record; null if it names none. */
  interface RunOf<T> extends Function<T, @Nullable String>, Serializable {}

  /** Selects the records of the run that the job serves. */
  <T> SingleOutputStreamOperator<T> of(SingleOutputStreamOperator<T> records, RunOf<T> runOf) {
    String run = only;
    return run == null
        ? records
        : records.filter(each -> run.equals(runOf.apply(each))).name("records of the run");
  }
}
