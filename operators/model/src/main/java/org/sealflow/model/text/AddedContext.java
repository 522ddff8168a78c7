package org.sealflow.model.text;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The context added before a step of the policy. */
public final class AddedContext {
  private final String text;
  private final int[] ids;
  private final @Nullable PrefixBreak prefixBreak;

  AddedContext(String text, int[] ids, @Nullable PrefixBreak prefixBreak) {
    this.text = text;
    this.ids = ids.clone();
    this.prefixBreak = prefixBreak;
  }

  /** The added text, up to and including the header under which the assistant speaks. */
  public String text() {
    return text;
  }

  /** The token ids of the text, to follow the ids so far. */
  public int[] ids() {
    return ids.clone();
  }

  /** Where the template would now render what came before in another way, if it does. */
  public Optional<PrefixBreak> prefixBreak() {
    return Optional.ofNullable(prefixBreak);
  }
}
