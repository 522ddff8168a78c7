package org.sealflow.system.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.chat.JudgeSettings;
import org.sealflow.chat.TestingChatServer;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;
import org.sealflow.system.fixture.Console;
import org.sealflow.system.fixture.HostedBroker;
import org.sealflow.system.fixture.LiveJob;
import org.sealflow.system.fixture.TopicRecords;
import org.sealflow.tau.live.TestingFolder;

/** Conversations of tau2-bench go through the live job as those of any environment. */
final class TauLiveJobITCase {
  private static final String SAID =
      "{'role':'user','content':'Please make a task Agenda for Ann.'}";
  private static final String DONE = "{'role':'assistant','content':'It is task_2.'}";
  private static final String RUDE = "{'role':'assistant','content':'task_2. Go away.'}";
  private static final String STOP = "{'role':'user','content':'###STOP###'}";

  @TempDir static Path directory;

  private static String row(String id, String... steps) {
    return ("{'id':'"
            + id
            + "','domain':'mock','task':'agenda','termination_reason':'user_stop','steps':["
            + String.join(",", steps)
            + "]}\n")
        .replace('\'', '"');
  }

  private static String create(String title) {
    return "{'role':'assistant','calls':[{'name':'create_task','arguments':{'user_id':'ann',"
        + "'title':'"
        + title
        + "'}}]}";
  }

  private static Path recorded() throws Exception {
    Path file = directory.resolve("episodes.jsonl");
    Files.writeString(
        file,
        row("right", SAID, create("Agenda"), DONE, STOP)
            + row("wrong", SAID, create("Diary"), DONE, STOP)
            + row("gone", SAID, "{'role':'user','content':'###TRANSFER###'}")
            + "{\"id\": \"nothing\"}\n");
    return file;
  }

  private static Path imported() throws Exception {
    Path checkout = TestingFolder.write(directory.resolve("checkout"));
    Path folder = directory.resolve("tau2");
    Console console =
        Console.run(
            "tasks", "import", "--tau2", checkout.toString(), "--output", folder.toString());
    assertThat(console.exitCode()).as(console.err()).isZero();
    assertThat(console.out().lines()).startsWith("mock: 2 tasks", "mock-solo: 1 tasks");
    return folder;
  }

  @Test
  void oneCheckoutIsImportedAndItMustBeOne() {
    Console none = Console.run("tasks", "import");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("either --bfcl DIR or --tau2 DIR");
    Console other = Console.run("tasks", "import", "--tau2", directory.toString());
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.errorLines()).hasSize(1);
    assertThat(other.err()).contains("is no checkout of tau2-bench");
  }

  @Test
  void itsTasksAreNotServed() throws Exception {
    Path folder = TestingFolder.write(directory.resolve("unserved"));
    Console served = Console.run("serve", "environment", "--tasks", folder.toString());
    assertThat(served.exitCode()).isEqualTo(1);
    assertThat(served.err()).contains("episodes of tau2 have users whom a server cannot play");
  }

  @Test
  void conversationsAreJudgedAndDiagnosed() throws Exception {
    Path folder = imported();
    Path file = recorded();
    try (HostedBroker broker = HostedBroker.start(directory.resolve("broker"))) {
      Connection topics = broker.topics("tau.");
      Console publish =
          Console.run(
              "publish",
              file.toString(),
              "--tasks",
              folder.toString(),
              "--bootstrap-servers",
              broker.address(),
              "--topic-prefix",
              "tau.");
      assertThat(publish.exitCode()).as(publish.err()).isZero();
      assertThat(publish.out()).contains("of 3 episodes and 3 task records");
      assertThat(publish.err()).contains("1 input could not be used");
      Ledger ledger;
      try (LiveJob job = LiveJob.overWhatIsThere(topics)) {
        ledger = job.end();
      }
      assertThat(ledger.balances()).isTrue();
      assertThat(ledger.passed()).isEqualTo(1);
      assertThat(ledger.policyFailed()).isEqualTo(1);
      assertThat(all(topics, Topic.FAILURES, Failure.class)).hasSize(1);
      Map<String, EpisodeDiagnosis> ends = new HashMap<>();
      TurnDiagnosis wrong = null;
      for (Diagnosis diagnosis : all(topics, Topic.DIAGNOSES, Diagnosis.class)) {
        String id = diagnosis.getEpisodeId();
        if (diagnosis.getEpisodeDiagnosis() != null) {
          ends.put(id.substring(id.lastIndexOf('/') + 1), diagnosis.getEpisodeDiagnosis());
        } else if (id.endsWith("wrong")) {
          wrong = diagnosis.getTurnDiagnosis();
        }
      }
      assertThat(ends.get("right").getVerdict()).isEqualTo(Verdict.PASSED);
      assertThat(ends.get("wrong").getVerdict()).isEqualTo(Verdict.POLICY_FAILED);
      assertThat(ends.get("wrong").getRootCauseTurn()).isZero();
      assertThat(ends.get("gone").getVerdict()).isEqualTo(Verdict.INFRASTRUCTURE_FAILED);
      assertThat(ends.get("gone").getVerdictReason()).startsWith("the simulated user failed it");
      TurnDiagnosis failed = Objects.requireNonNull(wrong);
      assertThat(failed.getFailure()).isEqualTo(TurnFailure.ARGUMENT_MISMATCH);
      assertThat(failed.getEvidence().get(0).getArgument()).isEqualTo("title");
    }
  }

  @Test
  void aJudgeDecidesAssertionsAndALyingOrHangingOneLeavesThemOpen() throws Exception {
    Path folder = TestingFolder.write(directory.resolve("kind"));
    Path file = directory.resolve("kind.jsonl");
    Files.writeString(
        file,
        row("kind", SAID, create("Agenda"), DONE, STOP).replace("\"agenda\"", "\"kind_words\"")
            + row("rude", SAID, create("Agenda"), RUDE, STOP)
                .replace("\"agenda\"", "\"kind_words\""));
    try (HostedBroker broker = HostedBroker.start(directory.resolve("judged"));
        TestingChatServer judging =
            TestingChatServer.saying(
                question ->
                    "{\"results\": [{\"expectedOutcome\": \"The agent is kind.\","
                        + " \"metExpectation\": "
                        + !question.contains("Go away")
                        + "}]}");
        TestingChatServer lying = TestingChatServer.saying(question -> "It is kind, I guess.");
        TestingChatServer hanging = TestingChatServer.hanging()) {
      Duration patience = Duration.ofSeconds(5);
      Map<String, EpisodeDiagnosis> judged =
          judged(broker, "good.", file, folder, judging, patience);
      assertThat(judged.get("kind").getVerdict()).isEqualTo(Verdict.PASSED);
      assertThat(judged.get("rude").getVerdict()).isEqualTo(Verdict.POLICY_FAILED);
      assertThat(judged.get("rude").getOfficialErrorType()).isEqualTo("reward:nl_assertion");
      for (TestingChatServer bad : List.of(lying, hanging)) {
        Map<String, EpisodeDiagnosis> open =
            bad == lying
                ? judged(broker, "lying.", file, folder, bad, patience)
                : judged(broker, "hanging.", file, folder, bad, Duration.ofSeconds(1));
        assertThat(open.values())
            .hasSize(2)
            .allSatisfy(
                end -> {
                  assertThat(end.getVerdict()).isEqualTo(Verdict.UNJUDGED);
                  assertThat(end.getVerdictReason()).contains("need a judge");
                });
      }
      assertThat(hanging.questions()).as("a judge that hangs is left alone").hasSizeLessThan(3);
    }
  }

  private static Map<String, EpisodeDiagnosis> judged(
      HostedBroker broker,
      String prefix,
      Path file,
      Path folder,
      TestingChatServer judge,
      Duration patience)
      throws Exception {
    Connection topics = broker.topics(prefix);
    Console publish =
        Console.run(
            "publish",
            file.toString(),
            "--tasks",
            folder.toString(),
            "--bootstrap-servers",
            broker.address(),
            "--topic-prefix",
            prefix);
    assertThat(publish.exitCode()).as(publish.err()).isZero();
    JudgeSettings settings = new JudgeSettings(judge.baseUrl(), "judge", "NO_KEY", patience);
    try (LiveJob job = LiveJob.overWhatIsThere(topics, settings)) {
      assertThat(job.end().balances()).isTrue();
    }
    Map<String, EpisodeDiagnosis> ends = new HashMap<>();
    for (Diagnosis diagnosis : all(topics, Topic.DIAGNOSES, Diagnosis.class)) {
      if (diagnosis.getEpisodeDiagnosis() != null) {
        String id = diagnosis.getEpisodeId();
        ends.put(id.substring(id.lastIndexOf('/') + 1), diagnosis.getEpisodeDiagnosis());
      }
    }
    return ends;
  }

  private static <T extends SpecificRecordBase> List<T> all(
      Connection topics, Topic topic, Class<T> recordClass) throws Exception {
    try (TopicRecords<T> records = TopicRecords.of(topics, topic, recordClass)) {
      return records.all();
    }
  }
}
