package org.sealflow.jobs.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedLinesTest {
  private static final String RECORD = "{\"id\":\"a\",\"task\":\"t\",\"turns\":[[[\"ls()\"]]]}";

  private static RecordedEpisode read(String line) throws UnreadableRecordException {
    byte[] content = line.getBytes(StandardCharsets.UTF_8);
    ReadSettings settings =
        new ReadSettings(
            RecordedFormat.CALLS,
            StepDecoder.AUTO,
            null,
            ReadSettings.DEFAULT_MODEL,
            false,
            "replay");
    return RecordedLines.read(
        new InputLine("calls.jsonl", 1, 0, content.length, content, content.length, ""), settings);
  }

  @Test
  void spaceAfterTheObjectIsNoRecord() throws UnreadableRecordException {
    assertThat(read(" " + RECORD + " \t\r").id()).isEqualTo("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void twoRecordsOnALineAreRefused(String between) {
    assertThatThrownBy(() -> read(RECORD + between + RECORD))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessage("the line holds more than one JSON object, expected one a line");
  }

  @Test
  void whatIsNoJsonAfterTheObjectIsRefused() {
    assertThatThrownBy(() -> read(RECORD + "]"))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageStartingWith("the line is no JSON object");
  }
}
