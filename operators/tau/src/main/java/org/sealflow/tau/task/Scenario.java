package org.sealflow.tau.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge and wishes of the simulated user.
 *
 * @param persona how the user is; null if left open
 */
public record Scenario(@Nullable String persona, Instructions instructions) {
  /**
   * The user's instructions.
   *
   * @param plain the whole text; null if the other fields hold it
   */
  public record Instructions(
      @Nullable String plain,
      String domain,
      String reason,
      @Nullable String known,
      @Nullable String unknown,
      String task) {
    String text() {
      if (plain != null) {
        return plain;
      }
      List<String> lines = new ArrayList<>(List.of("Domain: " + domain));
      add(lines, "Reason for call:", reason);
      add(lines, "Known info:", known);
      add(lines, "Unknown info:", unknown);
      add(lines, "Task instructions:", task);
      return String.join("\n", lines);
    }

    private static void add(List<String> lines, String title, @Nullable String text) {
      if (text != null) {
        lines.add(title);
        lines.add(indented(text));
      }
    }
  }

  /** The text of the scenario as the user's prompt holds it. */
  public String text() {
    String told = "Instructions:\n" + indented(instructions.text());
    return persona == null ? told : "Persona:\n" + indented(persona) + "\n" + told;
  }

  /** Every line that is not blank, one tab to the right. */
  private static String indented(String text) {
    return Arrays.stream(text.split("\n", -1))
        .map(line -> line.isBlank() ? line : "\t" + line)
        .collect(Collectors.joining("\n"));
  }
}
