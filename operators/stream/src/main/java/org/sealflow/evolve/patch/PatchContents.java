package org.sealflow.evolve.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ToolDoc;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.RecoveryHint;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.digest.Sha256;

/** Writes the texts of patches: a pure function of their scope and the tool's documentation. */
public final class PatchContents {
  private PatchContents() {}

  /**
   * The content of a patch; empty if there is nothing to show.
   *
   * @param tool the documentation of the scope's tool; null if it names none
   */
  public static Optional<PatchContent> of(PatchScope scope, @Nullable ToolDoc tool) {
    if (scope.kind() == CapabilityKind.CATEGORY_TAG) {
      return Guidelines.ofTag(scope.name()).map(PatchContents::guideline);
    }
    return FailureLayers.named(scope.failure()).flatMap(failure -> ofFailure(scope, tool, failure));
  }

  private static Optional<PatchContent> ofFailure(
      PatchScope scope, @Nullable ToolDoc tool, TurnFailure failure) {
    return switch (scope.layer()) {
      case SCHEMA_CUE ->
          tool == null
              ? Optional.empty()
              : Optional.of(SchemaCues.of(tool, failure))
                  .filter(cues -> !cues.isEmpty())
                  .map(cues -> new PatchContent(cues, List.of(), null));
      case RECOVERY_FEEDBACK ->
          Optional.of(new PatchContent(List.of(), RecoveryTexts.of(failure), null));
      case CAPABILITY_HINT -> Guidelines.ofFailure(failure).map(PatchContents::guideline);
    };
  }

  private static PatchContent guideline(String line) {
    return new PatchContent(List.of(), List.of(), line);
  }

  /** Every text of a content that a policy may be shown. */
  static List<String> texts(PatchContent content) {
    List<String> texts = new ArrayList<>();
    for (ArgumentCue cue : content.getArgumentCues()) {
      texts.add(cue.getArgument());
      texts.addAll(cue.getAllowedValues());
      add(cue.getValueType(), texts);
      add(cue.getUnit(), texts);
    }
    for (RecoveryHint hint : content.getRecoveryHints()) {
      texts.add(hint.getText());
    }
    add(content.getGuideline(), texts);
    return texts;
  }

  private static void add(@Nullable String text, List<String> texts) {
    if (text != null) {
      texts.add(text);
    }
  }

  /** SHA-256 of a content as 64 lower-case hex digits; equal contents have equal digests. */
  public static String digest(PatchContent content) {
    StringBuilder canonical = new StringBuilder();
    for (ArgumentCue cue : content.getArgumentCues()) {
      write(canonical, "cue", cue.getArgument(), String.valueOf(cue.getRequired()));
      write(canonical, cue.getAllowedValues().toArray(String[]::new));
      write(canonical, orEmpty(cue.getValueType()), orEmpty(cue.getUnit()));
    }
    for (RecoveryHint hint : content.getRecoveryHints()) {
      write(canonical, "hint", hint.getErrorFamily(), hint.getText());
    }
    write(canonical, "guideline", orEmpty(content.getGuideline()));
    return Sha256.hex(canonical.toString());
  }

  /** Each text with its length before it, so that no two lists read the same. */
  private static void write(StringBuilder canonical, String... texts) {
    canonical.append(texts.length).append('[');
    for (String text : texts) {
      canonical.append(text.length()).append(':').append(text);
    }
    canonical.append(']');
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
