package org.sealflow.tau.retail;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.python.PythonNumbers;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;

/** Cancels orders, changes who pays for them and where orders and users live. */
final class OrderTools {
  private static final List<String> REASONS = List.of("no longer needed", "ordered by mistake");
  private static final Parameter[] ADDRESS = {
    Parameter.text("address1", "First line, for example '123 Main St'."),
    Parameter.text("address2", "Second line, for example 'Apt 1', or empty."),
    Parameter.text("city", "The city."),
    Parameter.text("state", "The state, for example 'CA'."),
    Parameter.text("country", "The country, for example 'USA'."),
    Parameter.text("zip", "The zip code.")
  };

  private OrderTools() {}

  static Tool cancel() {
    return Tool.write(
        "cancel_pending_order",
        "Cancel an order that is not processed yet, and refund it. The user must agree first.",
        OrderTools::cancel,
        RetailData.ORDER_ID,
        Parameter.choice(
            "reason", "Why the user cancels.", "no longer needed", "ordered by mistake"));
  }

  static Tool orderAddress() {
    return Tool.write(
        "modify_pending_order_address",
        "Change the delivery address of an order that is not processed yet.",
        OrderTools::orderAddress,
        withAddress(RetailData.ORDER_ID));
  }

  static Tool userAddress() {
    return Tool.write(
        "modify_user_address",
        "Change the default address of a user; orders keep theirs.",
        OrderTools::userAddress,
        withAddress(Parameter.text("user_id", "The user, for example 'sara_doe_496'.")));
  }

  static Tool payment() {
    return Tool.write(
        "modify_pending_order_payment",
        "Change the payment method of an order that is not processed yet.",
        OrderTools::payment,
        RetailData.ORDER_ID,
        Parameter.text("payment_method_id", "The new method, one of the user's profile."));
  }

  private static Parameter[] withAddress(Parameter first) {
    Parameter[] parameters = new Parameter[ADDRESS.length + 1];
    parameters[0] = first;
    System.arraycopy(ADDRESS, 0, parameters, 1, ADDRESS.length);
    return parameters;
  }

  private static Entity cancel(Database data, BoundArguments arguments) {
    Entity order = RetailData.order(data, arguments.get("order_id"));
    if (!order.text("status").equals("pending")) {
      throw CallException.tool("Non-pending order cannot be cancelled");
    }
    Object reason = Python.hashable(arguments.get("reason"));
    if (reason == null || !REASONS.contains(reason)) {
      throw CallException.tool("Invalid reason");
    }
    List<Entity> refunds = new ArrayList<>();
    for (Object entry : order.list("payment_history")) {
      Entity payment = (Entity) entry;
      Object methodId = payment.get("payment_method_id");
      Object amount = payment.present("amount");
      refunds.add(RetailModels.PAYMENT.of("refund", amount, methodId));
      Entity method = RetailData.method(data, order.get("user_id"), methodId);
      if (RetailData.isGiftCard(method)) {
        RetailData.credit(data, order.get("user_id"), methodId, amount);
      }
    }
    order = RetailData.editOrder(data, order);
    order.set("status", "cancelled");
    order.set("cancel_reason", reason);
    order.list("payment_history").addAll(refunds);
    return order;
  }

  private static Entity orderAddress(Database data, BoundArguments arguments) {
    Entity order = RetailData.order(data, arguments.get("order_id"));
    requirePending(order);
    Entity address = address(arguments);
    order = RetailData.editOrder(data, order);
    order.set("address", address);
    return order;
  }

  private static Entity userAddress(Database data, BoundArguments arguments) {
    Entity user = RetailData.user(data, arguments.get("user_id"));
    Entity address = address(arguments);
    user = RetailData.users(data).edit(user.text("user_id"));
    user.set("address", address);
    return user;
  }

  private static Entity address(BoundArguments arguments) {
    return RetailModels.ADDRESS.of(
        arguments.get("address1"),
        arguments.get("address2"),
        arguments.get("city"),
        arguments.get("country"),
        arguments.get("state"),
        arguments.get("zip"));
  }

  private static Entity payment(Database data, BoundArguments arguments) {
    Entity order = RetailData.order(data, arguments.get("order_id"));
    requirePending(order);
    Object methodId = arguments.get("payment_method_id");
    Object userId = order.get("user_id");
    Entity method = RetailData.method(data, userId, methodId);
    List<Object> history = order.list("payment_history");
    if (history.size() != 1
        || !((Entity) history.get(0)).text("transaction_type").equals("payment")) {
      throw CallException.tool("There should be exactly one payment for a pending order");
    }
    Entity paid = (Entity) history.get(0);
    Object oldId = paid.get("payment_method_id");
    if (Python.equal(oldId, methodId)) {
      throw CallException.tool("The new payment method should be different from the current one");
    }
    Object amount = paid.present("amount");
    if (RetailData.lacksBalance(method, amount)) {
      throw CallException.tool("Insufficient gift card balance to pay for the order");
    }
    order = RetailData.editOrder(data, order);
    order.list("payment_history").add(RetailModels.PAYMENT.of("payment", amount, methodId));
    order.list("payment_history").add(RetailModels.PAYMENT.of("refund", amount, oldId));
    if (RetailData.isGiftCard(method)) {
      RetailData.credit(data, userId, methodId, PythonNumbers.subtract(0L, amount));
    }
    if (RetailData.isGiftCard(RetailData.method(data, userId, oldId))) {
      RetailData.credit(data, userId, oldId, amount);
    }
    return order;
  }

  private static void requirePending(Entity order) {
    if (!order.text("status").contains("pending")) {
      throw CallException.tool("Non-pending order cannot be modified");
    }
  }
}
