package org.sealflow.jobs.report.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * JSON that may stand in a script element of a page, whatever its strings hold: the characters HTML
 * gives a meaning to are escaped, so no text can end the element or begin a comment. All is ASCII:
 * line separators stay data, and halves of a surrogate pair survive, which UTF-8 could not hold.
 */
public final class EmbeddedJson {
  private static final int LAST_ASCII = 0x7f;

  private final ObjectMapper mapper =
      new ObjectMapper(new JsonFactory().setCharacterEscapes(new PageEscapes()));

  /** The node as text. */
  public String write(JsonNode node) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = mapper.createGenerator(text)) {
      generator.setHighestNonEscapedChar(LAST_ASCII);
      mapper.writeTree(generator, node);
    } catch (IOException impossible) {
      throw new UncheckedIOException("memory cannot refuse text", impossible);
    }
    return text.toString();
  }

  private static final class PageEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1L;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      for (char each : new char[] {'<', '>', '&'}) {
        codes[each] = ESCAPE_STANDARD;
      }
      return codes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
      return null;
    }
  }
}
