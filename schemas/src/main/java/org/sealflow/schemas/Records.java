package org.sealflow.schemas;

import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * The facts about records that Avro cannot state: the one payload that the kind names, ids that are
 * not empty, numbers in their range, fields that go together.
 */
public final class Records {
  private Records() {}

  /**
   * The problems of a topic's record, as one line that names the record and every problem; empty if
   * there are none.
   *
   * @throws IllegalArgumentException if it is not the record of a topic
   */
  public static Optional<String> check(SpecificRecordBase record) {
    Problems problems = new Problems();
    if (record instanceof TrajectoryEvent event) {
      TrajectoryCheck.check(event, problems);
    } else if (record instanceof Diagnosis diagnosis) {
      DiagnosisCheck.check(diagnosis, problems);
    } else if (record instanceof TaskRecord task) {
      TaskCheck.check(task, problems);
    } else if (record instanceof BatchManifest manifest) {
      BatchCheck.check(manifest, problems);
    } else if (record instanceof CapabilityProfile profile) {
      ProfileCheck.check(profile, problems);
    } else if (record instanceof PatchRecord patch) {
      PatchCheck.check(patch, problems);
    } else if (record instanceof PolicyUpdate update) {
      PolicyCheck.check(update, problems);
    } else if (record instanceof TrainingStep step) {
      PolicyCheck.check(step, problems);
    } else if (record instanceof TrainingSample sample) {
      TrainingSampleCheck.check(sample, problems);
    } else if (record instanceof Failure failure) {
      FailureCheck.check(failure, problems);
    } else {
      throw new IllegalArgumentException(
          record.getClass().getSimpleName() + " is not the record of a topic");
    }
    return problems.found(record.getClass().getSimpleName());
  }

  /**
   * The record itself.
   *
   * @throws IllegalArgumentException if something is wrong with it, saying what
   */
  public static <T extends SpecificRecordBase> T valid(T record) {
    check(record)
        .ifPresent(
            message -> {
              throw new IllegalArgumentException(message);
            });
    return record;
  }
}
