package org.sealflow.system.training;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sealflow.jobs.bench.learner.LearnerModelFiles;
import org.sealflow.jobs.bench.learner.LearnerShape;
import org.sealflow.model.config.Precision;
import org.sealflow.python.Reference;

/**
 * A model of the form of Qwen2.5-0.5B with random weights, whose words are the nano policy's and
 * one more for every id that is left: in so large a vocabulary a random policy says little else.
 */
final class LargeModel {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path NANO = Reference.repository().resolve("data/nano");

  /** So many of the words left are there for each that is a whole call. */
  private static final int WORDS_PER_CALL = 8;

  private static final String TEMPLATE = "chat_template";

  /** The tools are most of a prompt, and nothing to a random policy. */
  private static final String WITHOUT_TOOLS = "{%- set tools = [] -%}";

  private LargeModel() {}

  /** Writes it into a new directory. */
  static Path write(Path directory) throws IOException {
    LearnerShape shape = LearnerShape.HALF_BILLION;
    Files.createDirectories(directory);
    LearnerModelFiles.write(directory, shape.config(), Precision.BFLOAT16, 1);
    writeTemplate(directory.resolve("tokenizer_config.json"));
    ObjectNode tokenizer = (ObjectNode) JSON.readTree(NANO.resolve("tokenizer.json").toFile());
    ObjectNode words = (ObjectNode) tokenizer.at("/model/vocab");
    for (int id = words.size(); id < shape.config().vocabularySize(); id++) {
      words.put(id % WORDS_PER_CALL == 0 ? call(id) : "word" + id, id);
    }
    JSON.writeValue(directory.resolve("tokenizer.json").toFile(), tokenizer);
    return directory;
  }

  private static void writeTemplate(Path file) throws IOException {
    ObjectNode settings =
        (ObjectNode) JSON.readTree(NANO.resolve("tokenizer_config.json").toFile());
    settings.put(TEMPLATE, WITHOUT_TOOLS + settings.path(TEMPLATE).asText());
    JSON.writeValue(file.toFile(), settings);
  }

  /** In the tokenizer's writing of spaces and line ends. */
  private static String call(int id) {
    return "<tool_call>\u010a{\"name\":\u0120\"pwd\",\u0120\"arguments\":\u0120{\"n\":\u0120"
        + id
        + "}}\u010a</tool_call>";
  }
}
