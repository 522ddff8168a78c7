package org.sealflow.serve.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.junit.jupiter.api.Test;
import org.sealflow.serve.session.TestingClock;

class PassingAnswerTest {
  private static final int MOST = 1000;
  private static final String ANSWER = "{\"choices\":[]}";

  private final TestingClock clock = new TestingClock();
  private final CallRecorder recorder =
      new CallRecorder(
          RecorderSettings.usual(Duration.ofMinutes(5), MOST),
          List.of(),
          "chat",
          clock,
          complaint -> {});
  private final ClassicHttpResponse response = new BasicClassicHttpResponse(200);

  private PassingAnswer passing() {
    byte[] request = "{\"messages\":[]}".getBytes(StandardCharsets.UTF_8);
    return new PassingAnswer(recorder, CallLabels.NONE, request, response, clock.instant(), clock);
  }

  private static void next(PassingAnswer answer, String chunk) {
    byte[] bytes = chunk.getBytes(StandardCharsets.UTF_8);
    answer.next(bytes, bytes.length);
  }

  /** Calls recorded, and calls broken off. */
  private List<Long> recorded() {
    RecorderCounts counts = recorder.finish();
    return List.of(counts.calls(), counts.abandoned());
  }

  @Test
  void aCallIsRecordedBeforeTheLastByteOfItsAnswerIsPassedOn() {
    response.setEntity(new StringEntity(ANSWER, ContentType.APPLICATION_JSON));
    PassingAnswer answer = passing();
    next(answer, ANSWER.substring(0, 5));
    next(answer, ANSWER.substring(5));
    answer.breakOff();
    assertThat(recorded()).containsExactly(1L, 0L);
  }

  @Test
  void aCallWhoseAnswerLacksALastByteIsBrokenOff() {
    response.setEntity(new StringEntity(ANSWER, ContentType.APPLICATION_JSON));
    PassingAnswer answer = passing();
    next(answer, ANSWER.substring(0, ANSWER.length() - 1));
    answer.breakOff();
    assertThat(recorded()).containsExactly(0L, 1L);
  }

  @Test
  void theWordsOfTheLastEventInsideAnEventEndNoStream() {
    PassingAnswer answer = passing();
    next(answer, "data: {\"choices\":[{\"delta\":{\"content\":\"data: [DONE]");
    answer.breakOff();
    assertThat(recorded()).containsExactly(0L, 1L);
  }

  @Test
  void anAnswerIsRecordedOnce() {
    response.setHeader("Content-Type", "text/event-stream");
    PassingAnswer answer = passing();
    next(answer, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hi\"}}]}\n\ndata: [DO");
    next(answer, "NE]\r\n");
    next(answer, "\r\n");
    answer.end();
    assertThat(recorded()).containsExactly(1L, 0L);
  }
}
