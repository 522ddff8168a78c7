package org.sealflow.jobs.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchAction;
import org.sealflow.schemas.PatchCommand;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchReliance;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.Topic;

class PatchesCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  private static final PatchRecord BASE =
      TestingRecords.patch("multi_turn_base", PatchState.ACTIVE, 1);
  private static final PatchRecord LONG =
      TestingRecords.patch("multi_turn_long_context", PatchState.RETIRED, 3);

  @Test
  void theLastRecordOfEachPatchIsListedActiveOnesFirst() {
    String prefix =
        topicsWith(
            TestingRecords.patch("multi_turn_long_context", PatchState.ACTIVE, 2), BASE, LONG);

    List<String> lines = patches(prefix, "list").lines();

    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("STATE");
    assertThat(lines.get(1))
        .startsWith("ACTIVE   " + key(BASE))
        .contains("v0.1")
        .contains("+83 [+50, +90] points  –")
        .endsWith("  9 of 36 failing turns");
    assertThat(lines.get(2)).startsWith("RETIRED  " + key(LONG)).contains("v0.3");
    assertThat(patches(prefix, "list", "--active").lines()).hasSize(2);
  }

  @Test
  void aPatchThatTheTopicNoLongerHoldsIsNotListed() {
    String prefix = topicsWith(BASE, LONG);
    try (Connection connection = BROKER.connection(prefix)) {
      TestingRecords.send(connection, Topic.ENVIRONMENT_PATCHES, key(LONG), null);
    }

    assertThat(patches(prefix, "list").lines())
        .hasSize(2)
        .last()
        .satisfies(line -> assertThat(line).contains(key(BASE)));
  }

  @Test
  void aPatchThatRetiredForRelianceSaysHowMuchItWasLeanedOn() {
    PatchRecord leanedOn = TestingRecords.patch("multi_turn_base", PatchState.RETIRED, 4);
    EnvironmentPatch patch = Objects.requireNonNull(leanedOn.getPatch());
    patch.setReliance(new PatchReliance(24L, 1_810L, 62.4));
    patch.setReason("RELIANCE: it does not transfer");
    String prefix = topicsWith(leanedOn);

    assertThat(patches(prefix, "list").lines().get(1))
        .startsWith("RETIRED")
        .endsWith("2.6 nats over 24 successes  RELIANCE: it does not transfer");
    assertThat(patches(prefix, "show", "place_order").out())
        .contains("because   RELIANCE: it does not transfer")
        .contains("reliance  2.6 nats over 24 successes");
  }

  @Test
  void jsonIsOnePatchPerLine() throws Exception {
    String prefix = topicsWith(BASE, LONG);
    List<String> lines = patches(prefix, "list", "--json").lines();
    assertThat(lines).hasSize(2);
    assertThat(new ObjectMapper().readTree(lines.get(0)).get("state").asText()).isEqualTo("ACTIVE");
  }

  @Test
  void aPartOfTheKeyThatFitsOnePatchNamesIt() {
    String prefix = topicsWith(BASE, LONG);
    TestingCommandLine show = patches(prefix, "show", "long_context");
    assertThat(show.exitCode()).isZero();
    assertThat(show.out())
        .startsWith(key(LONG))
        .contains("state     RETIRED")
        .contains("order_type: required type string one of Buy, Sell")
        .contains("with 60/64, without 1/9");
  }

  @Test
  void aPartThatFitsSeveralOrNoneIsOneLine() {
    String prefix = topicsWith(BASE, LONG);
    TestingCommandLine several = patches(prefix, "show", "place_order");
    assertThat(several.exitCode()).isEqualTo(1);
    assertThat(several.err().lines()).hasSize(1);
    assertThat(several.err()).contains("2 patches fit 'place_order'", key(BASE), key(LONG));
    TestingCommandLine none = patches(prefix, "pin", "nothing");
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err().lines()).hasSize(1);
    assertThat(none.err()).contains("no patch fits 'nothing'; `sealflow patches list` names");
  }

  @Test
  void anOrderIsARecordBesideThePatchItIsAbout() throws Exception {
    String prefix = topicsWith(BASE);
    PatchesCommand command = new PatchesCommand(Clock.fixed(TestingRecords.TIME, ZoneOffset.UTC));
    TestingCommandLine pin =
        TestingCommandLine.run(
            command, arguments(prefix, "pin", "place_order", "--reason", "a trial"));
    assertThat(pin.out()).isEqualTo("ordered: PIN " + key(BASE) + System.lineSeparator());
    assertThat(patches(prefix, "retire", key(BASE)).exitCode()).isZero();
    assertThat(patches(prefix, "release", BASE.getPatchKey(), "--run", "run-7").exitCode())
        .isZero();

    List<ConsumerRecord<byte[], byte[]>> records =
        BROKER.records(prefix, Topic.ENVIRONMENT_PATCHES);

    assertThat(records).hasSize(4);
    assertThat(TestingRecords.text(records.get(1).key())).isEqualTo("command/" + key(BASE));
    Codec<PatchRecord> codec = Codec.of(PatchRecord.class);
    assertThat(codec.decode(records.get(1).value()))
        .isEqualTo(
            PatchRecords.command(
                BASE.getPatchKey(),
                new PatchCommand(PatchAction.PIN, "a trial", TestingRecords.TIME, "run-7")));
    assertThat(codec.decode(records.get(2).value()).getCommand().getAction())
        .isEqualTo(PatchAction.RETIRE);
    assertThat(codec.decode(records.get(3).value()).getCommand().getAction())
        .isEqualTo(PatchAction.RELEASE);
  }

  @Test
  void theSamePatchesOfTwoRunsAreListedAndNamedApart() throws Exception {
    PatchRecord other = ofRun("run-8", BASE);
    String prefix = topicsWith(BASE, other);

    assertThat(patches(prefix, "list").lines()).hasSize(3);
    List<String> lines = patches(prefix, "list", "--run", "run-8").lines();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).startsWith("ACTIVE ").contains(key(other));
    TestingCommandLine both = patches(prefix, "retire", "place_order");
    assertThat(both.exitCode()).isEqualTo(1);
    assertThat(both.err()).contains(key(BASE), key(other), "or the run with --run");

    assertThat(patches(prefix, "retire", "place_order", "--run", "run-8").exitCode()).isZero();
    List<ConsumerRecord<byte[], byte[]>> records =
        BROKER.records(prefix, Topic.ENVIRONMENT_PATCHES);
    PatchRecord order = Codec.of(PatchRecord.class).decode(records.get(2).value());
    assertThat(PatchRecords.runId(order)).isEqualTo("run-8");
    assertThat(order.getPatchKey()).isEqualTo(BASE.getPatchKey());
  }

  private static String key(PatchRecord patch) {
    return PatchRecords.topicKey(patch);
  }

  private static PatchRecord ofRun(String runId, PatchRecord patch) {
    return PatchRecords.patch(
        EnvironmentPatch.newBuilder(patch.getPatch()).setRunId(runId).build());
  }

  @Test
  void withoutPatchesTheListSaysSo() {
    String prefix = BROKER.newTopics();
    assertThat(patches(prefix, "list").lines()).containsExactly("no patches yet");
    assertThat(patches(prefix, "list", "--active").lines()).containsExactly("no patch is active");
  }

  private static String topicsWith(PatchRecord... patches) {
    String prefix = BROKER.newTopics();
    try (Connection connection = BROKER.connection(prefix)) {
      TestingRecords.send(connection, patches);
    }
    return prefix;
  }

  private static TestingCommandLine patches(String prefix, String... arguments) {
    List<String> all = new ArrayList<>(List.of("patches"));
    all.addAll(List.of(arguments(prefix, arguments)));
    return TestingCommandLine.run(all.toArray(new String[0]));
  }

  private static String[] arguments(String prefix, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--data-dir", BROKER.dataDirectory().toString(), "--topic-prefix", prefix));
    return all.toArray(new String[0]);
  }
}
