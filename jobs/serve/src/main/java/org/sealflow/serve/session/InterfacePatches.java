package org.sealflow.serve.session;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.Presentation;

/**
 * The patches that an episode is shown.
 *
 * @param presentation how they show
 * @param digest SHA-256 of the set, 64 lower-case hex digits; null if none is shown
 * @param keys keys of the patches, sorted
 */
public record InterfacePatches(
    Presentation presentation, @Nullable String digest, List<String> keys) {
  /** Nothing but the plain interface. */
  public static final InterfacePatches NONE =
      new InterfacePatches(Presentation.plain(), null, List.of());

  public InterfacePatches {
    keys = List.copyOf(keys);
  }

  /** Whether nothing is shown. */
  public boolean isEmpty() {
    return digest == null;
  }
}
