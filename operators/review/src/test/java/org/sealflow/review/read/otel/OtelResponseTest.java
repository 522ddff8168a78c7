package org.sealflow.review.read.otel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;

/** A tool's response is any JSON; only a list of message parts is read as its texts. */
final class OtelResponseTest {
  @TempDir Path directory;

  private RecordedTrajectory read(String response) throws IOException {
    String messages =
        TestingTraces.USER
            + ","
            + TestingTraces.call("c")
            + ",{'role':'tool','parts':[{'type':'tool_call_response','id':'c','response':"
            + response
            + "}]}";
    return TestingTraces.read(
            directory,
            TestingTraces.span(
                1,
                0,
                Map.of(
                    "gen_ai.operation.name",
                    "chat",
                    "gen_ai.input.messages",
                    "[" + messages + "]")))
        .get(0);
  }

  private static String text(RecordedTrajectory trajectory) {
    return Objects.requireNonNull(trajectory.calls().get(0).result()).text();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{'text':'Order shipped','order_id':'W2378156'}]",
        "[{'order_id':'W1'}]",
        "[1,2]",
        "[]",
        "[{'type':'text','content':'a'}]",
        "['a',{'type':'gift','text':'b'}]"
      })
  void aListOfSomethingElseIsItsJson(String response) throws IOException {
    RecordedTrajectory trajectory = read(response);
    assertThat(text(trajectory)).isEqualTo(response.replace('\'', '"'));
    assertThat(trajectory.messages()).extracting(RecordedMessage::opaque).containsOnly(false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "['a','b']|ab|false",
        "[{'type':'text','text':'a'},'b']|ab|false",
        "[{'type':'text','text':'a'},{'type':'image'}]|a|true"
      })
  void aListOfPartsIsItsTexts(String response, String text, boolean opaque) throws IOException {
    RecordedTrajectory trajectory = read(response);
    assertThat(text(trajectory)).isEqualTo(text);
    assertThat(trajectory.messages().get(2).opaque()).isEqualTo(opaque);
  }
}
