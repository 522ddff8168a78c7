package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** Reads the records of one format from the JSON values of one file. */
public interface FormatReader {
  /** Takes the next value of the file. */
  void read(JsonNode value, RecordPlace place) throws IOException;

  /** Takes the end of the file. */
  default void end() throws IOException {}
}
