package org.sealflow.jobs.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.Locale;
import org.sealflow.jobs.settings.UserError;

/** A table of rounds in a Markdown file, a row each; rows of earlier runs stay. */
final class ChaosLog {
  private static final String HEADER =
      """
      | date | run again with | round | faults | minutes | episodes | versions | lost | double | hangs | violations | recovery after kills, longest | sampled tokens lost |
      |---|---|---|---|---|---|---|---|---|---|---|---|---|
      """;

  private final Path file;

  ChaosLog(Path file) {
    this.file = file;
  }

  /** Adds a row. */
  void add(LocalDate date, String command, RoundResult round) {
    String row =
        String.format(
            Locale.ROOT,
            "| %s | `%s` | %d | %d | %.1f | %d | %d | %d | %d | %d | %d | %s | %.2f %% |%n",
            date,
            command,
            round.number(),
            round.faults().size(),
            round.took().toMillis() / 60e3,
            round.episodes(),
            round.versions(),
            round.verdicts().lost(),
            round.verdicts().doubled(),
            round.hangs(),
            round.verdicts().violations().size(),
            round.recovery(),
            100 * round.lostTokens());
    try {
      boolean hasTable =
          Files.exists(file)
              && Files.readString(file, StandardCharsets.UTF_8).contains("| run again with |");
      Files.writeString(
          file,
          hasTable ? row : HEADER + row,
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UserError("cannot write --log " + file + ": " + e.getMessage(), e);
    }
  }
}
