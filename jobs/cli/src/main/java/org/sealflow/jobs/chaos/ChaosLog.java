package org.sealflow.jobs.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sealflow.jobs.settings.UserError;

/** A table of rounds in a Markdown file, a row each; rows of earlier runs stay. */
final class ChaosLog {
  private static final String HEADER =
      """
      | date | run again with | round | faults | minutes | episodes | versions | lost | double | hangs | violations | recovery after kills, longest | sampled tokens lost |
      |---|---|---|---|---|---|---|---|---|---|---|---|---|
      """;

  /** A round without hangs and violations: the command and the number of the round. */
  private static final Pattern ROW =
      Pattern.compile("\\| [^|]* \\| `([^`]*)` \\| (\\d+) (?:\\| [^|]* ){6}\\| 0 \\| 0 \\| .*");

  /** The number of faults, and how many are a round. */
  private static final Pattern FAULTS = Pattern.compile(" --faults (\\d+)(?= --round (\\d+))");

  private final Path file;

  ChaosLog(Path file) {
    this.file = file;
  }

  /**
   * The rounds of a schedule that were played whole and held, by a command that differs in the
   * number of faults at most.
   */
  Set<Integer> held(String command) {
    Set<Integer> held = new TreeSet<>();
    if (!Files.exists(file)) {
      return held;
    }
    try {
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        Matcher row = ROW.matcher(line);
        if (row.matches() && isPartOf(command, row.group(1), row.group(2))) {
          held.add(Integer.valueOf(row.group(2)));
        }
      }
    } catch (IOException e) {
      throw new UserError("cannot read --log " + file + ": " + e.getMessage(), e);
    }
    return held;
  }

  /** The last round of a shorter schedule may have fewer faults than it has in this one. */
  private static boolean isPartOf(String command, String logged, String round) {
    Matcher faults = FAULTS.matcher(logged);
    return logged.equals(command)
        || (faults.find()
            && faults.replaceFirst("").equals(FAULTS.matcher(command).replaceFirst(""))
            && Long.parseLong(round) * Long.parseLong(faults.group(2))
                <= Long.parseLong(faults.group(1)));
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
