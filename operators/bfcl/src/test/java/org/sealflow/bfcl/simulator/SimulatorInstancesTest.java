package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.python.call.CallOutcome.Status;
import org.sealflow.python.call.MethodTable;

class SimulatorInstancesTest {
  private static SimulatorInstances tickets(String side, PyDict configuration) {
    MethodTable methods = MethodTable.of(List.of(TicketAPI.TYPE));
    return new SimulatorInstances(
        ReferenceNames.of(side, "t_1", methods),
        methods,
        configuration,
        false,
        new SharedWorld(LongContext.none(), null));
  }

  @Test
  void instancesAreNamedAfterSideTaskAndClass() {
    SimulatorInstances side = tickets("org/model-1.5:x_ground_truth_eval", new PyDict());
    assertThat(side.execute("['logout (x)']").text())
        .contains("org_model_1_5_x_ground_truth_eval_t_1_TicketAPI_instance.logout(x)");
  }

  @Test
  void theScenarioIsCopiedAndAMissingOneIsEmpty() {
    PyList queue = new PyList();
    PyDict scenario = PyDict.of("ticket_queue", queue, "current_user", "ann");
    SimulatorInstances loaded = tickets("m_eval", PyDict.of("TicketAPI", scenario));
    assertThat(loaded.execute("create_ticket(title='new')").status()).isEqualTo(Status.RETURNED);
    assertThat(loaded.instances().get(0).publicState().get(0)).isNotEqualTo(queue);
    assertThat(queue.size()).isZero();
    assertThat(tickets("m_eval", new PyDict()).instances()).hasSize(1);
  }

  @Test
  void aScenarioThatIsNoObjectIsRejected() {
    assertThatThrownBy(() -> tickets("m_eval", PyDict.of("TicketAPI", 5L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("TicketAPI")
        .hasMessageContaining("5");
  }
}
