package org.sealflow.tau.telecom;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.python.PythonNumbers;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;

/** Actions of task files on the agent's data, and assertions about them. */
final class TelecomFunctions {
  private static final double CLOSE = 1e-6;

  private TelecomFunctions() {}

  static List<Tool> all() {
    return List.of(
        function("set_data_usage", TelecomFunctions::setDataUsage, "data_used_gb"),
        function(
            "suspend_line_for_overdue_bill",
            TelecomFunctions::suspendForOverdueBill,
            "new_bill_id",
            "contract_ended"),
        function(
            "assert_data_refueling_amount", TelecomFunctions::refuelingAmount, "expected_amount"),
        function(
            "assert_line_status",
            (data, arguments) ->
                Python.equal(
                    TelecomData.targetLine(data, arguments).get("status"),
                    arguments.get("expected_status")),
            "expected_status"),
        Tool.function(
            "assert_overdue_bill_exists",
            TelecomFunctions::overdueBillExists,
            Parameter.any("customer_id"),
            Parameter.any("overdue_bill_id")),
        Tool.function(
            "assert_no_overdue_bill",
            TelecomFunctions::noOverdueBill,
            Parameter.any("overdue_bill_id")));
  }

  private static Tool function(String name, Tool.Body body, String... more) {
    Parameter[] parameters = new Parameter[more.length + 2];
    parameters[0] = TelecomData.CUSTOMER_ID;
    parameters[1] = TelecomData.LINE_ID;
    for (int i = 0; i < more.length; i++) {
      parameters[i + 2] = Parameter.any(more[i]);
    }
    return Tool.function(name, body, parameters);
  }

  private static @Nullable Object setDataUsage(Database data, BoundArguments arguments) {
    Entity line = TelecomData.targetLine(data, arguments);
    TelecomData.edit(data, line).set("data_used_gb", arguments.get("data_used_gb"));
    return null;
  }

  private static @Nullable Object suspendForOverdueBill(Database data, BoundArguments arguments) {
    Entity line = TelecomData.line(data, arguments.get("line_id"));
    if (!line.text("status").equals(TelecomModels.ACTIVE)) {
      throw CallException.tool("Line must be active to suspend for unpaid bill");
    }
    Entity customer = TelecomData.customer(data, arguments.get("customer_id"));
    if (TelecomData.billIn(data, customer, TelecomModels.OVERDUE) != null) {
      throw CallException.tool("Customer already has an overdue bill");
    }
    Object price = TelecomData.plan(data, line.get("plan_id")).get("price_per_month");
    List<Object> items = new ArrayList<>();
    items.add(
        TelecomModels.LINE_ITEM.of(
            "Charge for line " + line.text("line_id"), price, TelecomData.TODAY, "Charge"));
    Entity bill =
        TelecomModels.BILL.of(
            arguments.get("new_bill_id"),
            customer.get("customer_id"),
            "2025-01-01",
            "2025-01-31",
            "2025-01-01",
            price,
            "2025-01-15",
            items,
            TelecomModels.OVERDUE);
    TelecomData.addBill(data, customer, bill);
    line = TelecomData.edit(data, line);
    line.set("status", TelecomModels.SUSPENDED);
    line.set("suspension_start_date", TelecomData.TODAY);
    if (Boolean.TRUE.equals(arguments.get("contract_ended"))) {
      line.set("contract_end_date", "2025-01-31");
    }
    return null;
  }

  private static boolean refuelingAmount(Database data, BoundArguments arguments) {
    Entity line = TelecomData.targetLine(data, arguments);
    double difference =
        PythonNumbers.asDouble(
            PythonNumbers.subtract(
                line.get("data_refueling_gb"), arguments.get("expected_amount")));
    return Math.abs(difference) < CLOSE;
  }

  private static boolean overdueBillExists(Database data, BoundArguments arguments) {
    Entity customer = TelecomData.customer(data, arguments.get("customer_id"));
    Object id = arguments.get("overdue_bill_id");
    for (Entity bill : TelecomData.bills(data, customer)) {
      if (Python.equal(bill.get("bill_id"), id)) {
        if (!TelecomModels.OVERDUE.equals(bill.get("status"))) {
          throw CallException.tool("Overdue bill " + Python.str(id) + " is not overdue");
        }
        return true;
      }
    }
    throw CallException.tool("Overdue bill " + Python.str(id) + " not found");
  }

  private static boolean noOverdueBill(Database data, BoundArguments arguments) {
    Object id = arguments.get("overdue_bill_id");
    Entity bill = id instanceof String ? TelecomData.bills(data).find(id) : null;
    return bill == null || TelecomModels.PAID.equals(bill.get("status"));
  }
}
