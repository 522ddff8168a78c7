package org.sealflow.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console of a page, as tests of pages read it. Skipped if Chromium is not installed. */
class TestingChromiumTest {
  @TempDir private Path directory;

  private String console(String policy, String body) throws Exception {
    Optional<TestingChromium> installed = TestingChromium.find();
    assumeTrue(installed.isPresent(), "Chromium is not installed");
    Path page = directory.resolve("page.html");
    Files.writeString(
        page,
        "<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\""
            + policy
            + "\">"
            + body);
    return installed.get().console(page.toUri().toString());
  }

  @Test
  void whatAPageIsRefusedIsTold() throws Exception {
    assertThat(console("default-src 'none'", "<script>document.title = 1</script>"))
        .contains("Content Security Policy");
    assertThat(console("default-src 'none'", "<img src=\"https://127.0.0.1/a.png\">"))
        .contains("Content Security Policy");
  }

  @Test
  void whatAPageThrowsIsTold() throws Exception {
    String policy = "default-src 'none'; script-src 'unsafe-inline'";
    assertThat(console(policy, "<script>missing()</script>")).contains("missing is not defined");
    assertThat(console(policy, "<script>document.title = 1</script>")).isEmpty();
  }
}
