package org.sealflow.jobs.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.settings.UserError;

class OutageTellerTest {
  private static final UserError FAILURE = new UserError("the broker stopped answering");

  private final List<String> lines = new ArrayList<>();
  private final OutageTeller teller = new OutageTeller("broker:9092", lines::add);

  @Test
  void anOutageIsOneLineHoweverManyWait() {
    teller.began(FAILURE);
    teller.began(FAILURE);
    teller.ended();
    teller.began(FAILURE);
    assertThat(lines)
        .containsExactly(
            "the broker broker:9092 does not answer; waiting for it, to go on where reading was");
  }

  @Test
  void theNextOutageIsAnotherLine() {
    teller.began(FAILURE);
    teller.ended();
    teller.began(FAILURE);
    assertThat(lines).hasSize(2);
  }
}
