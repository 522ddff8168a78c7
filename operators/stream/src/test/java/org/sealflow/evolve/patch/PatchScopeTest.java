package org.sealflow.evolve.patch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.schemas.PatchLayer;

class PatchScopeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "boxes/cd/SCHEMA_CUE/TOOL_FAILURE/cd::ARGUMENT_MISMATCH",
        "*/cd/RECOVERY_FEEDBACK/TOOL_FAILURE/cd::RECOVERY_FAILURE",
        "boxes/*/RECOVERY_FEEDBACK/TOOL_FAILURE/other::INVALID_CALL",
        "boxes/*/CAPABILITY_HINT/TOOL_FAILURE/*::MISSING_CALL",
        "boxes/*/CAPABILITY_HINT/CATEGORY_TAG/state_mismatch",
        "acme/boxes/cd/SCHEMA_CUE/TOOL_FAILURE/cd::ARGUMENT_MISMATCH"
      })
  void aKeyIsReadAsItIsWritten(String key) {
    assertThat(PatchScope.parse(key)).map(PatchScope::key).contains(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "boxes",
        "boxes/cd/SCHEMA_CUE/TOOL_FAILURE",
        "boxes/cd/SCHEMA_CUE/TOOL_FAILURE/cd::A/B",
        "boxes/cd/LAYER/TOOL_FAILURE/cd::ARGUMENT_MISMATCH",
        "boxes/cd/SCHEMA_CUE/KIND/cd::ARGUMENT_MISMATCH",
        "boxes/ls/SCHEMA_CUE/TOOL_FAILURE/cd::ARGUMENT_MISMATCH",
        "boxes/cd/CAPABILITY_HINT/CATEGORY_TAG/state_mismatch",
        "boxes/*/CAPABILITY_HINT/TAG/state_mismatch"
      })
  void anythingElseIsNoPatchOfEvolution(String key) {
    assertThat(PatchScope.parse(key)).isEmpty();
  }

  @Test
  void theToolIsNamedWhereThereIsOne() {
    assertThat(PatchScope.ofFailure("b", "cd", PatchLayer.SCHEMA_CUE, "INVALID_CALL").tool())
        .isEqualTo("cd");
    assertThat(PatchScope.ofFailure("b", "other", PatchLayer.RECOVERY_FEEDBACK, "X").tool())
        .isNull();
    assertThat(PatchScope.ofFailure("b", "other", PatchLayer.RECOVERY_FEEDBACK, "X").blamedTool())
        .isEqualTo("other");
  }
}
