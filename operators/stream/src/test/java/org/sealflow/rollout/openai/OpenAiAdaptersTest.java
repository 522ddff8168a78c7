package org.sealflow.rollout.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.rollout.openai.SharedModelServer.BASE;
import static org.sealflow.rollout.openai.SharedModelServer.CLOCK;
import static org.sealflow.rollout.openai.SharedModelServer.adapters;
import static org.sealflow.rollout.openai.SharedModelServer.answer;
import static org.sealflow.rollout.openai.SharedModelServer.context;
import static org.sealflow.rollout.openai.SharedModelServer.failure;
import static org.sealflow.rollout.openai.SharedModelServer.forget;
import static org.sealflow.rollout.openai.SharedModelServer.paths;
import static org.sealflow.rollout.openai.SharedModelServer.policy;
import static org.sealflow.rollout.openai.SharedModelServer.requests;
import static org.sealflow.rollout.openai.SharedModelServer.settings;
import static org.sealflow.rollout.openai.SharedModelServer.update;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.learn.policy.WeightsDigest;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PolicyUpdate;

/** Against a server in a process of its own. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OpenAiAdaptersTest {
  @Test
  void aNewVersionIsServedOnceItsAdapterIsLoaded() throws Exception {
    try (OpenAiPolicy policy = policy(settings("echo").withAdapters());
        PolicySession session = policy.open(context(Mode.EVAL))) {
      for (long version = 1; version <= 3; version++) {
        policy.update(update(version, "file:///weights/" + version));
      }
      policy.update(update(4, "file:///missing"));
      policy.settled().join();

      PolicyAnswer answer = answer(session, new ChatMessage("user", "x"));

      assertThat(answer.policyVersion()).isEqualTo(3L);
      assertThat(answer.text()).isEqualTo("/v1/chat/completions");
      assertThat(policy.problem().orElseThrow()).startsWith("version 4 is not served: ");
      assertThat(paths()).contains("/v1/load_lora_adapter", "/v1/unload_lora_adapter");
    }
  }

  @Test
  void anEpisodeBeginsWithTheNewestVersionTold() throws Exception {
    try (OpenAiPolicy policy = policy(settings("echo").withAdapters());
        PolicySession session = policy.open(context(Mode.EVAL))) {
      policy.update(update(1, "file:///weights/1"));
      assertThat(answer(session, new ChatMessage("user", "x")).policyVersion()).isEqualTo(1L);
    }
  }

  /** A server and a second one, which is the same process at another path. */
  private static OpenAiSettings replicated(String... paths) {
    return settings("echo")
        .withAdapters()
        .withReplicas(
            new ServerReplicas(List.of(BASE.replace("/v1", "/second/v1")), List.of(paths)));
  }

  @Test
  void everyReplicaLoadsEachAdapterFromWhereItSeesIt() throws Exception {
    try (OpenAiPolicy policy = policy(replicated("/runs=/mnt/runs"))) {
      assertThat(policy.check(CLOCK)).isEmpty();
      policy.update(update(21, "file:///runs/weights/21"));
      policy.settled().join();
      assertThat(policy.problem()).isEmpty();
    }
    for (String server : List.of("/v1", "/second/v1")) {
      assertThat(adapters(server + "/load_lora_adapter")).contains("run-v21-0123abcd");
      assertThat(adapters(server + "/unload_lora_adapter")).contains("run-v21-0123abcd");
    }
    assertThat(requests().findValuesAsText("lora_path")).contains("/mnt/runs/weights/21");
  }

  /** A policy whose servers are given copies, which they see below /cache. */
  private static OpenAiPolicy copying(Path copies) {
    return policy(
        settings("echo")
            .withAdapters()
            .withReplicas(
                new ServerReplicas(List.of(), List.of(copies + "=/cache"), copies.toString())));
  }

  private static Path stored(Path folder) throws IOException {
    Path adapter = Files.createDirectories(folder.resolve("bucket"));
    Files.writeString(adapter.resolve("adapter_config.json"), "{}");
    Files.writeString(adapter.resolve("adapter_model.safetensors"), "weights");
    TestingObjectStore.register();
    return adapter;
  }

  @Test
  void anAdapterOfAnObjectStoreReachesTheServersAsALocalCopy(@TempDir Path folder)
      throws Exception {
    Path adapter = stored(folder);
    String digest = WeightsDigest.of(adapter);
    Path copy = folder.resolve("copies").resolve(digest);
    try (OpenAiPolicy policy = copying(copy.getParent())) {
      PolicyUpdate update = update(31, TestingObjectStore.uri(adapter));
      update.setWeightsDigest(digest);
      policy.update(update);
      policy.settled().join();

      assertThat(policy.problem()).isEmpty();
      assertThat(copy.resolve("adapter_model.safetensors")).hasContent("weights");
      assertThat(copy.resolve("adapter_config.json")).hasContent("{}");
      assertThat(requests().findValuesAsText("lora_path")).contains("/cache/" + digest);
    }
    assertThat(copy).doesNotExist();
    assertThat(adapter).isNotEmptyDirectory();
  }

  @Test
  void aCopyThatIsNotWhatWasPublishedIsNotServed(@TempDir Path folder) throws Exception {
    Path adapter = stored(folder);
    Path copies = folder.resolve("copies");
    try (OpenAiPolicy policy = copying(copies)) {
      policy.update(update(32, TestingObjectStore.uri(adapter)));
      policy.settled().join();

      assertThat(policy.problem().orElseThrow())
          .startsWith("version 32 is not served: the adapter store:")
          .contains(
              "its weights have the SHA-256 " + WeightsDigest.of(adapter) + ", expected 0123");
      assertThat(copies).isEmptyDirectory();
    }
  }

  @Test
  void aVersionIsServedOnceEveryReplicaHasIt() {
    try (OpenAiPolicy policy = policy(replicated());
        PolicySession session = policy.open(context(Mode.EVAL))) {
      policy.update(update(22, "file:///weights/22"));
      policy.update(update(23, "file:///first-alone/23"));
      policy.settled().join();

      assertThat(policy.problem().orElseThrow())
          .startsWith("version 23 is not served: ")
          .contains("/second/v1");
      assertThat(answer(session, new ChatMessage("user", "x")).policyVersion()).isEqualTo(22L);
    }
  }

  @Test
  void episodesAreDealtOutAmongReplicasInTurn() {
    try (OpenAiPolicy policy = policy(replicated())) {
      policy.update(update(24, "file:///weights/24"));
      List<String> answered = new ArrayList<>();
      for (int episode = 0; episode < 4; episode++) {
        try (PolicySession session = policy.open(context(Mode.EVAL))) {
          answered.add(answer(session, new ChatMessage("user", "x")).text());
        }
      }
      assertThat(answered)
          .containsExactly(
              "/v1/chat/completions",
              "/second/v1/chat/completions",
              "/v1/chat/completions",
              "/second/v1/chat/completions");
    }
  }

  @Test
  void anAdapterThatTheServerHasAlreadyIsServed() throws Exception {
    try (OpenAiPolicy policy = policy(settings("echo").withAdapters());
        PolicySession session = policy.open(context(Mode.EVAL))) {
      policy.update(update(7, "file:///twice"));
      assertThat(answer(session, new ChatMessage("user", "x")).policyVersion()).isEqualTo(7L);
      assertThat(policy.problem()).isEmpty();
    }
  }

  @Test
  void anAdapterThatTheServerHasLostIsLoadedAgainForTheAnswerThatMissesIt() throws Exception {
    try (OpenAiPolicy policy = policy(settings("echo").withAdapters());
        PolicySession session = policy.open(context(Mode.EVAL))) {
      policy.update(update(41, "file:///weights/41"));
      answer(session, new ChatMessage("user", "x"));
      forget("run-v41-0123abcd");

      assertThat(answer(session, new ChatMessage("user", "y")).policyVersion()).isEqualTo(41L);
      assertThat(adapters("/v1/load_lora_adapter"))
          .filteredOn("run-v41-0123abcd"::equals)
          .hasSize(2);
    }
  }

  @Test
  void anAdapterThatIsLostForGoodFailsTheAnswerInOneLine() throws Exception {
    try (OpenAiPolicy policy = policy(settings("echo").withAdapters());
        PolicySession session = policy.open(context(Mode.EVAL))) {
      policy.update(update(42, "file:///first-time/42"));
      answer(session, new ChatMessage("user", "x"));
      forget("run-v42-0123abcd");

      Throwable failure = failure(session);
      assertThat(failure)
          .isInstanceOf(PolicyException.class)
          .hasMessageContaining("has lost adapter run-v42-0123abcd")
          .hasMessageContaining("no such adapter");
      assertThat(failure.getMessage().lines()).hasSize(1);
    }
  }

  @Test
  void aFirstVersionThatTheServerWasNotThereToLoadIsLoadedForTheNextEpisode() {
    OpenAiSettings once = settings("echo").withAttempts(1, Duration.ZERO).withAdapters();
    try (OpenAiPolicy policy = policy(once);
        PolicySession session = policy.open(context(Mode.EVAL))) {
      policy.update(update(43, "file:///late/43"));
      policy.settled().join();
      assertThat(policy.problem().orElseThrow()).startsWith("version 43 is not served: ");

      assertThat(answer(session, new ChatMessage("user", "x")).policyVersion()).isEqualTo(43L);
      assertThat(policy.problem()).isEmpty();
    }
  }

  @Test
  void aLaterVersionThatTheServerWasNotThereToLoadIsLoadedWhileTheOneBeforeAnswers() {
    OpenAiSettings once = settings("echo").withAttempts(1, Duration.ZERO).withAdapters();
    try (OpenAiPolicy policy = policy(once)) {
      policy.update(update(44, "file:///weights/44"));
      policy.update(update(45, "file:///late/45"));
      policy.settled().join();

      assertThat(versionOfAnEpisode(policy)).isBetween(44L, 45L);
      while (policy.problem().isPresent()) {
        assertThat(versionOfAnEpisode(policy)).isBetween(44L, 45L);
      }
      assertThat(versionOfAnEpisode(policy)).isEqualTo(45L);
    }
  }

  private static long versionOfAnEpisode(OpenAiPolicy policy) {
    try (PolicySession session = policy.open(context(Mode.EVAL))) {
      return answer(session, new ChatMessage("user", "x")).policyVersion();
    }
  }

  @Test
  void whereNoVersionCanBeServedNothingAnswersInItsStead() {
    try (OpenAiPolicy policy = policy(settings("echo").withAdapters());
        PolicySession session = policy.open(context(Mode.EVAL))) {
      policy.update(update(0, "file:///missing"));
      assertThat(failure(session))
          .isInstanceOf(PolicyException.class)
          .hasMessageStartingWith("version 0 is not served: ")
          .hasMessageContaining("no such adapter");
    }
  }

  @Test
  void whatAPolicyHasLoadedItUnloadsAtItsEnd() throws Exception {
    try (OpenAiPolicy policy = policy(settings("echo").withAdapters())) {
      policy.update(update(11, "file:///weights/11"));
      policy.update(update(12, "file:///weights/12"));
    }
    assertThat(adapters("/v1/load_lora_adapter")).contains("run-v11-0123abcd", "run-v12-0123abcd");
    assertThat(adapters("/v1/unload_lora_adapter"))
        .contains("run-v11-0123abcd", "run-v12-0123abcd");
  }

  @Test
  void aServerThatLoadsNoAdaptersIsFoundBeforeAnyEpisode() {
    OpenAiSettings plain =
        OpenAiSettings.of(BASE.replace("/v1", "/plain/v1"), "echo").withAttempts(1, Duration.ZERO);
    try (OpenAiPolicy without = policy(plain);
        OpenAiPolicy with = policy(plain.withAdapters())) {
      assertThat(without.loadsVersions()).isFalse();
      assertThat(with.loadsVersions()).isTrue();
      assertThat(without.check(CLOCK)).isEmpty();
      assertThat(with.check(CLOCK).orElseThrow())
          .contains("loads no adapters (status 404 for /load_lora_adapter)", "--enable-lora");
      assertThat(with.check(CLOCK).orElseThrow().lines()).hasSize(1);
    }
  }
}
