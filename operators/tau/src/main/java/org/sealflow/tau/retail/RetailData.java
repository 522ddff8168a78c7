package org.sealflow.tau.retail;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.python.PythonNumbers;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.state.Table;
import org.sealflow.tau.tool.Parameter;

/** Look-ups and bookings in the retail data that tools share. */
final class RetailData {
  static final Parameter ORDER_ID =
      Parameter.text("order_id", "The order with its leading hash, for example '#W0000000'.");

  private RetailData() {}

  static Table users(Database data) {
    return data.table("users");
  }

  static Table orders(Database data) {
    return data.table("orders");
  }

  static Table products(Database data) {
    return data.table("products");
  }

  static Entity order(Database data, @Nullable Object id) {
    return found(orders(data).find(id), "Order");
  }

  static Entity user(Database data, @Nullable Object id) {
    return found(users(data).find(id), "User");
  }

  static Entity product(Database data, @Nullable Object id) {
    return found(products(data).find(id), "Product");
  }

  static Entity variant(Database data, @Nullable Object productId, @Nullable Object itemId) {
    Entity product = product(data, productId);
    return found((Entity) product.map("variants").get(Python.hashable(itemId)), "Variant");
  }

  /** A payment method of a user. */
  static Entity method(Database data, @Nullable Object userId, @Nullable Object methodId) {
    Entity user = user(data, userId);
    return found(
        (Entity) user.map("payment_methods").get(Python.hashable(methodId)), "Payment method");
  }

  static Entity editOrder(Database data, Entity order) {
    return orders(data).edit(order.text("order_id"));
  }

  static boolean isGiftCard(Entity method) {
    return method.text("source").equals("gift_card");
  }

  /** Adds an amount, which may be negative, to a gift card's balance, rounded to cents. */
  static void credit(
      Database data, @Nullable Object userId, @Nullable Object methodId, Object amount) {
    Entity user = users(data).edit(user(data, userId).text("user_id"));
    Entity card = found((Entity) user.map("payment_methods").get(methodId), "Payment method");
    double balance = PythonNumbers.asDouble(PythonNumbers.add(card.get("balance"), amount));
    card.set("balance", PythonNumbers.round(balance, 2));
  }

  static boolean lacksBalance(Entity method, @Nullable Object amount) {
    return isGiftCard(method) && PythonNumbers.holds(method.get("balance"), Py.Order.LESS, amount);
  }

  /** The first id that is asked for more often than the order has it, or null. */
  static @Nullable Missing missing(Entity order, @Nullable Object itemIds) {
    for (Object id : Python.iterate(itemIds)) {
      if (count(itemIds, id) > inOrder(order, id)) {
        return new Missing(id);
      }
    }
    return null;
  }

  /** An id that the order does not have often enough. */
  record Missing(@Nullable Object id) {
    String text() {
      return Python.str(id);
    }
  }

  private static int count(@Nullable Object itemIds, @Nullable Object id) {
    if (itemIds instanceof String text) {
      return (int) Python.iterate(text).stream().filter(other -> other.equals(id)).count();
    }
    if (!(itemIds instanceof List<?> list)) {
      throw CallException.noAttribute(Python.typeName(itemIds), "count");
    }
    return (int) list.stream().filter(other -> Python.equal(other, id)).count();
  }

  private static int inOrder(Entity order, @Nullable Object id) {
    int count = 0;
    for (Object item : order.list("items")) {
      count += Python.equal(((Entity) item).get("item_id"), id) ? 1 : 0;
    }
    return count;
  }

  static Entity found(@Nullable Entity entity, String kind) {
    if (entity == null) {
      throw CallException.tool(kind + " not found");
    }
    return entity;
  }
}
