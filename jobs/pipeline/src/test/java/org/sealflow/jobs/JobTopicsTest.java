package org.sealflow.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.settings.UserError;

class JobTopicsTest {
  private static final UserError AWAY =
      new UserError("cannot reach the broker", new TimeoutException("no answer"));
  private static final UserError REFUSED = new UserError("the broker refused the login");

  private final List<UserError> failures = new ArrayList<>();

  private String open() {
    if (!failures.isEmpty()) {
      throw failures.remove(0);
    }
    return "connected";
  }

  @Test
  void aJobThatStartsWaitsForABrokerThatDoesNotAnswer() {
    failures.addAll(List.of(AWAY, AWAY));
    assertThat(JobTopics.awaited(this::open, 3)).isEqualTo("connected");
  }

  @Test
  void itDoesNotWaitForEver() {
    failures.addAll(List.of(AWAY, AWAY, AWAY));
    assertThatThrownBy(() -> JobTopics.awaited(this::open, 3)).isSameAs(AWAY);
  }

  @Test
  void whatTheBrokerRefusesIsSaidAtOnce() {
    failures.add(REFUSED);
    assertThatThrownBy(() -> JobTopics.awaited(this::open, 3)).isSameAs(REFUSED);
  }
}
