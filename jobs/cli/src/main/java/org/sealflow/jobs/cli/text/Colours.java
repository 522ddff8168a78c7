package org.sealflow.jobs.cli.text;

import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * Colours on a terminal, nothing elsewhere. Text is painted as it is: picocli's own markup would
 * give meaning to what stands in a record.
 *
 * @param enabled whether there are colours
 */
public record Colours(boolean enabled) {
  /** As the terminal of a command, its user and their environment want it. */
  public static Colours of(CommandLine command) {
    return new Colours(command.getColorScheme().ansi().enabled());
  }

  public String good(String text) {
    return paint(Style.fg_green, text);
  }

  public String bad(String text) {
    return paint(Style.fg_red, text);
  }

  public String odd(String text) {
    return paint(Style.fg_yellow, text);
  }

  public String aside(String text) {
    return paint(Style.faint, text);
  }

  public String name(String text) {
    return paint(Style.bold, text);
  }

  private String paint(Style style, String text) {
    // Not style.off(): what picocli takes for the end of bold, terminals take for an underline.
    return enabled ? style.on() + text + Style.reset.on() : text;
  }
}
