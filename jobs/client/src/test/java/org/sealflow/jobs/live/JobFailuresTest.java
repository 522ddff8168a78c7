package org.sealflow.jobs.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class JobFailuresTest {
  private static String entry(long time, String task, String... trace) {
    return "{\"exceptionName\":\"x\",\"stacktrace\":\""
        + String.join("\\n", trace)
        + "\",\"timestamp\":"
        + time
        + ",\"taskName\":"
        + task
        + "}";
  }

  private static String answer(String... entries) {
    return "{\"exceptionHistory\":{\"entries\":[" + String.join(",", entries) + "]}}";
  }

  @Test
  void aFailureIsOneLineWithItsInnermostCauseAndItsNumber() throws IOException {
    String first =
        entry(
            7,
            "\"diagnoses: Writer (1/2)\"",
            "org.apache.flink.A: outer",
            "\\tat x.y(Z.java:1)",
            "Caused by: a.b.RecordTooLargeException: 9 bytes",
            "\\tat x.y(Z.java:2)");
    assertThat(new JobFailures().lines("job", answer(first)))
        .containsExactly(
            "job failed and restarts, failure 1: RecordTooLargeException: 9 bytes"
                + " (in diagnoses: Writer (1/2))");
  }

  @Test
  void eachFailureIsSaidOnceAndCounted() throws IOException {
    JobFailures failures = new JobFailures();
    String first = entry(7, "null", "a.First");
    String second = entry(9, "null", "a.Second: again");
    assertThat(failures.lines("job", answer(first))).hasSize(1);
    assertThat(failures.lines("job", answer(first))).isEmpty();
    assertThat(failures.lines("job", answer(second, first)))
        .containsExactly("job failed and restarts, failure 2: Second: again");
  }

  @Test
  void aJobThatHasNotFailedSaysNothing() throws IOException {
    assertThat(new JobFailures().lines("job", "{}")).isEmpty();
    assertThat(new JobFailures().lines("job", answer())).isEmpty();
  }
}
