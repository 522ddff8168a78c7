package org.sealflow.jobs.cli;

import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * Colours on a terminal, nothing elsewhere. Text is painted as it is: picocli's own markup would
 * give meaning to what stands in a record.
 *
 * @param enabled whether there are colours
 */
record Colours(boolean enabled) {
  /** As the terminal of a command, its user and their environment want it. */
  static Colours of(CommandLine command) {
    return new Colours(command.getColorScheme().ansi().enabled());
  }

  String good(String text) {
    return paint(Style.fg_green, text);
  }

  String bad(String text) {
    return paint(Style.fg_red, text);
  }

  String odd(String text) {
    return paint(Style.fg_yellow, text);
  }

  String aside(String text) {
    return paint(Style.faint, text);
  }

  String name(String text) {
    return paint(Style.bold, text);
  }

  private String paint(Style style, String text) {
    // Not style.off(): what picocli takes for the end of bold, terminals take for an underline.
    return enabled ? style.on() + text + Style.reset.on() : text;
  }
}
