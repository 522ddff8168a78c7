package org.sealflow.rollout.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.python.call.error.ErrorFamily;
import org.sealflow.python.call.error.ErrorResult;
import org.sealflow.schemas.RecoveryHint;

class RecoveryHintsTest {
  private static final RecoveryHint HINT =
      new RecoveryHint("MISSING_ARGUMENT", "{tool} needs {argument}: call {tool} again.");

  private static ErrorResult error(String tool, String... arguments) {
    return new ErrorResult(
        ErrorFamily.MISSING_ARGUMENT, "message", tool.isEmpty() ? null : tool, List.of(arguments));
  }

  @Test
  void toolAndArgumentStandAsWritten() {
    assertThat(RecoveryHints.render(HINT, error("", "fileName"), "Open_Box"))
        .isEqualTo("Open_Box needs fileName: call Open_Box again.");
  }

  @Test
  void theToolTheErrorNamesOutranksTheCalls() {
    assertThat(RecoveryHints.render(HINT, error("inner", "a", "b", "c"), "outer"))
        .isEqualTo("inner needs a, b and c: call inner again.");
  }

  @Test
  void anUnknownArgumentIsParaphrased() {
    assertThat(RecoveryHints.render(HINT, error(""), "cd"))
        .isEqualTo("cd needs the argument in question: call cd again.");
  }

  @Test
  void namesThatLookLikePlaceholdersOrGroupsAreWrittenAsTheyAre() {
    assertThat(RecoveryHints.render(HINT, error("", "{tool}$1\\"), "cd"))
        .isEqualTo("cd needs {tool}$1\\: call cd again.");
  }

  @Test
  void lengthIsBounded() {
    String[] names = Collections.nCopies(50, "n".repeat(500)).toArray(String[]::new);

    assertThat(RecoveryHints.render(HINT, error("", names), "t".repeat(1000)))
        .hasSizeLessThan(700)
        .contains(" and others");
  }

  @Test
  void afterAParseErrorTheFirstToolsAreListed() {
    RecoveryHint hint = new RecoveryHint("MALFORMED_CALL", "Write it well.");

    assertThat(RecoveryHints.renderAfterParseError(hint, List.of("cd", "ls")))
        .isEqualTo("Write it well.\nTools: cd, ls");
    assertThat(RecoveryHints.renderAfterParseError(hint, Collections.nCopies(15, "cd")))
        .endsWith("cd, cd and 3 more");
    assertThat(RecoveryHints.renderAfterParseError(hint, List.of())).isEqualTo("Write it well.");
  }
}
