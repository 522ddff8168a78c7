package org.sealflow.serve.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.serve.session.TestingSessions.put;
import static org.sealflow.serve.session.TestingSessions.total;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PlaySessionsTest {
  private final TestingSessions shop = new TestingSessions(3);
  private final PlaySessions sessions = shop.sessions();

  private String begun(String taskId) {
    String id = sessions.open();
    begin(id, taskId);
    return id;
  }

  private void begin(String id, String taskId) {
    Object unused =
        sessions.use(
            id,
            session -> {
              session.begin(shop.begin(taskId));
              return session;
            });
  }

  private String answered(String id, String answer) {
    return sessions.use(
        id,
        session -> {
          SessionEpisode episode = session.episode();
          if (episode == null) {
            throw new AssertionError("no episode in " + id);
          }
          return episode.answer(answer).executed().get(0).result();
        });
  }

  private static String count(int count) {
    return "{\"count\": " + count + "}";
  }

  @Test
  void twoSessionsOnOneTaskHaveAWorldEach() {
    String first = begun(TestingShopFolder.TWO_TURNS);
    String second = begun(TestingShopFolder.TWO_TURNS);
    assertThat(answered(first, put("apple", 1))).isEqualTo(count(1));
    assertThat(answered(second, total())).isEqualTo(count(0));
    assertThat(answered(second, put("apple", 5))).isEqualTo(count(5));
    assertThat(answered(first, total())).isEqualTo(count(1));
  }

  @Test
  void manyRequestsToOneSessionRunOneAfterAnother() throws Exception {
    String id = begun(TestingShopFolder.TWO_TURNS);
    String other = begun(TestingShopFolder.TWO_TURNS);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        done.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 50; i++) {
                    String unused = answered(id, put("apple", 1));
                  }
                }));
      }
      for (Future<?> each : done) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(answered(id, total())).isEqualTo(count(400));
    assertThat(answered(other, total())).isEqualTo(count(0));
  }

  @Test
  void aSessionIsResumedByItsId() {
    String id = begun(TestingShopFolder.TWO_TURNS);
    answered(id, put("apple", 1));
    shop.clock.pass(TestingSessions.IDLE);
    assertThat(sessions.expire()).isZero();
    assertThat(answered(id, total())).isEqualTo(count(1));
  }

  @Test
  void aSessionThatIsIdleTooLongIsEndedAndItsPlaceIsFree() {
    String left = begun(TestingShopFolder.TWO_TURNS);
    shop.clock.pass(Duration.ofMinutes(6));
    String used = begun(TestingShopFolder.TWO_TURNS);
    shop.clock.pass(Duration.ofMinutes(6));

    assertThat(sessions.expire()).isEqualTo(1);
    assertThatThrownBy(() -> answered(left, total()))
        .isInstanceOf(UnknownSessionException.class)
        .hasMessage("no session 's1': it was never opened, was ended, or expired");
    assertThat(answered(used, total())).isEqualTo(count(0));
    assertThat(shop.limit.open()).isEqualTo(1);
    assertThat(shop.heard).containsExactly("CANCELLED: the session expired", "answered 0.0");
  }

  @Test
  void aSessionWithARequestUnderWayDoesNotExpire() throws Exception {
    String id = begun(TestingShopFolder.ONE_TURN);
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<?> request =
          thread.submit(
              () ->
                  sessions.use(
                      id,
                      session -> {
                        inside.countDown();
                        return await(goOn);
                      }));
      assertThat(await(inside)).isTrue();
      shop.clock.pass(TestingSessions.IDLE.multipliedBy(2));
      assertThat(sessions.expire()).isZero();
      goOn.countDown();
      request.get();
    } finally {
      thread.shutdownNow();
    }
    assertThat(answered(id, total())).isEqualTo(count(0));
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void oneMoreThanThereMayBeIsRefusedUntilOneEnds() {
    begun(TestingShopFolder.ONE_TURN);
    begun(TestingShopFolder.ONE_TURN);
    String third = begun(TestingShopFolder.ONE_TURN);
    PlaySessions otherProtocol = shop.sessions();
    assertThatThrownBy(otherProtocol::open)
        .isInstanceOf(SessionLimitException.class)
        .hasMessage(
            "all 3 sessions are open: end some, wait until idle ones expire, or serve with more"
                + " (--max-sessions)");
    assertThat(sessions.end(third)).isTrue();
    assertThat(sessions.end(third)).isFalse();
    assertThat(otherProtocol.open()).isNotEmpty();
  }

  @Test
  void aNameThatIsTakenIsReplacedAndItsWorldIsFreed() {
    sessions.open("exp_1");
    begin("exp_1", TestingShopFolder.TWO_TURNS);
    answered("exp_1", put("apple", 1));
    sessions.open("exp_1");
    begin("exp_1", TestingShopFolder.TWO_TURNS);
    assertThat(answered("exp_1", total())).isEqualTo(count(0));
    assertThat(shop.limit.open()).isEqualTo(1);
  }

  @Test
  void anotherEpisodeTakesThePlaceOfTheOneBefore() {
    String id = begun(TestingShopFolder.TWO_TURNS);
    answered(id, put("apple", 1));
    begin(id, TestingShopFolder.TWO_TURNS);
    assertThat(answered(id, total())).isEqualTo(count(0));
    assertThat(shop.heard)
        .containsExactly(
            "answered 0.0", "CANCELLED: the client began another episode", "answered 0.0");
  }

  @Test
  void theEndOfTheServerEndsAllSessions() {
    begun(TestingShopFolder.ONE_TURN);
    begun(TestingShopFolder.ONE_TURN);
    sessions.close();
    assertThat(shop.limit.open()).isZero();
    assertThat(shop.heard)
        .containsExactly("CANCELLED: the server was stopped", "CANCELLED: the server was stopped");
  }
}
