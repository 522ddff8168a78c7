package org.sealflow.bfcl.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import org.sealflow.python.Reference;

/** The long texts of the recorded data, which rows name by digest. */
final class TestingBlobs {
  private final Map<String, String> texts = new HashMap<>();

  private TestingBlobs() {}

  static TestingBlobs read(String file) {
    TestingBlobs blobs = new TestingBlobs();
    Reference.forEachRow(
        file, row -> blobs.texts.put(row.get("sha256").asText(), row.get("text").asText()));
    return blobs;
  }

  /** The text a value is or names. */
  String text(JsonNode value) {
    if (!value.isObject()) {
      return value.asText();
    }
    String text = texts.get(value.get("$blob").asText());
    if (text == null) {
      throw new IllegalArgumentException("no blob " + value);
    }
    return text;
  }
}
