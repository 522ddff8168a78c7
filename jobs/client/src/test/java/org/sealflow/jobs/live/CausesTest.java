package org.sealflow.jobs.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class CausesTest {
  @Test
  void theInnermostCauseIsOneLine() {
    IOException cause = new IOException("no\nroute");
    assertThat(Causes.innermost(new IllegalStateException("outside", cause)))
        .isEqualTo("IOException: no route");
    assertThat(Causes.innermost(new IOException())).isEqualTo("IOException");
  }

  @Test
  void ofAServersStackTraceTheInnermostCauseIsSaid() {
    String answer =
        """
        [Internal server error., <Exception on server side:
        java.util.concurrent.TimeoutException: Invocation of submitJob timed out.
        \tat org.apache.flink.runtime.rpc.pekko.$Proxy29.submitJob(Unknown Source)
        Caused by: org.apache.pekko.pattern.AskTimeoutException: Ask timed out after [10000 ms].
        \tat org.apache.pekko.pattern.PromiseActorRef.apply(AskSupport.scala:647)

        End of exception on server side>]""";
    assertThat(Causes.innermost(new IOException(answer)))
        .isEqualTo(
            "IOException: org.apache.pekko.pattern.AskTimeoutException: Ask timed out after [10000"
                + " ms].");
  }

  @Test
  void aStackTraceWithoutACauseIsCutOff() {
    assertThat(Causes.innermost(new IOException("Job not found\n\tat a.B.c(B.java:1)\n\tat d")))
        .isEqualTo("IOException: Job not found");
  }
}
