package org.sealflow.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecordBase;

/** Checks that records are refused. */
final class Refusals {
  private Refusals() {}

  static <T extends SpecificRecordBase> void refuses(
      Class<T> recordClass, String sample, Consumer<T> change, String problem) {
    refuses(Samples.get(recordClass, sample), change, problem);
  }

  static <T extends SpecificRecordBase> void refuses(T record, Consumer<T> change, String problem) {
    assertThat(Records.check(record)).isEmpty();
    change.accept(record);
    assertThat(Records.check(record)).get().asString().contains(problem);
  }
}
