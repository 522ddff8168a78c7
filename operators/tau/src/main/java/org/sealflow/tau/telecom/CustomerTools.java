package org.sealflow.tau.telecom;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;

/** Finds customers and shows records. */
final class CustomerTools {
  private CustomerTools() {}

  static Tool byPhone() {
    return Tool.read(
        "get_customer_by_phone",
        "Find the customer whose account or line has a phone number.",
        (data, arguments) -> TelecomData.customerOfNumber(data, arguments.get("phone_number")),
        Parameter.text("phone_number", "The number, for example '555-123-0000'."));
  }

  static Tool byId() {
    return Tool.read(
        "get_customer_by_id",
        "Show a customer.",
        (data, arguments) -> TelecomData.customer(data, arguments.get("customer_id")),
        TelecomData.CUSTOMER_ID);
  }

  static Tool byName() {
    return Tool.read(
        "get_customer_by_name",
        "Find customers by full name and date of birth.",
        CustomerTools::byName,
        Parameter.text("full_name", "First and last name."),
        Parameter.text("dob", "Date of birth, as 1990-12-31."));
  }

  static Tool details() {
    return Tool.read(
        "get_details_by_id",
        "Show the record of an id: a customer, line, bill, device or plan.",
        CustomerTools::details,
        Parameter.text("id", "The id; its first letter tells the kind of record."));
  }

  private static List<Entity> byName(Database data, BoundArguments arguments) {
    List<Entity> found = new ArrayList<>();
    for (Entity customer : data.table("customers").rows()) {
      if (Python.lower(customer.get("full_name")).equals(Python.lower(arguments.get("full_name")))
          && Python.equal(customer.get("date_of_birth"), arguments.get("dob"))) {
        found.add(customer);
      }
    }
    return found;
  }

  private static Entity details(Database data, BoundArguments arguments) {
    if (!(arguments.get("id") instanceof String id)) {
      throw CallException.noAttribute(Python.typeName(arguments.get("id")), "startswith");
    }
    return switch (id.isEmpty() ? ' ' : id.charAt(0)) {
      case 'L' -> TelecomData.line(data, id);
      case 'D' -> TelecomData.device(data, id);
      case 'B' -> TelecomData.bill(data, id);
      case 'C' -> TelecomData.customer(data, id);
      case 'P' -> TelecomData.plan(data, id);
      default -> throw CallException.tool("Unknown ID format or type: " + id);
    };
  }
}
