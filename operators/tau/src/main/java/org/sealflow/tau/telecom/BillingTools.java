package org.sealflow.tau.telecom;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyNumbers;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.python.PythonNumbers;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;

/** Shows bills, asks for payments, sells data. */
final class BillingTools {
  private static final long USUAL_LIMIT = 12;

  private BillingTools() {}

  static Tool bills() {
    return Tool.read(
        "get_bills_for_customer",
        "List a customer's bills, newest first.",
        BillingTools::bills,
        TelecomData.CUSTOMER_ID,
        Parameter.integer("limit", "At most so many bills.").orElse(USUAL_LIMIT));
  }

  static Tool paymentRequest() {
    return Tool.write(
        "send_payment_request",
        "Ask a customer to pay a bill. Only one bill may wait for payment at a time.",
        BillingTools::paymentRequest,
        TelecomData.CUSTOMER_ID,
        Parameter.text("bill_id", "One of the customer's bills, for example 'B1234'."));
  }

  static Tool refuel() {
    return Tool.write(
        "refuel_data",
        "Sell more data for a line; the charge goes on the next bill.",
        BillingTools::refuel,
        TelecomData.CUSTOMER_ID,
        TelecomData.LINE_ID,
        Parameter.number("gb_amount", "Gigabytes to add."));
  }

  private static List<Entity> bills(Database data, BoundArguments arguments) {
    Entity customer = TelecomData.customer(data, arguments.get("customer_id"));
    List<Entity> bills = new ArrayList<>(TelecomData.bills(data, customer));
    bills.sort(Comparator.comparing((Entity bill) -> bill.text("issue_date")).reversed());
    return bills.subList(0, end(arguments.get("limit"), bills.size()));
  }

  /** Where a slice up to an index ends. */
  private static int end(@Nullable Object limit, int size) {
    if (limit == null) {
      return size;
    }
    if (!PythonNumbers.isInteger(limit)) {
      throw CallException.typeError(
          "slice indices must be integers or None or have an __index__ method");
    }
    boolean negative = PythonNumbers.holds(limit, Py.Order.LESS, 0L);
    Object end = negative ? PythonNumbers.add(limit, (long) size) : limit;
    if (end instanceof Boolean truth) {
      return Math.min(truth ? 1 : 0, size);
    }
    if (end instanceof BigInteger number) {
      return number.signum() < 0 ? 0 : size;
    }
    return (int) Math.max(0, Math.min((Long) end, size));
  }

  private static String paymentRequest(Database data, BoundArguments arguments) {
    Object customerId = arguments.get("customer_id");
    Object billId = arguments.get("bill_id");
    Entity customer = TelecomData.customer(data, customerId);
    if (TelecomData.billIn(data, customer, TelecomModels.AWAITING_PAYMENT) != null) {
      throw CallException.tool("A bill is already awaiting payment for this customer");
    }
    if (!customer.list("bill_ids").contains(billId)) {
      throw CallException.tool(
          "Bill %s not found for customer %s"
              .formatted(Python.str(billId), Python.str(customerId)));
    }
    Entity bill = TelecomData.bill(data, billId);
    TelecomData.bills(data)
        .edit(bill.text("bill_id"))
        .set("status", TelecomModels.AWAITING_PAYMENT);
    return "Payment request sent to the customer for bill " + Python.str(billId);
  }

  private static Map<String, Object> refuel(Database data, BoundArguments arguments) {
    Object amount = arguments.get("gb_amount");
    Entity line = TelecomData.targetLine(data, arguments);
    if (PythonNumbers.holds(amount, Py.Order.LESS_OR_EQUAL, 0L)) {
      throw CallException.tool("Refuel amount must be positive");
    }
    Object price = TelecomData.plan(data, line.get("plan_id")).get("data_refueling_price_per_gb");
    double charge = PythonNumbers.asDouble(PythonNumbers.multiply(amount, price));
    line = TelecomData.edit(data, line);
    line.set("data_refueling_gb", PythonNumbers.add(line.get("data_refueling_gb"), amount));
    String gigabytes = Python.str(amount);
    charge(
        data,
        TelecomData.customer(data, arguments.get("customer_id")),
        charge,
        "Data refueling: " + gigabytes + " GB at $" + Python.str(price) + "/GB");
    Map<String, Object> result = new LinkedHashMap<>();
    result.put(
        "message",
        "Successfully added %s GB of data for line %s for $%s"
            .formatted(gigabytes, line.text("line_id"), PyNumbers.fixed(charge, 2)));
    result.put("new_data_refueling_gb", line.get("data_refueling_gb"));
    result.put("charge", charge);
    return result;
  }

  /** Puts a charge on the customer's next bill. */
  private static void charge(Database data, Entity customer, double amount, String description) {
    Entity draft = TelecomData.billIn(data, customer, TelecomModels.DRAFT);
    if (draft == null) {
      draft =
          TelecomModels.BILL.of(
              "Bf%07d".formatted(data.drawNumber()),
              customer.get("customer_id"),
              "2025-03-01",
              "2025-03-31",
              "2025-03-01",
              0.0,
              "2025-03-15",
              new ArrayList<>(),
              TelecomModels.DRAFT);
      TelecomData.addBill(data, customer, draft);
    }
    Entity bill = TelecomData.bills(data).edit(draft.text("bill_id"));
    bill.list("line_items")
        .add(
            TelecomModels.LINE_ITEM.of(
                description, amount, TelecomData.TODAY, amount < 0 ? "Credit" : "Charge"));
    bill.set("total_due", PythonNumbers.add(bill.get("total_due"), amount));
  }
}
