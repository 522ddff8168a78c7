package org.sealflow.system.reading;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.ledger.Ledger;
import org.sealflow.python.Reference;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;
import org.sealflow.system.fixture.Console;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LiveJob;
import org.sealflow.system.fixture.TopicRecords;

/** Logs of anybody's agent go through the live job, which says of them what a replay says. */
final class LogLiveJobITCase {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path directory;

  @Test
  void theLiveJobSaysOfLogsWhatAReplaySays() throws Exception {
    Path log = Reference.repository().resolve("data/trajectories/agent-log.jsonl");
    Path broken = directory.resolve("log.jsonl");
    Files.writeString(broken, Files.readString(log) + "{\"messages\": 7}\n");
    Map<String, List<String>> replayed = replayed(broken);
    assertThat(replayed).hasSize(6);
    try (HostedBroker broker = HostedBroker.start(directory.resolve("broker"))) {
      Connection topics = broker.topics("log.");
      Console publish =
          Console.run(
              "publish",
              broken.toString(),
              "--reward-key",
              "score",
              "--bootstrap-servers",
              broker.address(),
              "--topic-prefix",
              "log.");
      assertThat(publish.exitCode()).as(publish.err()).isZero();
      assertThat(publish.out()).contains("of 6 episodes and 1 task record in");
      assertThat(publish.err()).contains("1 input could not be used");
      Ledger ledger;
      try (LiveJob job = LiveJob.overWhatIsThere(topics)) {
        ledger = job.end();
      }
      assertThat(ledger.balances()).isTrue();
      assertThat(ledger.unjudged()).isEqualTo(6);
      assertThat(all(topics, Topic.FAILURES, Failure.class)).hasSize(1);
      assertThat(all(topics, Topic.TASKS, TaskRecord.class)).hasSize(1);
      assertThat(live(topics)).isEqualTo(replayed);
    }
  }

  /** Of each record what a replay finds, as lines. */
  private static Map<String, List<String>> replayed(Path log) throws Exception {
    Path output = directory.resolve("findings.jsonl");
    Console replay = Console.run("replay", log.toString(), "--output", output.toString());
    assertThat(replay.err()).contains("messages");
    Map<String, List<String>> found = new TreeMap<>();
    for (String line : Files.readAllLines(output)) {
      JsonNode record = JSON.readTree(line);
      assertThat(record.get("verdict").asText()).isEqualTo("UNJUDGED");
      List<String> findings = new ArrayList<>();
      for (JsonNode finding : record.get("findings")) {
        findings.add(
            finding.get("turn").asInt()
                - 1
                + " "
                + finding.get("tool").textValue()
                + " "
                + finding.get("argument").textValue()
                + " "
                + finding.get("rule").asText()
                + " "
                + finding.get("place").asText()
                + ": "
                + finding.get("evidence").asText());
      }
      findings.sort(null);
      found.put(record.get("id").asText(), findings);
    }
    return found;
  }

  /** The same from the topic of diagnoses. */
  private static Map<String, List<String>> live(Connection topics) throws Exception {
    Map<String, List<String>> found = new TreeMap<>();
    for (Diagnosis diagnosis : all(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      String id = diagnosis.getEpisodeId();
      List<String> findings =
          found.computeIfAbsent(id.substring(id.lastIndexOf('/') + 1), any -> new ArrayList<>());
      EpisodeDiagnosis end = diagnosis.getEpisodeDiagnosis();
      if (end != null) {
        assertThat(end.getVerdict()).isEqualTo(Verdict.UNJUDGED);
        assertThat(end.getVerdictReason()).contains("no reference", "its own reward is ");
        assertThat(Objects.requireNonNull(end.getSource()).getLine()).isPositive();
        continue;
      }
      TurnDiagnosis turn = Objects.requireNonNull(diagnosis.getTurnDiagnosis());
      assertThat(turn.getFailure() == null).isEqualTo(turn.getEvidence().isEmpty());
      for (Evidence evidence : turn.getEvidence()) {
        findings.add(
            turn.getTurn()
                + " "
                + evidence.getTool()
                + " "
                + evidence.getArgument()
                + " "
                + evidence.getNote());
      }
    }
    found.values().forEach(findings -> findings.sort(null));
    return found;
  }

  private static <T extends SpecificRecordBase> List<T> all(
      Connection topics, Topic topic, Class<T> recordClass) throws Exception {
    try (TopicRecords<T> records = TopicRecords.of(topics, topic, recordClass)) {
      return records.all();
    }
  }
}
