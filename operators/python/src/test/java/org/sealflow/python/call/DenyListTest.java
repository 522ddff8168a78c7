package org.sealflow.python.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DenyListTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "kill('x') | kill",
        "exit() | exit",
        "quit | quit",
        "os.remove('a') | remove",
        "fs.unlink.now('a') | unlink",
        "popen('ls') | popen",
        "subprocess.Popen('ls') | Popen",
        "run | run",
        "1.run | run",
        "'a.run.b' | run",
      })
  void whatBeginsWithADeniedNameIsDenied(String text, String name) {
    assertThat(DenyList.deniedName(text)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "(",
        ".",
        "a.b.run('x')",
        " exit()",
        "echo(run('x'))",
        "exit.foo",
        "'exit'.x",
        "Exit()",
        "execute('x')",
        "'a.exit'",
        "3.5",
        "echo('run')",
        "Kill()",
        "killed()",
        "run (x)"
      })
  void everythingElseIsNot(String text) {
    assertThat(DenyList.deniedName(text)).isNull();
  }
}
