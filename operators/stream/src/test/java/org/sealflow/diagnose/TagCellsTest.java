package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.schemas.Tag.CHECKER_ERROR;
import static org.sealflow.schemas.Tag.CORRECT_ABSTENTION;
import static org.sealflow.schemas.Tag.EMPTY_TURN_MODEL_RESPONSE;
import static org.sealflow.schemas.Tag.GT_ERROR;
import static org.sealflow.schemas.Tag.PASS;
import static org.sealflow.schemas.Tag.RESPONSE_MISMATCH;
import static org.sealflow.schemas.Tag.SPURIOUS_TOOL_CALL;
import static org.sealflow.schemas.Tag.STATE_MISMATCH;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Tag;

class TagCellsTest {
  /** Three observations as SEAL's state counts them. */
  private static final TagCells THREE =
      TagCells.EMPTY
          .observe("multi_turn_base", List.of(PASS, STATE_MISMATCH, STATE_MISMATCH), 0, false)
          .observe("", List.of(), 0.5, false)
          .observe("multi_turn_base", List.of(PASS, PASS, PASS), 1, true);

  @Test
  void everyOccurrenceOfATagIsAnObservation() {
    assertThat(THREE.tags())
        .isEqualTo(
            Map.of(
                "pass", new TagCell(4, 3, 3, 0),
                "state_mismatch", new TagCell(2, 0, 0, 0),
                "unknown", new TagCell(1, 0, 0.5, 1)));
    assertThat(THREE.categoryTags())
        .containsOnlyKeys(
            "_none::unknown", "multi_turn_base::pass", "multi_turn_base::state_mismatch")
        .containsEntry("multi_turn_base::pass", new TagCell(4, 3, 3, 0));
  }

  @Test
  void anEpisodeIsOneObservationOfItsCategory() {
    assertThat(THREE.categories())
        .isEqualTo(
            Map.of(
                "multi_turn_base", new TagCell(2, 1, 1, 0),
                "_none", new TagCell(1, 0, 0.5, 1)));
  }

  @Test
  void tagsCountWhereTheyStandInTheirEpisode() {
    TagCells cells = TagCells.EMPTY;
    cells = repeat(cells, 20, 0, STATE_MISMATCH, PASS, EMPTY_TURN_MODEL_RESPONSE);
    cells = repeat(cells, 10, 1, PASS, PASS, CORRECT_ABSTENTION);
    cells = repeat(cells, 6, 0, SPURIOUS_TOOL_CALL, RESPONSE_MISMATCH);
    cells = repeat(cells, 2, 0, CHECKER_ERROR, GT_ERROR);
    cells = repeat(cells, 2, 0);
    Map<String, Long> counts = new HashMap<>();
    cells.turnPositions().forEach((key, cell) -> counts.put(key, cell.count()));
    assertThat(counts)
        .isEqualTo(
            Map.ofEntries(
                Map.entry("early::state_mismatch", 20L),
                Map.entry("middle::pass", 30L),
                Map.entry("late::empty_turn_model_response", 20L),
                Map.entry("early::pass", 10L),
                Map.entry("late::correct_abstention", 10L),
                Map.entry("middle::spurious_tool_call", 6L),
                Map.entry("late::response_mismatch", 6L),
                Map.entry("middle::checker_error", 2L),
                Map.entry("late::gt_error", 2L),
                Map.entry("only::unknown", 2L)));
  }

  private static TagCells repeat(TagCells cells, int times, double reward, Tag... tags) {
    TagCells next = cells;
    for (int i = 0; i < times; i++) {
      next = next.observe("multi_turn_base", List.of(tags), reward, reward >= 1);
    }
    return next;
  }

  @Test
  void tablesListTheirKeysInOrder() {
    assertThat(THREE.tags().keySet()).containsExactly("pass", "state_mismatch", "unknown");
    assertThat(new TagCells(new HashMap<>(THREE.categories()), Map.of(), Map.of(), Map.of()))
        .extracting(cells -> List.copyOf(cells.categories().keySet()))
        .isEqualTo(List.of("_none", "multi_turn_base"));
  }

  @Test
  void anObservationLeavesTheTablesBeforeItAsTheyWere() {
    TagCells before = TagCells.EMPTY.observe("a", List.of(PASS), 1, true);
    before.observe("a", List.of(PASS), 1, true);
    assertThat(before.tags()).containsEntry("pass", new TagCell(1, 1, 1, 0));
  }

  @Test
  void aCompositeKeySplitsAtItsFirstSeparator() {
    assertThat(TagCells.key("multi_turn_base", "pass")).isEqualTo("multi_turn_base::pass");
    assertThat(TagCells.left("a::b::c")).isEqualTo("a");
    assertThat(TagCells.right("a::b::c")).isEqualTo("b::c");
    assertThat(TagCells.left("pass")).isEqualTo("pass");
    assertThat(TagCells.right("pass")).isEqualTo("unknown");
  }
}
