package org.sealflow.system.serving;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.environment.ReadyTask;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.Verdict;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.CommandProcess;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.Samples;
import org.sealflow.system.fixture.TopicRecords;

/** A trainer elsewhere plays over HTTP; its episodes are diagnosed and change the next ones. */
final class EnvironmentServerITCase {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SOLVED = "multi_turn_base_0";
  private static final String ABSTAINED = "multi_turn_base_1";

  private static final String PATCHED = "Guidelines:";

  /** So many failing turns at least make a patch. */
  private static final int FAILURES = 10;

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void episodesOfATrainerElsewhereAreDiagnosedAndChangeWhatTheNextOnesAreShown(
      @TempDir Path directory) throws Exception {
    try (HostedBroker broker = HostedBroker.start(directory.resolve("broker"))) {
      Connection topics = broker.topics("served.");
      try (CommandProcess server =
          CommandProcess.start(
              directory.resolve("errors"),
              Map.of(),
              List.of(
                  "serve",
                  "environment",
                  "--tasks",
                  Samples.tasks().toString(),
                  "--as-of",
                  Samples.AS_OF,
                  "--agentevolver-port",
                  "0",
                  "--bootstrap-servers",
                  broker.address(),
                  "--topic-prefix",
                  "served.",
                  "--data-dir",
                  directory.resolve("data").toString(),
                  "--run",
                  "outside",
                  "--diagnose",
                  "--patches",
                  "live",
                  "--group-size",
                  "1",
                  "--holdout",
                  "0",
                  "--json"))) {
        URI url = URI.create(JSON.readTree(server.line()).path("agentevolver").asText());
        TaskDirectory tasks = TaskDirectory.read(Samples.tasks());
        assertThat(solve(url, tasks.ready(SOLVED))).isEqualTo(1);
        assertThat(abstain(url, tasks.ready(ABSTAINED))).isZero();
        assertDiagnosed(topics);
        for (int i = 0; i < FAILURES; i++) {
          assertThat(abstain(url, tasks.ready(ABSTAINED))).isZero();
        }
        Await.until(
            "a patch is shown", Await.LONGEST, () -> prompt(url, "train").contains(PATCHED));
        assertThat(prompt(url, "validation")).doesNotContain(PATCHED);
      }
    }
  }

  private double solve(URI url, ReadyTask task) throws Exception {
    create(url, task);
    for (List<String> turn : task.groundTruth()) {
      step(url, task.id(), task.answer(turn));
      step(url, task.id(), "Done.");
    }
    return reward(url, task);
  }

  private double abstain(URI url, ReadyTask task) throws Exception {
    create(url, task);
    for (int turn = 0; turn < task.groundTruth().size(); turn++) {
      step(url, task.id(), "No.");
    }
    return reward(url, task);
  }

  private static void assertDiagnosed(Connection topics) throws Exception {
    Map<String, EpisodeDiagnosis> episodes = new LinkedHashMap<>();
    try (TopicRecords<Diagnosis> records =
        TopicRecords.of(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      for (Diagnosis diagnosis :
          records.await("two episodes", Await.LONGEST, all -> TopicRecords.ended(all) == 2)) {
        assertThat(diagnosis.getRunId()).isEqualTo("outside");
        if (diagnosis.getKind() == DiagnosisKind.EPISODE) {
          EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
          episodes.put(episode.getTaskId(), episode);
        }
      }
    }
    assertThat(episodes.get(SOLVED).getVerdict()).isEqualTo(Verdict.PASSED);
    assertThat(episodes.get(ABSTAINED).getVerdict()).isEqualTo(Verdict.POLICY_FAILED);
    assertThat(episodes.values()).allMatch(episode -> episode.getMode() == Mode.TRAIN);
    try (TopicRecords<Failure> failures = TopicRecords.of(topics, Topic.FAILURES, Failure.class)) {
      assertThat(failures.all()).isEmpty();
    }
  }

  /** The system prompt of an episode that begins. */
  private String prompt(URI url, String mode) throws Exception {
    ObjectNode body = body("looks").put("task_id", SOLVED);
    body.putObject("params").put("rollout_mode", mode);
    return post(url, "create", body).at("/data/state/0/content").asText();
  }

  private void create(URI url, ReadyTask task) throws Exception {
    JsonNode unused = post(url, "create", body(task.id()).put("task_id", task.id()));
  }

  private void step(URI url, String instance, String answer) throws Exception {
    ObjectNode body = body(instance);
    body.putObject("messages").put("role", "assistant").put("content", answer);
    JsonNode unused = post(url, "step", body);
  }

  private double reward(URI url, ReadyTask task) throws Exception {
    ObjectNode body = body(task.id());
    body.putObject("params").put("sparse", true);
    return post(url, "evaluate", body).path("data").asDouble(-1);
  }

  private static ObjectNode body(String instance) {
    return JSON.createObjectNode().put("instance_id", instance);
  }

  private JsonNode post(URI url, String path, ObjectNode body) throws Exception {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(url.resolve(path))
                .header("Content-Type", "application/json")
                .timeout(Await.LONGEST)
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }
}
