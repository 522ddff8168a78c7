package org.sealflow.generate.family;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sealflow.python.PyStrings;

/**
 * The wordings of a request.
 *
 * @param complete with every value
 * @param open slot → the wordings that leave it open, so that only asking is right; empty if
 *     nothing can be left open
 */
public record Wordings(List<Phrase> complete, Map<String, List<Phrase>> open) {
  private static final String OPEN = "? ";

  /**
   * Reads wordings: first the complete ones, then after each line {@code ? slot} those that leave
   * that slot open; a star marks those held out of training.
   */
  static Wordings read(String family, String text) {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    String section = "";
    for (String line : PyStrings.splitLines(text.strip())) {
      if (line.startsWith(OPEN)) {
        section = line.substring(OPEN.length());
      } else {
        sections.computeIfAbsent(section, name -> new ArrayList<>()).add(line);
      }
    }
    List<Phrase> complete = Phrase.lines(family, sections.getOrDefault("", List.of()));
    Map<String, List<Phrase>> open = new LinkedHashMap<>();
    sections.forEach(
        (slot, lines) -> {
          if (!slot.isEmpty()) {
            open.put(slot, Phrase.lines(family + "/without-" + slot, lines));
          }
        });
    return new Wordings(complete, open);
  }

  /** All wordings. */
  Stream<Phrase> phrases() {
    return Stream.concat(complete.stream(), open.values().stream().flatMap(List::stream));
  }
}
