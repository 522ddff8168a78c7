package org.sealflow.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.DiagnoseFunction;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.Records;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * Whatever valid records hold, verification and diagnosis go on: each episode ends in one diagnosis
 * or one failure, the ledger balances, and what comes out is valid and fits its message. By hand,
 * of a hundred thousand episodes and another seed: {@code -Dsealflow.fuzz.episodes=100000
 * -Dsealflow.fuzz.seed=2}.
 */
class HostileEventsTest {
  private static final int EPISODES = Integer.getInteger("sealflow.fuzz.episodes", 1_000);
  private static final long SEED = Long.getLong("sealflow.fuzz.seed", 1);

  /** State is forgotten between rounds, so that any number of episodes fits the memory. */
  private static final int ROUND = 500;

  private final Codec<TrajectoryEvent> events = Codec.of(TrajectoryEvent.class);
  private final Codec<Diagnosis> diagnoses = Codec.of(Diagnosis.class);
  private final Codec<Failure> failures = Codec.of(Failure.class);

  @Test
  void noValidRecordStopsVerificationOrDiagnosis() throws Exception {
    int diagnosed = 0;
    int failed = 0;
    for (int from = 0; from < EPISODES; from += ROUND) {
      int[] round = round(from, Math.min(EPISODES, from + ROUND));
      diagnosed += round[0];
      failed += round[1];
    }
    assertThat(diagnosed + failed).isEqualTo(EPISODES);
    // Neither is the exception: both ways through are taken.
    assertThat(diagnosed).isGreaterThan(EPISODES / 10);
    assertThat(failed).isGreaterThan(EPISODES / 100);
  }

  private int[] round(int from, int to) throws Exception {
    // Flink's own close could throw an InterruptedException out of try-with-resources.
    var diagnose = ProcessFunctionTestHarnesses.forProcessFunction(new DiagnoseFunction());
    try (VerifyHarness verify = VerifyHarness.open(VerifyHarness.SETTINGS)) {
      verify.sendTasks(HostileInput.toolDocs());
      for (int number = from; number < to; number++) {
        play(verify, number);
      }
      verify.pass(Duration.ofDays(1));
      for (Verified verified : verify.verified()) {
        diagnose.processElement(verified, 0);
      }
      Ledger ledger = verify.ledger();
      assertThat(ledger.started()).isEqualTo(to - from);
      assertThat(ledger.inFlight()).isZero();
      return new int[] {ends(diagnose), failed(verify, diagnose)};
    } finally {
      diagnose.close();
    }
  }

  /** Events come as Kafka delivers them: as bytes, some twice, some late. */
  private void play(VerifyHarness verify, int number) throws Exception {
    HostileInput input = new HostileInput(SEED * 1_000_003 + number);
    Random order = new Random(number);
    TaskRecord task = input.task(number);
    List<ReceivedEvent> received = new ArrayList<>();
    for (TrajectoryEvent event : input.episode(task, number)) {
      byte[] message = events.encode(event);
      if (message.length <= Topic.LARGEST_MESSAGE_BYTES) {
        TrajectoryEvent read = events.decode(message);
        assertThat(Records.check(read)).isEmpty();
        received.add(new ReceivedEvent(read, "t", 0, received.size(), 0, message));
      }
    }
    if (order.nextInt(10) == 0) {
      received.addAll(received.subList(0, received.size() / 2));
      Collections.shuffle(received, order);
    }
    verify.sendTasks(List.of(task));
    verify.send(received);
  }

  private int ends(OneInputStreamOperatorTestHarness<Verified, Diagnosis> diagnose) {
    int ends = 0;
    for (Diagnosis diagnosis : diagnose.extractOutputValues()) {
      assertThat(Records.check(diagnosis)).isEmpty();
      assertThat(Topic.DIAGNOSES.holds(new byte[1_000], diagnoses.encode(diagnosis))).isTrue();
      ends += diagnosis.getKind() == DiagnosisKind.EPISODE ? 1 : 0;
    }
    return ends;
  }

  private int failed(
      VerifyHarness verify, OneInputStreamOperatorTestHarness<Verified, Diagnosis> diagnose) {
    int failed = 0;
    List<Failure> all = new ArrayList<>(verify.failures());
    all.addAll(side(diagnose, DeadLetters.FAILURES));
    for (Failure failure : all) {
      assertThat(Records.check(failure)).isEmpty();
      Failure shortened = Failures.shortened(failure);
      assertThat(Topic.FAILURES.holds(new byte[1_000], failures.encode(shortened))).isTrue();
      // A stalled episode is diagnosed, and a failure besides.
      failed += failure.getReason().contains("it counts as an infrastructure failure") ? 0 : 1;
    }
    return failed;
  }

  private static <T> List<T> side(
      OneInputStreamOperatorTestHarness<?, ?> harness, OutputTag<T> tag) {
    var records = harness.getSideOutput(tag);
    return records == null ? List.of() : records.stream().map(StreamRecord::getValue).toList();
  }
}
