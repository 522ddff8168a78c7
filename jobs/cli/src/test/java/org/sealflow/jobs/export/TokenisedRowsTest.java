package org.sealflow.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.TrainingSample;

class TokenisedRowsTest {
  private static JsonNode row(TrainingSample sample) throws Exception {
    return new ObjectMapper().readTree(TokenisedRows.line(sample).orElseThrow());
  }

  /** As TRL's data collator reads it: the loss is over the ids whose label is not -100. */
  private static String trainedText(JsonNode row) {
    assertThat(row.path("labels")).hasSize(row.path("input_ids").size());
    List<Integer> trained = new ArrayList<>();
    for (int i = 0; i < row.path("labels").size(); i++) {
      int label = row.path("labels").get(i).intValue();
      if (label != -100) {
        assertThat(label).isEqualTo(row.path("input_ids").get(i).intValue());
        trained.add(label);
      }
    }
    return TestingSamples.TOKENIZER.decode(trained.stream().mapToInt(id -> id).toArray());
  }

  @Test
  void ofAPassedEpisodeEveryAnswerIsALabel() throws Exception {
    assertThat(trainedText(row(TestingSamples.passed())))
        .isEqualTo("ls<|im_end|>cd<|im_end|>done<|im_end|>");
  }

  @Test
  void ofAFailedEpisodeTheTurnsBeforeTheRootCauseAreLabels() throws Exception {
    JsonNode row = row(TestingSamples.failed());

    assertThat(trainedText(row)).isEqualTo("ls<|im_end|>");
    assertThat(row.path("input_ids")).hasSize(TestingSamples.failed().getTokens().size());
    assertThat(row).hasSize(2);
  }

  @Test
  void anEpisodeWithoutAGoodTurnIsNoRow() {
    TrainingSample bad = TestingSamples.failed();
    bad.setAdvantages(bad.getAdvantages().stream().map(each -> Math.min(each, 0)).toList());

    assertThat(TokenisedRows.line(bad)).isEmpty();
  }
}
