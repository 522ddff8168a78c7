package org.sealflow.jobs.report.page;

import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text with places {@code {{name}}} to fill. What fills them is not searched for places. */
final class PageTemplate {
  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-zA-Z]+)}}");

  private final String text;

  PageTemplate(String text) {
    this.text = text;
  }

  /** Writes what belongs in a place. */
  public interface Part {
    void writeTo(Writer out) throws IOException;
  }

  /**
   * Writes the text with its places filled.
   *
   * @throws IllegalArgumentException if no part is given for a place
   */
  void write(Writer out, Map<String, Part> parts) throws IOException {
    Matcher place = PLACE.matcher(text);
    int written = 0;
    while (place.find()) {
      Part part = parts.get(place.group(1));
      if (part == null) {
        throw new IllegalArgumentException("nothing fills " + place.group());
      }
      out.append(text, written, place.start());
      part.writeTo(out);
      written = place.end();
    }
    out.append(text, written, text.length());
  }
}
