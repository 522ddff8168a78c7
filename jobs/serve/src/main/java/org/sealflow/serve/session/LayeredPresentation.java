package org.sealflow.serve.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.Presentation;

/**
 * The presentation that a caller asked for, and patches upon it.
 *
 * @param asked the caller's
 * @param patches the environment's
 */
record LayeredPresentation(Presentation asked, Presentation patches) implements Presentation {
  @Override
  public ToolDoc present(ToolDoc tool) {
    return patches.present(asked.present(tool));
  }

  @Override
  public List<String> guidelines() {
    List<String> guidelines = new ArrayList<>(asked.guidelines());
    guidelines.addAll(patches.guidelines());
    return guidelines;
  }

  @Override
  public Optional<String> hintAfter(String tool, String call, String result) {
    return joined(asked.hintAfter(tool, call, result), patches.hintAfter(tool, call, result));
  }

  @Override
  public Optional<String> hintAfterParseError(String error, List<String> tools) {
    return joined(
        asked.hintAfterParseError(error, tools), patches.hintAfterParseError(error, tools));
  }

  private static Optional<String> joined(Optional<String> first, Optional<String> second) {
    if (first.isPresent() && second.isPresent()) {
      return Optional.of(first.get() + "\n" + second.get());
    }
    return first.isPresent() ? first : second;
  }
}
