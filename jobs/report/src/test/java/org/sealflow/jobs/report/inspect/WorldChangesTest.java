package org.sealflow.jobs.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorldChangesTest {
  private static ObjectNode between(String before, String after) {
    return WorldChanges.between(Map.of("Desk", before), Map.of("Desk", after));
  }

  @Test
  void equalStatesHaveNoChange() {
    assertThat(between("{\"a\":1}", "{\"a\":1}").path("changes")).isEmpty();
  }

  @Test
  void aChangeHasThePathToItsValue() {
    assertThat(between("{\"a\":{\"b\":[1,2]}}", "{\"a\":{\"b\":[1,3]}}").path("changes"))
        .hasToString("[{\"path\":\"Desk.a.b[1]\",\"before\":\"2\",\"after\":\"3\"}]");
  }

  @Test
  void whatOneSideLacksIsNullThere() {
    assertThat(between("{\"a\":[]}", "{\"a\":[7]}").path("changes"))
        .hasToString("[{\"path\":\"Desk.a[0]\",\"before\":null,\"after\":\"7\"}]");
  }

  @Test
  void wholeNumbersAndOthersDiffer() {
    assertThat(between("{\"a\":1}", "{\"a\":1.0}").path("changes")).hasSize(1);
  }

  @Test
  void manyChangesAreCountedAndLongValuesCut() {
    StringBuilder many = new StringBuilder("[");
    for (int i = 0; i < 250; i++) {
      many.append(i == 0 ? "" : ",").append('"').append("x".repeat(2_000)).append('"');
    }
    ObjectNode changes = between("{\"a\":[]}", "{\"a\":" + many + "]}");
    assertThat(changes.path("changes")).hasSize(200);
    assertThat(changes.path("leftOut").asInt()).isEqualTo(50);
    assertThat(changes.path("changes").path(0).path("after").asText().length()).isLessThan(1_100);
  }

  @Test
  void statesNestedDeeplyAreComparedToABound() {
    String deep = "{\"a\":".repeat(300);
    assertThat(between(deep + "1" + "}".repeat(300), deep + "2" + "}".repeat(300)).path("changes"))
        .hasSize(1);
  }
}
