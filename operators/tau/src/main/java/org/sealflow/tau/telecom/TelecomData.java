package org.sealflow.tau.telecom;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.state.Table;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;

/** Look-ups in the agent's data that tools share. */
final class TelecomData {
  static final String TODAY = "2025-02-25";

  static final Parameter CUSTOMER_ID =
      Parameter.text("customer_id", "The customer, for example 'C1234'.");
  static final Parameter LINE_ID =
      Parameter.text("line_id", "One of the customer's lines, for example 'L1234'.");

  private TelecomData() {}

  static Entity customer(Database data, @Nullable Object id) {
    return withId(data, "customers", "Customer", id);
  }

  static Entity line(Database data, @Nullable Object id) {
    return withId(data, "lines", "Line", id);
  }

  static Entity plan(Database data, @Nullable Object id) {
    return withId(data, "plans", "Plan", id);
  }

  static Entity device(Database data, @Nullable Object id) {
    return withId(data, "devices", "Device", id);
  }

  static Entity bill(Database data, @Nullable Object id) {
    return withId(data, "bills", "Bill", id);
  }

  static Table bills(Database data) {
    return data.table("bills");
  }

  static Entity edit(Database data, Entity line) {
    return data.table("lines").edit(line.text("line_id"));
  }

  /** The line that the arguments name, if it is the customer's. */
  static Entity targetLine(Database data, BoundArguments arguments) {
    Object customerId = arguments.get("customer_id");
    Object lineId = arguments.get("line_id");
    Entity customer = customer(data, customerId);
    if (!customer.list("line_ids").contains(lineId)) {
      throw CallException.tool(
          "Line %s not found for customer %s"
              .formatted(Python.str(lineId), Python.str(customerId)));
    }
    return line(data, lineId);
  }

  static Entity lineOfNumber(Database data, @Nullable Object number) {
    for (Entity line : data.table("lines").rows()) {
      if (Python.equal(line.get("phone_number"), number)) {
        return line;
      }
    }
    throw CallException.tool("Line with phone number " + Python.str(number) + " not found");
  }

  /** The customer who has the number, of the account or of a line. */
  static Entity customerOfNumber(Database data, @Nullable Object number) {
    for (Entity customer : data.table("customers").rows()) {
      if (Python.equal(customer.get("phone_number"), number)) {
        return customer;
      }
      for (Object lineId : customer.list("line_ids")) {
        if (Python.equal(line(data, lineId).get("phone_number"), number)) {
          return customer;
        }
      }
    }
    throw CallException.tool("Customer with phone number " + Python.str(number) + " not found");
  }

  /** The bills of a customer in the order of its list. */
  static List<Entity> bills(Database data, Entity customer) {
    List<Entity> bills = new ArrayList<>();
    for (Object id : customer.list("bill_ids")) {
      bills.add(bill(data, id));
    }
    return bills;
  }

  /** The first bill of a customer in a state, or null. */
  static @Nullable Entity billIn(Database data, Entity customer, String status) {
    for (Entity bill : bills(data, customer)) {
      if (status.equals(bill.get("status"))) {
        return bill;
      }
    }
    return null;
  }

  /** Adds a bill to a customer's. */
  static void addBill(Database data, Entity customer, Entity bill) {
    bills(data).put(bill.text("bill_id"), bill);
    data.table("customers")
        .edit(customer.text("customer_id"))
        .list("bill_ids")
        .add(bill.text("bill_id"));
  }

  private static Entity withId(Database data, String table, String kind, @Nullable Object id) {
    // The reference walks lists, so that keys of any type are only not found.
    Entity found = id instanceof String ? data.table(table).find(id) : null;
    if (found == null) {
      throw CallException.tool(kind + " with ID " + Python.str(id) + " not found");
    }
    return found;
  }
}
