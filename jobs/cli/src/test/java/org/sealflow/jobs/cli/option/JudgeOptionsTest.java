package org.sealflow.jobs.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.sealflow.chat.EndpointSettings;
import org.sealflow.jobs.settings.UserError;
import picocli.CommandLine;

class JudgeOptionsTest {
  private static JudgeOptions options(String... arguments) {
    JudgeOptions options = new JudgeOptions();
    new CommandLine(options).parseArgs(arguments);
    return options;
  }

  private static JudgeOptions judge() {
    return options(
        "--judge-url", "http://a/v1", "--judge-model", "m", "--judge-key-variable", "KEY");
  }

  @Test
  void theKeyIsTakenWithoutItsLineBreakAndShownToNobody() {
    EndpointSettings endpoint =
        Objects.requireNonNull(judge().endpoint(Map.of("KEY", "secret\n"), 1));

    assertThat(endpoint.key()).isEqualTo("secret");
    assertThat(endpoint.toString()).doesNotContain("secret");
    assertThat(options().endpoint(Map.of(), 1)).isNull();
  }

  @Test
  void ofAKeyThatNoHeaderCanCarryTheVariableIsNamedAndNothingElse() {
    assertThatThrownBy(() -> judge().endpoint(Map.of("KEY", "secret\nsecret"), 1))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("the judge: the key in the environment variable KEY holds")
        .hasMessageNotContaining("secret")
        .message()
        .hasLineCount(1);
  }
}
