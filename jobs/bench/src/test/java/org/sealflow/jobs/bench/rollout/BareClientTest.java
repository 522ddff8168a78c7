package org.sealflow.jobs.bench.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The bare client and the server that answers it. */
class BareClientTest {
  private static final Duration ANSWER_TIME = Duration.ofMillis(60);
  private static final List<String> BODIES = List.of("{\"a\": 1}", "{\"b\": \"ä\"}");

  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private final CountDownLatch enough = new CountDownLatch(40);

  private AnsweringServer server() throws IOException {
    return AnsweringServer.start(
        ANSWER_TIME,
        body -> {
          heard.add(new String(body.readAllBytes(), StandardCharsets.UTF_8));
          enough.countDown();
        });
  }

  @Test
  void everyRequestIsAnsweredInTheTimeTheServerTakes() throws Exception {
    BareClient bare;
    try (AnsweringServer server = server()) {
      bare = BareClient.start(AnsweringServer.baseUrl(server.port()), BODIES, 2, 4);
      try (bare) {
        assertThat(enough.await(30, TimeUnit.SECONDS)).isTrue();
      }
    }

    assertThat(bare.failures()).isZero();
    assertThat(bare.firstFailure()).isNull();
    assertThat(bare.times().count()).isEqualTo(heard.size()).isGreaterThanOrEqualTo(40);
    assertThat(bare.times().millis(0.01)).isGreaterThanOrEqualTo(ANSWER_TIME.toMillis());
    assertThat(heard).containsAll(BODIES).allMatch(BODIES::contains);
  }

  @Test
  void whatIsNotAnsweredIsCountedOnceAndNotAskedAgain() throws Exception {
    int port;
    try (AnsweringServer server = server()) {
      port = server.port();
    }

    BareClient bare = BareClient.start(AnsweringServer.baseUrl(port), BODIES, 1, 3);
    bare.close();

    assertThat(bare.failures()).isEqualTo(3);
    assertThat(bare.firstFailure()).contains("ConnectException");
    assertThat(bare.times().count()).isZero();
  }

  @Test
  void anotherPathIsNoAnswer() throws Exception {
    try (AnsweringServer server = server()) {
      String elsewhere = "http://127.0.0.1:" + server.port() + "/v2";
      BareClient bare = BareClient.start(elsewhere, BODIES, 1, 2);
      bare.close();

      assertThat(bare.failures()).isEqualTo(2);
      assertThat(bare.firstFailure()).isEqualTo("HTTP 404");
    }
  }

  @Test
  void aProcessOfItsOwnAnswersUntilItIsClosed() throws Exception {
    BareClient bare;
    String address;
    try (AnsweringProcess process = AnsweringProcess.start(Duration.ofMillis(1))) {
      address = process.baseUrl();
      bare = BareClient.start(address, BODIES, 1, 1);
      while (bare.times().count() == 0 && bare.failures() == 0) {
        LockSupport.parkNanos(1_000_000);
      }
      bare.close();
    }
    assertThat(bare.failures()).isZero();

    BareClient late = BareClient.start(address, BODIES, 1, 1);
    late.close();
    assertThat(late.failures()).isEqualTo(1);
  }
}
