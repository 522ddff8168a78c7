package org.sealflow.tau.telecom;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.PythonNumbers;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.state.Table;

/**
 * Carries the state of the user's line and bills from the agent's data to the phone's surroundings,
 * and payments back. It does not make the phone search for a network.
 */
final class TelecomSynchronisation {
  private static final String REQUEST = "payment_request";

  private TelecomSynchronisation() {}

  static void run(Database agentData, @Nullable Database userData) {
    Table surroundings = Objects.requireNonNull(userData).table("surroundings");
    Object number = surroundings.only().get("phone_number");
    if (number == null) {
      return;
    }
    Entity line = TelecomData.lineOfNumber(agentData, number);
    set(surroundings, "line_active", TelecomModels.ACTIVE.equals(line.get("status")));
    set(surroundings, "roaming_allowed", line.get("roaming_enabled"));
    Entity plan = TelecomData.plan(agentData, line.get("plan_id"));
    Object allowed = PythonNumbers.add(plan.get("data_limit_gb"), line.get("data_refueling_gb"));
    set(
        surroundings,
        "mobile_data_usage_exceeded",
        PythonNumbers.holds(line.get("data_used_gb"), Py.Order.GREATER_OR_EQUAL, allowed));
    if (surroundings.only().get(REQUEST) instanceof Entity request && request.flag("paid")) {
      Entity bill = TelecomData.bill(agentData, request.get("bill_id"));
      TelecomData.bills(agentData).edit(bill.text("bill_id")).set("status", TelecomModels.PAID);
      surroundings.editOnly().set(REQUEST, null);
    }
    if (surroundings.only().get(REQUEST) == null) {
      Entity customer = TelecomData.customerOfNumber(agentData, number);
      Entity bill = TelecomData.billIn(agentData, customer, TelecomModels.AWAITING_PAYMENT);
      if (bill != null) {
        surroundings
            .editOnly()
            .set(
                REQUEST,
                PhoneModels.PAYMENT_REQUEST.of(bill.get("bill_id"), bill.get("total_due"), false));
      }
    }
  }

  private static void set(Table surroundings, String field, @Nullable Object value) {
    if (!Objects.equals(surroundings.only().get(field), value)) {
      surroundings.editOnly().set(field, value);
    }
  }
}
