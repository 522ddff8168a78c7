package org.sealflow.jobs.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.Topic;

class TasksRemoveCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  private static final TaskRecord FIRST = TestingRecords.task("first");
  private static final TaskRecord SECOND = TestingRecords.task("second/part");

  @Test
  void aRemovedTaskHasARecordWithoutAValueUnderItsKey() throws Exception {
    String prefix = topics();

    TestingCommandLine removed = remove(prefix, "first", TaskRecords.key(SECOND));

    assertThat(removed.exitCode()).isZero();
    assertThat(removed.lines())
        .containsExactly(
            "removed: " + TaskRecords.key(FIRST), "removed: " + TaskRecords.key(SECOND));
    assertThat(removals(prefix))
        .containsExactlyInAnyOrder(TaskRecords.key(FIRST), TaskRecords.key(SECOND));
  }

  @Test
  void ofJsonTheKeysAreAList() throws Exception {
    assertThat(remove(topics(), "second/part", "--json").lines())
        .containsExactly("{\"removed\":[\"" + TaskRecords.key(SECOND) + "\"]}");
  }

  @Test
  void nothingIsRemovedIfOneOfTheTasksIsNotThere() throws Exception {
    String prefix = topics();

    TestingCommandLine refused = remove(prefix, "first", "second");

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err().lines()).hasSize(1);
    assertThat(refused.err())
        .contains("no task second on topic " + prefix + "tasks, so nothing was removed");
    assertThat(removals(prefix)).isEmpty();
  }

  @Test
  void aTaskThatWasRemovedIsNotThere() throws Exception {
    String prefix = topics();
    remove(prefix, "first");

    assertThat(remove(prefix, "first").err()).contains("no task first on topic");
    assertThat(removals(prefix)).hasSize(1);
  }

  @Test
  void withoutTasksItSaysWhatIsMissing() {
    TestingCommandLine refused = remove(BROKER.newTopics());

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err().lines()).hasSize(1);
    assertThat(refused.err()).contains("TASK");
  }

  private static String topics() {
    String prefix = BROKER.newTopics();
    try (Connection connection = BROKER.connection(prefix);
        Publisher publisher = Publisher.open(connection)) {
      publisher.task(TestingRecords.toolDocs());
      publisher.task(FIRST);
      publisher.task(SECOND);
      publisher.flush();
    }
    return prefix;
  }

  private static List<String> removals(String prefix) throws Exception {
    return BROKER.records(prefix, Topic.TASKS).stream()
        .filter(message -> message.value() == null)
        .map(ConsumerRecord::key)
        .map(TestingRecords::text)
        .toList();
  }

  private static TestingCommandLine remove(String prefix, String... arguments) {
    List<String> all = new ArrayList<>(List.of("tasks", "remove"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--data-dir", BROKER.dataDirectory().toString(), "--topic-prefix", prefix));
    return TestingCommandLine.run(all.toArray(new String[0]));
  }
}
