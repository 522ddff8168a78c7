package org.sealflow.jobs.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequeueCountTest {
  @Test
  void aRecordWithoutHeaderIsSentForTheFirstTime() {
    assertThat(RequeueCount.of(new RecordHeaders())).isZero();
  }

  @Test
  void theCountIsReadAsItIsWritten() {
    for (int count = 0; count <= 3; count++) {
      RecordHeaders headers = new RecordHeaders();
      headers.add(RequeueCount.HEADER, RequeueCount.bytes(count));
      assertThat(RequeueCount.of(headers)).isEqualTo(count);
    }
  }

  @Test
  void foreignValuesCountAsTheMost() {
    for (String foreign : new String[] {"4", "999999999999", "", "-1", "two", "\u0001", null}) {
      assertThat(RequeueCount.of(headers(foreign))).as(foreign).isEqualTo(3);
    }
  }

  @Test
  void theLastHeaderCounts() {
    RecordHeaders headers = headers("1");
    headers.add(RequeueCount.HEADER, RequeueCount.bytes(2));
    assertThat(RequeueCount.of(headers)).isEqualTo(2);
  }

  private static RecordHeaders headers(@Nullable String value) {
    RecordHeaders headers = new RecordHeaders();
    headers.add(RequeueCount.HEADER, value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    return headers;
  }
}
