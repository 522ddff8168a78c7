package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Reference;
import org.sealflow.python.call.Method;

class SimulatorsTest {
  private static final Map<String, String> DOCUMENTS =
      Map.of(
          "GorillaFileSystem", "gorilla_file_system",
          "MathAPI", "math_api",
          "MessageAPI", "message_api",
          "TwitterAPI", "posting_api",
          "TicketAPI", "ticket_api",
          "TradingBot", "trading_bot",
          "TravelAPI", "travel_booking",
          "VehicleControlAPI", "vehicle_control");

  @Test
  void thereAreEightClassesWith128DifferentMethods() {
    Set<String> methods = new HashSet<>();
    for (SimulatorClass<?> type : Simulators.all()) {
      type.methods().forEach(method -> methods.add(method.name()));
    }
    assertThat(Simulators.all()).hasSize(8);
    assertThat(methods).hasSize(128);
  }

  @Test
  void classesAreFoundByNameAndByMethod() {
    assertThat(Simulators.named("MathAPI")).isSameAs(MathAPI.TYPE);
    assertThat(Simulators.withMethod("cat")).isSameAs(GorillaFileSystem.TYPE);
    assertThat(Simulators.withMethod("nothing")).isNull();
  }

  @Test
  void anUnknownClassIsRejectedWithTheNamesThereAre() {
    assertThatThrownBy(() -> Simulators.named("Gorilla"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Gorilla")
        .hasMessageContaining("VehicleControlAPI");
  }

  @Test
  void methodsAndParametersAreTheDocumentedOnes() {
    for (SimulatorClass<?> type : Simulators.all()) {
      Map<String, JsonNode> documents = new HashMap<>();
      Reference.forEachRow(
          "bfcl/multi_turn_func_doc/" + DOCUMENTS.get(type.name()) + ".json",
          row -> documents.put(row.get("name").asText(), row.get("parameters")));
      assertThat(type.methods())
          .extracting(Method::name)
          .containsExactlyInAnyOrderElementsOf(documents.keySet());
      for (Method<?> method : type.methods()) {
        assertParameters(
            type, method, Objects.requireNonNull(documents.get(method.name()), method.name()));
      }
    }
  }

  private static void assertParameters(
      SimulatorClass<?> type, Method<?> method, JsonNode document) {
    String name = type + "." + method.name();
    Set<String> documented = new HashSet<>();
    document.get("properties").fieldNames().forEachRemaining(documented::add);
    Set<String> required = new HashSet<>();
    document.get("required").forEach(field -> required.add(field.asText()));
    assertThat(method.parameters())
        .as(name)
        .extracting(Method.Parameter::name)
        .containsExactlyInAnyOrderElementsOf(documented);
    assertThat(method.parameters().stream().filter(p -> p.fallback() == null))
        .as(name)
        .extracting(Method.Parameter::name)
        .containsExactlyInAnyOrderElementsOf(required);
  }
}
