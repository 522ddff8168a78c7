package org.sealflow.jobs.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.cli.text.ExitCodes;

/** Shows that every server has the same options of security, and refuses them alike. */
class ListenOptionsTest {
  private static final Map<String, List<String>> REQUIRED =
      Map.of(
          "policy", List.of("--model", "/nowhere"),
          "environment", List.of("--tasks", "/nowhere"),
          "gateway", List.of("--upstream", "http://localhost:1/v1", "--record", "/nowhere/file"),
          "inspector", List.of("/nowhere"));

  @TempDir private Path folder;

  private static TestingCommandLine serve(String server, String... options) {
    List<String> line = new ArrayList<>(List.of("serve", server));
    line.addAll(REQUIRED.get(server));
    line.addAll(List.of(options));
    return TestingCommandLine.run(line.toArray(new String[0]));
  }

  private static void assertRefused(
      String server, int exitCode, String message, String... options) {
    TestingCommandLine refused = serve(server, options);
    assertThat(refused.err()).startsWith("sealflow: " + message);
    assertThat(refused.err().lines()).hasSize(1);
    assertThat(refused.exitCode()).isEqualTo(exitCode);
    assertThat(refused.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"policy", "environment", "gateway", "inspector"})
  void aKeyThatCannotBeUsedIsOneLine(String server) throws IOException {
    String absent = folder.resolve("absent").toString();
    Path blank = Files.writeString(folder.resolve("blank"), "\n");
    Path two = Files.writeString(folder.resolve("two"), "s3cret words\n");
    assertRefused(
        server,
        ExitCodes.FAILED,
        "no file " + absent + " for --api-key-file",
        "--api-key-file",
        absent);
    assertRefused(
        server,
        ExitCodes.FAILED,
        "cannot read " + folder + " for --api-key-file: ",
        "--api-key-file",
        folder.toString());
    assertRefused(
        server,
        ExitCodes.FAILED,
        blank + ": the bearer key is empty or holds blanks",
        "--api-key-file",
        blank.toString());
    TestingCommandLine refused = serve(server, "--api-key-file", two.toString());
    assertThat(refused.err()).contains("holds blanks").doesNotContain("s3cret");
    assertRefused(
        server,
        ExitCodes.FAILED,
        "--api-key-variable names SEALFLOW_NO_SUCH_KEY, which is not set",
        "--api-key-variable",
        "SEALFLOW_NO_SUCH_KEY");
    assertRefused(
        server,
        ExitCodes.USAGE,
        "--api-key-file and --api-key-variable: give one of them",
        "--api-key-file",
        absent,
        "--api-key-variable",
        "HOME");
  }

  @ParameterizedTest
  @ValueSource(strings = {"policy", "environment", "gateway", "inspector"})
  void aKeyStoreThatCannotBeUsedIsOneLine(String server) throws IOException {
    String store = Files.writeString(folder.resolve("store"), "no key store").toString();
    String password = Files.writeString(folder.resolve("password"), "s3cret\n").toString();
    assertRefused(
        server,
        ExitCodes.USAGE,
        "--tls-key-store and --tls-password-file go together: give both",
        "--tls-key-store",
        store);
    assertRefused(
        server,
        ExitCodes.FAILED,
        "the key store " + store + " cannot be read as PKCS12: ",
        "--tls-key-store",
        store,
        "--tls-password-file",
        password);
  }

  @ParameterizedTest
  @ValueSource(strings = {"policy", "environment", "gateway", "inspector"})
  void aLimitOutOfRangeIsNamed(String server) {
    assertRefused(
        server, ExitCodes.USAGE, "--max-body is 0, expected 1 to 1024", "--max-body", "0");
    assertRefused(
        server, ExitCodes.USAGE, "--max-body is 9999, expected 1 to 1024", "--max-body", "9999");
    for (String option : List.of("--max-requests", "--max-connections")) {
      assertRefused(server, ExitCodes.USAGE, option + " is 0, expected 1 or more", option, "0");
    }
    for (String option : List.of("--header-time", "--request-time", "--connection-idle")) {
      assertRefused(
          server, ExitCodes.USAGE, option + " is 0s, expected more than 0s to 1d", option, "0s");
    }
  }

  @Test
  void aKeyForTheServerBehindTheGatewayIsOfThatFormToo() throws IOException {
    Path two = Files.writeString(folder.resolve("two"), "s3cret words\n");
    TestingCommandLine refused = serve("gateway", "--upstream-key-file", two.toString());
    assertThat(refused.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(refused.err())
        .startsWith("sealflow: " + two + ": the bearer key is empty or holds blanks")
        .doesNotContain("s3cret");
  }

  @Test
  void everyServerTellsItsOptionsOfSecurity() {
    for (String server : REQUIRED.keySet()) {
      assertThat(TestingCommandLine.run("serve", server, "--help").out())
          .contains(
              "--host",
              "--api-key-file",
              "--api-key-variable",
              "--tls-key-store",
              "--tls-password-file",
              "--max-body",
              "--max-requests",
              "--max-connections",
              "--header-time",
              "--request-time",
              "--connection-idle");
    }
  }
}
