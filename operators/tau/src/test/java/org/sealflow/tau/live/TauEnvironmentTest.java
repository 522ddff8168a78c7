package org.sealflow.tau.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.environment.Environments;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskMaterial;
import org.sealflow.environment.TaskOutline;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.schemas.LongContextConstants;
import org.sealflow.schemas.Split;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecordKind;
import org.sealflow.tau.python.JsonValues;

class TauEnvironmentTest {
  @TempDir Path directory;

  @Test
  void aFolderIsReadByTheEnvironmentThatRecognisesIt() throws Exception {
    TaskFolder folder = Environments.read(TestingFolder.write(directory));
    assertThat(folder.tasks())
        .extracting(TaskOutline::id)
        .containsExactly("mock_agenda", "mock_kind-words", "mock-solo_agenda");
    assertThat(folder.tasks())
        .extracting(TaskOutline::category)
        .containsExactly("mock", "mock", "mock-solo");
    assertThat(folder.tasks()).allMatch(task -> task.category().equals(category(task)));
  }

  private static String category(TaskOutline task) {
    return TaskOutline.category(task.id());
  }

  @Test
  void theRecordsOfATaskAreAllThatMakesItReady() throws Exception {
    TaskFolder folder = Environments.read(TestingFolder.write(directory));
    List<TaskRecord> records = folder.records();
    assertThat(records)
        .extracting(TaskRecord::getKind)
        .startsWith(TaskRecordKind.LONG_CONTEXT, TaskRecordKind.TOOL_DOCS)
        .endsWith(TaskRecordKind.TASK, TaskRecordKind.TASK, TaskRecordKind.TASK);
    Task task = records.get(3).getTask();
    assertThat(task.getSplit()).isEqualTo(Split.TRAIN);
    assertThat(task.getDigest()).isEqualTo(folder.digest(task.getTaskId()));
    List<ToolDoc> tools =
        records.get(1).getToolDocs().getDocs().stream()
            .map(doc -> ToolDoc.parse(doc, "the mock"))
            .toList();
    ReadyTask ready =
        Environments.named(task.getEnvironment())
            .ready(new TaskMaterial(task, tools, records.get(0).getLongContext()));
    assertThat(ready.groundTruth()).containsExactly(List.of(TestingFolder.CREATE));
    assertThat(ready.openingTools()).extracting(ToolDoc::name).contains("create_task");
    assertThat(ready.world("policy", null).state())
        .isEqualTo(folder.ready(task.getTaskId()).world("policy", null).state());
  }

  @Test
  void theAgentAloneHasTheUsersToolsToo() throws Exception {
    TaskFolder folder = Environments.read(TestingFolder.write(directory));
    List<ToolDoc> alone = folder.ready("mock-solo_agenda").openingTools();
    List<ToolDoc> withUser = folder.ready(TestingFolder.AGENDA).openingTools();
    assertThat(alone).hasSizeGreaterThan(withUser.size());
    assertThat(alone.subList(0, withUser.size()))
        .extracting(ToolDoc::name)
        .containsExactlyElementsOf(withUser.stream().map(ToolDoc::name).toList());
  }

  @Test
  void theParametersOfEveryDomainsToolsAreKnown() {
    TauEnvironment environment = new TauEnvironment();
    assertThat(environment.parameters("cancel_reservation")).containsExactly("reservation_id");
    assertThat(environment.parameters("toggle_data")).isEmpty();
    assertThat(environment.parameters("fly")).isNull();
  }

  @Test
  void itsTasksAreNotServed() throws Exception {
    Path folder = TestingFolder.write(directory);
    assertThatThrownBy(() -> Environments.readServable(folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("episodes of tau2 have users whom a server cannot play");
  }

  @Test
  void recordsFromBeforeEpisodesWerePlayedAreVerifiedAndSayWhatPlayingNeeds() throws Exception {
    TaskFolder folder = Environments.read(TestingFolder.write(directory));
    LongContextConstants written = folder.records().get(0).getLongContext();
    ObjectNode json = (ObjectNode) JsonValues.mapper().readTree(written.getConstants());
    json.remove("parts");
    ReadyTask old =
        new TauEnvironment()
            .ready(
                new TaskMaterial(
                    folder.records().get(3).getTask(),
                    List.of(),
                    new LongContextConstants(written.getDigest(), json.toString())));
    assertThat(old.world("policy", null).state()).isNotEmpty();
    assertThatThrownBy(() -> old.conversations(PromptStyles.qwenFunctionCalling()))
        .hasMessage(
            "task mock_agenda was published without what its players are told; publish the"
                + " tau2-bench folder again");
  }

  @Test
  void aTaskWithoutItsDomainSaysWhatToDo() throws Exception {
    TaskFolder folder = Environments.read(TestingFolder.write(directory));
    Task task = folder.records().get(3).getTask();
    assertThatThrownBy(() -> new TauEnvironment().ready(new TaskMaterial(task, List.of(), null)))
        .hasMessage(
            "task mock_agenda refers to no domain data; publish the tasks of a tau2-bench folder"
                + " again");
  }
}
