package org.sealflow.jobs.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.settings.LearningSettings;
import picocli.CommandLine;

class PolicyOptionsTest {
  private static String name(String... more) {
    List<String> arguments = new ArrayList<>(List.of("--policy", "openai", "--model", "m"));
    arguments.addAll(List.of(more));
    PolicyOptions options = new PolicyOptions();
    new CommandLine(options)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .parseArgs(arguments.toArray(String[]::new));
    return options.name();
  }

  /** Their versions would not be loaded otherwise. */
  @Test
  void aServedPolicyHasTheNameOfTheLearnersOnceItsAdaptersAreLoaded() {
    assertThat(name()).isEqualTo("m");
    assertThat(name("--policy-name", "p")).isEqualTo("m");
    assertThat(name("--load-adapters", "--policy-name", "p")).isEqualTo("p");
    assertThat(name("--load-adapters")).isEqualTo(LearningSettings.DEFAULT_POLICY);
  }
}
