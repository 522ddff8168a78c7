package org.sealflow.tau.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;

/** Looks for texts in what the agent said. */
public final class CommunicateCheck {
  private CommunicateCheck() {}

  /** A check for each text; null if there are none. */
  public static @Nullable List<Check.OfText> of(@Nullable List<String> texts, List<Step> steps) {
    if (texts == null || texts.isEmpty()) {
      return null;
    }
    List<Check.OfText> checks = new ArrayList<>(texts.size());
    for (String text : texts) {
      checks.add(check(text, steps));
    }
    return checks;
  }

  private static Check.OfText check(String text, List<Step> steps) {
    String wanted = text.toLowerCase(Locale.ROOT);
    for (Step step : steps) {
      String content = step.content();
      if (step.role() == Requestor.ASSISTANT
          && content != null
          && !content.isBlank()
          // Only what was said loses its commas, so a text with a comma is never found.
          && content.toLowerCase(Locale.ROOT).replace(",", "").contains(wanted)) {
        return new Check.OfText(
            text,
            true,
            "Information '%s' communicated in the message:\n '%s'".formatted(text, content));
      }
    }
    return new Check.OfText(text, false, "Information '" + text + "' not communicated.");
  }
}
