package org.sealflow.review.read.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.review.read.Json;
import org.sealflow.review.read.ReviewSettings;

/** Files in every layout, and files of every wrong shape. */
final class JsonFileTest {
  private static final String HELLO =
      "{\"id\":\"a\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"},"
          + "{\"role\":\"assistant\",\"content\":\"Hello\"}]}";
  private static final String CHAT =
      "{\"id\":\"a\",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\",\"parameters\":"
          + "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\",\"enum\":[\"y\"]}},"
          + "\"required\":[\"x\"]}}}],\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\","
          + "\"text\":\"Hi\"}]},{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c\","
          + "\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},"
          + "{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":\"r\"}]}";
  private static final String RESPONSES =
      "{\"object\":\"response\",\"id\":\"r\",\"status\":\"completed\",\"output\":[{\"type\":"
          + "\"function_call\",\"call_id\":\"c\",\"name\":\"f\",\"arguments\":\"{}\"},{\"type\":"
          + "\"function_call_output\",\"call_id\":\"c\",\"output\":\"r\"},{\"type\":\"mcp_call\","
          + "\"id\":\"m\",\"name\":\"g\",\"arguments\":\"{}\",\"error\":\"no\"}]}";
  private static final String ATIF =
      "{\"schema_version\":\"ATIF-v1.7\",\"trajectory_id\":\"t\",\"agent\":{\"name\":\"a\","
          + "\"version\":\"1\"},\"steps\":[{\"step_id\":1,\"source\":\"user\",\"message\":\"Hi\"},"
          + "{\"step_id\":2,\"source\":\"agent\",\"message\":[{\"type\":\"text\",\"text\":\"x\"}],"
          + "\"tool_calls\":[{\"tool_call_id\":\"c\",\"function_name\":\"f\",\"arguments\":{}}],"
          + "\"observation\":{\"results\":[{\"source_call_id\":\"c\",\"content\":\"r\","
          + "\"subagent_trajectory_ref\":[{\"trajectory_id\":\"s\"}]}]},\"metrics\":"
          + "{\"prompt_tokens\":1}}],\"subagent_trajectories\":[{\"trajectory_id\":\"s\"}]}";
  private static final String VERIFIERS =
      "{\"task\":{\"type\":\"T\"},\"traces\":[{\"version\":1,\"id\":\"t\",\"nodes\":[{\"message\":"
          + "{\"role\":\"user\",\"content\":\"Hi\"}},{\"parent\":0,\"message\":{\"role\":\"assistant\","
          + "\"tool_calls\":[{\"id\":\"c\",\"name\":\"f\",\"arguments\":\"{}\"}]},\"sampled\":true,"
          + "\"token_ids\":[1],\"mask\":[true],\"logprobs\":[0.5],\"loss_weights\":{\"rl\":[1.0]}},"
          + "{\"parent\":1,\"message\":{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":\"r\"}}],"
          + "\"calls\":[{\"node\":1}],\"rewards\":{\"x\":{\"score\":1.0,\"weight\":0.5}}}]}";

  @TempDir Path directory;

  private TestingListener read(String text) throws IOException {
    return TestingListener.read(
        Files.writeString(directory.resolve("file"), text), ReviewSettings.DEFAULT);
  }

  @Test
  void linesMayEndAsInOtherSystemsAndBeBlank() throws IOException {
    TestingListener read = read("\ufeff" + HELLO + "\r\n\r\n\n" + HELLO.replace("\"a\"", "\"b\""));
    assertThat(read.rejected).isEmpty();
    assertThat(read.trajectories)
        .extracting(trajectory -> trajectory.source().substring(trajectory.source().indexOf(':')))
        .containsExactly(":1", ":4");
  }

  @Test
  void documentsOneAfterAnotherAreRecords() throws IOException {
    String pretty = HELLO.replace(",", ",\n  ").replace("{\"id\"", "{\n\"id\"");
    TestingListener read = read(pretty + "\n" + pretty + "\n");
    assertThat(read.rejected).isEmpty();
    assertThat(read.trajectories).hasSize(2);
    assertThat(read.trajectories.get(1).source()).endsWith("#2");
  }

  @Test
  void aListOfRecordsIsReadMemberByMember() throws IOException {
    for (String list :
        List.of("[" + HELLO + "," + HELLO + "]", "[\n" + HELLO + ",\n" + HELLO + "\n]\n")) {
      TestingListener read = read(list);
      assertThat(read.rejected).isEmpty();
      assertThat(read.trajectories).hasSize(2);
    }
  }

  @Test
  void aBrokenFirstLineCostsItselfToo() throws IOException {
    TestingListener read = read(HELLO.substring(0, 30) + "\n" + HELLO + "\n");
    assertThat(read.trajectories).hasSize(1);
    assertThat(read.rejected).singleElement().asString().contains(":1:", "ends inside");
  }

  @Test
  void aBrokenDocumentCostsTheRestOfTheFileAndNamesItsLine() throws IOException {
    TestingListener read = read("[\n" + HELLO + ",\n{\"id\": nonsense\n}]\n");
    assertThat(read.trajectories).hasSize(1);
    assertThat(read.rejected).singleElement().asString().contains(":3:", "not JSON");
  }

  @Test
  void brokenCharactersAndEndlessNestingAreProblemsOfTheirLine() throws IOException {
    Path file = directory.resolve("bytes");
    Files.write(
        file,
        (HELLO + "\n{\"id\":\"\u00e9\"}\n" + "[".repeat(5000) + "\n" + HELLO + "\n")
            .getBytes(StandardCharsets.ISO_8859_1));
    TestingListener read = TestingListener.read(file, ReviewSettings.DEFAULT);
    assertThat(read.trajectories).hasSize(2);
    assertThat(read.rejected).hasSize(2).allMatch(line -> line.contains("not JSON"));
  }

  @ParameterizedTest
  @ValueSource(strings = {CHAT, RESPONSES, ATIF, VERIFIERS})
  void whateverAFieldHoldsTheRecordIsReadOrRejected(String record) throws IOException {
    List<String> mutants = new ArrayList<>();
    for (String wrong : List.of("null", "7", "-1", "\"x\"", "[]", "{}", "[[]]", "{\"a\":[1]}")) {
      JsonNode whole = Json.mapper().readTree(record);
      mutate(whole, Json.mapper().readTree(wrong), whole, mutant -> mutants.add(mutant.toString()));
    }
    assertThat(mutants).hasSizeGreaterThan(100);
    mutants.add(0, record);
    TestingListener read = read(String.join("\n", mutants));
    assertThat(read.trajectories.size() + read.rejected.size())
        .isGreaterThanOrEqualTo(mutants.size() - read.notes.size());
    assertThat(read.rejected).allMatch(line -> line.lines().count() == 1);
  }

  /** Replaces every value below a node by a wrong one, one at a time. */
  private static void mutate(
      JsonNode at, JsonNode wrong, JsonNode whole, Consumer<JsonNode> mutants) {
    if (at instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      for (Iterator<String> fields = object.fieldNames(); fields.hasNext(); ) {
        names.add(fields.next());
      }
      for (String name : names) {
        JsonNode right = object.get(name);
        mutate(right, wrong, whole, mutants);
        object.set(name, wrong);
        mutants.accept(whole);
        object.set(name, right);
      }
    } else if (at instanceof ArrayNode array) {
      for (int index = 0; index < array.size(); index++) {
        JsonNode right = array.get(index);
        mutate(right, wrong, whole, mutants);
        array.set(index, wrong);
        mutants.accept(whole);
        array.set(index, right);
      }
    }
  }
}
