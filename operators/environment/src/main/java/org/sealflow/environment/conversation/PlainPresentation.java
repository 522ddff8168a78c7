package org.sealflow.environment.conversation;

import java.util.List;
import java.util.Optional;
import org.sealflow.environment.ToolDoc;

/** The presentation that adds nothing. */
enum PlainPresentation implements Presentation {
  INSTANCE;

  @Override
  public ToolDoc present(ToolDoc tool) {
    return tool;
  }

  @Override
  public List<String> guidelines() {
    return List.of();
  }

  @Override
  public Optional<String> hintAfter(String tool, String call, String result) {
    return Optional.empty();
  }

  @Override
  public Optional<String> hintAfterParseError(String error, List<String> tools) {
    return Optional.empty();
  }
}
