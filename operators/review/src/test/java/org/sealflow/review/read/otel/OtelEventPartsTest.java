package org.sealflow.review.read.otel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.review.RecordedMessage;

/** Log events with content that is a list of parts. */
final class OtelEventPartsTest {
  @TempDir Path directory;

  private RecordedMessage read(String... parts) throws IOException {
    String content = "{'content':{'arrayValue':{'values':[" + String.join(",", parts) + "]}}}";
    String event = TestingTraces.event(1, "user.message", "'timeUnixNano':'1'", content);
    return TestingTraces.read(directory, event).get(0).messages().get(0);
  }

  private static String part(String type, String key, String value) {
    return "{'kvlistValue':{'values':[%s,%s]}}".formatted(field("type", type), field(key, value));
  }

  private static String field(String key, String value) {
    return "{'key':'%s','value':{'stringValue':'%s'}}".formatted(key, value);
  }

  @Test
  void textsStandOneAfterTheOther() throws IOException {
    RecordedMessage said = read(part("text", "text", "Go"), part("text", "text", " on."));
    assertThat(said.text()).isEqualTo("Go on.");
    assertThat(said.opaque()).isFalse();
  }

  @Test
  void whatIsNoTextIsNotShownAndSaidToBeThere() throws IOException {
    RecordedMessage said = read(part("text", "text", "Look."), part("image_url", "url", "a.png"));
    assertThat(said.text()).isEqualTo("Look.");
    assertThat(said.opaque()).isTrue();
  }
}
