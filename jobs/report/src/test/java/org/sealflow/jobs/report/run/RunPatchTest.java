package org.sealflow.jobs.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.report.TestingRun;
import org.sealflow.jobs.report.run.RunPatch.Span;
import org.sealflow.schemas.PatchState;

class RunPatchTest {
  @TempDir private Path directory;

  private Map<String, RunPatch> patches() {
    RunHistory history =
        RunHistory.read(TestingRun.begun(directory, "nano", 1, 0.2).trained(100).patched().path());
    return RunPatch.of(history).stream()
        .collect(Collectors.toMap(RunPatch::key, Function.identity()));
  }

  @Test
  void spansReachFromActivationToRetirement() {
    RunPatch mkdir =
        patches().get("multi_turn_base/mkdir/SCHEMA_CUE/TOOL_FAILURE/mkdir::ARGUMENT_MISMATCH");
    // Step v ends some 4 s after v batches; so the newest version lags one behind.
    assertThat(mkdir.spans()).hasSize(1);
    assertThat(mkdir.spans().get(0).from()).isBetween(3L, 5L);
    assertThat(mkdir.spans().get(0).to()).isBetween(48L, 50L);
    assertThat(mkdir.newest().getState()).isEqualTo(PatchState.RETIRED);
    assertThat(mkdir.measured().getUplift()).isEqualTo(0.3);
  }

  @Test
  void aPatchThatComesAgainHasTwoSpans() {
    List<Span> spans =
        patches().get("multi_turn_miss_param/*/CAPABILITY_HINT/CATEGORY/MISSING_CALL").spans();
    assertThat(spans).hasSize(2);
    assertThat(spans.get(0).to()).isNotNull().isLessThan(spans.get(1).from());
    assertThat(spans.get(1).to()).isNull();
  }

  @Test
  void upliftIsThatOfTheNewestRecordThatCountsEpisodes() {
    assertThat(
            patches()
                .get("multi_turn_miss_param/*/CAPABILITY_HINT/CATEGORY/MISSING_CALL")
                .measured()
                .getUplift())
        .isEqualTo(0.09);
    assertThat(
            patches()
                .get("multi_turn_long_context/grep/SCHEMA_CUE/TOOL_FAILURE/grep::ARGUMENT_MISMATCH")
                .measured()
                .getUplift())
        .isNull();
  }
}
