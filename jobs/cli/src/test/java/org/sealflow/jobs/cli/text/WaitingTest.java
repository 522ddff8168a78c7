package org.sealflow.jobs.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitingTest {
  @Test
  void whoeverWaitsIsToldWhatForAgainAndAgain() throws Exception {
    StringWriter text = new StringWriter();
    CountDownLatch told = new CountDownLatch(2);
    PrintWriter err =
        new PrintWriter(text) {
          @Override
          public void flush() {
            told.countDown();
          }
        };
    Waiting waiting =
        Waiting.until("reading the patches", err, Duration.ZERO, Duration.ofMillis(1));
    try {
      assertThat(told.await(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      waiting.close();
    }
    assertThat(text.toString()).contains("reading the patches … (0 s)");
  }

  @Test
  void whatIsDoneAtOnceSaysNothing() {
    StringWriter text = new StringWriter();
    Waiting.until("reading the patches", new PrintWriter(text)).close();
    assertThat(text.toString()).isEmpty();
  }
}
