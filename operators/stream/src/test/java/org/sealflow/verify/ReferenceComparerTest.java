package org.sealflow.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The comparison finds what differs, down to one byte. */
class ReferenceComparerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LONG_TEXT = "{\"file_content\": \"" + "reed ".repeat(100) + "\"}";
  private static final Map<String, String> TEXTS = Map.of("5eed", LONG_TEXT);

  /** A row of a recording; what differs from a candidate is put in by the tests. */
  private static final String ROW =
      "{'tid':'row','exec':[[['{}','None'],['1']],[]],"
          + "'model_state':[{'TicketAPI':'ab12'},null],"
          + "'seal':{'progress':0.5,'failure_tags':['pass','empty_turn_model_response']},"
          + "'official':{'valid':false,'error_type':'multi_turn:empty_turn_model_response'},"
          + "'irrelevance':{'valid':true,'error_type':null}}";

  @Test
  void equalRowsAreEqual() {
    ReferenceComparer.Result result = compare(row(ROW), ROW);

    assertThat(result.isEqual()).isTrue();
    assertThat(result.compared())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "exec", 3,
                "exec shape", 1,
                "model_state", 1,
                "seal", 1,
                "official", 2,
                "irrelevance", 2));
  }

  @Test
  void oneByteOfOneResultIsFound() {
    assertThat(difference(ROW, ROW.replace("'None'", "'none'")))
        .isEqualTo("exec 0.0.1: expected None, found none");
  }

  @Test
  void oneByteOfAResultStoredApartIsFound() {
    JsonNode reference = row(ROW.replace("'None'", "{'$blob':'5eed','len':519}"));
    ObjectNode candidate = object(ROW);
    result(candidate, 1, LONG_TEXT);
    assertThat(compare(reference, candidate.toString()).isEqual()).isTrue();

    result(candidate, 1, LONG_TEXT.replaceFirst("reed reed", "reed  eed"));
    assertThat(compare(reference, candidate.toString()).differences()).containsOnlyKeys("row");
  }

  @Test
  void aResultTooFewIsFound() {
    assertThat(difference(ROW, ROW.replace("['{}','None']", "['{}']")))
        .startsWith("exec shape: expected [[2, 1], []], found [[1, 1], []]");
  }

  @Test
  void oneByteOfOneHashIsFound() {
    assertThat(difference(ROW, ROW.replace("ab12", "ab13"))).startsWith("model_state: ");
  }

  @Test
  void aStateWhereNoneIsExpectedIsFound() {
    assertThat(difference(ROW, ROW.replace("},null]", "},{}]"))).startsWith("model_state: ");
  }

  @Test
  void oneTagIsFound() {
    assertThat(difference(ROW, ROW.replace("['pass'", "['Pass'"))).startsWith("seal: ");
  }

  @Test
  void anIntegerIsNoFloat() {
    String whole = ROW.replace("0.5", "1.0");

    assertThat(difference(whole, whole.replace("1.0", "1"))).startsWith("seal: ");
  }

  @Test
  void oneVerdictIsFound() {
    assertThat(difference(ROW, ROW.replace("'valid':false", "'valid':true")))
        .isEqualTo("official.valid: expected false, found true");
    assertThat(difference(ROW, ROW.replace("'error_type':null", "'error_type':'x'")))
        .isEqualTo("irrelevance.error_type: expected null, found \"x\"");
  }

  @Test
  void aFieldThatIsNotThereIsFound() {
    ObjectNode candidate = object(ROW);
    candidate.remove("irrelevance");

    assertThat(difference(ROW, candidate.toString())).isEqualTo("irrelevance: not there");
  }

  @Test
  void aRowThatIsNotThereIsFound() {
    ReferenceComparer.Result result = compare(row(ROW), ROW.replace("'row'", "'other'"));

    assertThat(result.absent()).containsExactly("row");
    assertThat(result.isEqual()).isFalse();
  }

  @Test
  void noRowAtAllIsNotEqual() {
    assertThat(new ReferenceComparer(List.of(), TEXTS).compare(List.of()).isEqual()).isFalse();
  }

  @Test
  void aCellTheReferenceDoesNotRepeatIsSkipped() {
    ObjectNode reference = object(ROW);
    reference.putArray("unstable_cells").addArray().add(0).add(0).add(1);
    String other = ROW.replace("'None'", "'other'");

    assertThat(compare(reference, json(other)).isEqual()).isTrue();
    assertThat(compare(reference, json(other.replace("'{}'", "'{ }'"))).isEqual()).isFalse();
  }

  @Test
  void rowsWithARefusedCallStandApart() {
    List<JsonNode> reference = rows(100);
    List<String> candidates = new ArrayList<>();
    reference.forEach(row -> candidates.add(row.toString()));
    candidates.set(7, refused(reference.get(7)));
    candidates.set(8, refused(reference.get(8)));
    ReferenceComparer.Result result = new ReferenceComparer(reference, TEXTS).compare(candidates);

    assertThat(result.unsupported()).containsExactly("row7", "row8");
    assertThat(result.differences()).isEmpty();
    assertThat(result.isEqual()).isTrue();
  }

  @Test
  void moreThanTwoInAHundredRefusedRowsAreTooMany() {
    List<JsonNode> reference = rows(100);
    List<String> candidates = new ArrayList<>();
    reference.forEach(row -> candidates.add(row.toString()));
    List.of(7, 8, 9).forEach(i -> candidates.set(i, refused(reference.get(i))));

    assertThat(new ReferenceComparer(reference, TEXTS).compare(candidates).isEqual()).isFalse();
  }

  private static String difference(String reference, String candidate) {
    ReferenceComparer.Result result = compare(row(reference), candidate);
    assertThat(result.isEqual()).isFalse();
    return result.differences().get("row").get(0);
  }

  private static ReferenceComparer.Result compare(JsonNode reference, String candidate) {
    return new ReferenceComparer(List.of(reference), TEXTS).compare(List.of(json(candidate)));
  }

  private static List<JsonNode> rows(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> row(ROW.replace("'row'", "'row" + i + "'")))
        .toList();
  }

  /** The row with a wrong result, marked as refused. */
  private static String refused(JsonNode row) {
    ObjectNode candidate = row.deepCopy();
    result(candidate, 0, "Error during execution: unsupported expression: lambda");
    return candidate.put("unsupported", true).toString();
  }

  private static void result(ObjectNode row, int call, String text) {
    JsonNode firstStep = row.get("exec").get(0).get(0);
    ((ArrayNode) firstStep).set(call, text);
  }

  private static JsonNode row(String text) {
    return object(text);
  }

  private static ObjectNode object(String text) {
    try {
      return (ObjectNode) JSON.readTree(json(text));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /** Rows are written with single quotes here, to be readable. */
  private static String json(String text) {
    return text.contains("'") ? text.replace('\'', '"') : text;
  }
}
