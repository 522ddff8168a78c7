package org.sealflow.evolve.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.call.error.ErrorFamily;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.RecoveryHint;
import org.sealflow.schemas.TurnFailure;

class PatchContentsTest {
  private static final ToolDoc OPEN_BOX = ReferenceTasks.tool(TestingTools.OPEN_BOX);

  private static Optional<PatchContent> content(PatchLayer layer, TurnFailure failure) {
    boolean ofTool = layer != PatchLayer.CAPABILITY_HINT;
    return PatchContents.of(
        PatchScope.ofFailure("boxes", ofTool ? "open_box" : "*", layer, failure.name()),
        ofTool ? OPEN_BOX : null);
  }

  @ParameterizedTest
  @EnumSource(TurnFailure.class)
  void hintsAnswerWhatNoToolScopedLayerDoes(TurnFailure failure) {
    assertThat(content(PatchLayer.CAPABILITY_HINT, failure).isPresent())
        .isEqualTo(FailureLayers.isHinted(failure));
  }

  @Test
  void recoveryAnswersEveryFamilyOnce() {
    PatchContent content =
        content(PatchLayer.RECOVERY_FEEDBACK, TurnFailure.RECOVERY_FAILURE).orElseThrow();

    List<String> families = new ArrayList<>();
    for (ErrorFamily family : ErrorFamily.values()) {
      families.add(family.name());
    }
    assertThat(content.getRecoveryHints())
        .extracting(RecoveryHint::getErrorFamily)
        .containsExactlyElementsOf(families);
    assertThat(content(PatchLayer.RECOVERY_FEEDBACK, TurnFailure.INVALID_CALL).orElseThrow())
        .extracting(each -> each.getRecoveryHints().size())
        .isEqualTo(2);
  }

  @Test
  void linesAreShortAndOfOneLine() {
    List<PatchContent> contents = new ArrayList<>();
    for (TurnFailure failure : TurnFailure.values()) {
      for (PatchLayer layer : PatchLayer.values()) {
        content(layer, failure).ifPresent(contents::add);
      }
    }
    assertThat(contents).hasSizeGreaterThan(15);
    for (PatchContent content : contents) {
      assertThat(PatchContents.texts(content))
          .allMatch(text -> text.length() <= 120 && !text.contains("\n") && !text.isBlank());
    }
  }

  @Test
  void theSameScopeGivesTheSameContent() {
    for (TurnFailure failure : TurnFailure.values()) {
      for (PatchLayer layer : PatchLayer.values()) {
        assertThat(content(layer, failure)).isEqualTo(content(layer, failure));
        assertThat(content(layer, failure).map(PatchContents::digest))
            .isEqualTo(content(layer, failure).map(PatchContents::digest));
      }
    }
  }

  @Test
  void anotherContentHasAnotherDigest() {
    List<PatchContent> contents =
        List.of(
            cue(new ArgumentCue("a", true, List.of("b", "c"), null, null)),
            cue(new ArgumentCue("a", false, List.of("b", "c"), null, null)),
            cue(new ArgumentCue("a", true, List.of("b, c"), null, null)),
            cue(new ArgumentCue("a", true, List.of("b", "c"), "t", null)),
            cue(new ArgumentCue("a", true, List.of("b", "c"), null, "t")),
            new PatchContent(List.of(), List.of(new RecoveryHint("a", "b")), null),
            new PatchContent(List.of(), List.of(new RecoveryHint("b", "a")), null),
            new PatchContent(List.of(), List.of(), "a"),
            new PatchContent(List.of(), List.of(), "b"));

    assertThat(contents.stream().map(PatchContents::digest).distinct()).hasSize(contents.size());
    assertThat(PatchContents.digest(contents.get(0))).matches("[0-9a-f]{64}");
  }

  private static PatchContent cue(ArgumentCue cue) {
    return new PatchContent(List.of(cue), List.of(), null);
  }
}
