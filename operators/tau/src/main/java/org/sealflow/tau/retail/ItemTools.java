package org.sealflow.tau.retail;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.python.PythonJsonText;
import org.sealflow.tau.python.PythonNumbers;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;

/** Exchanges, replaces and takes back items of orders. */
final class ItemTools {
  private static final Parameter ITEMS =
      Parameter.texts("item_ids", "The items concerned; an item may occur several times.");
  private static final Parameter NEW_ITEMS =
      Parameter.texts("new_item_ids", "The items that take their places, in the same order.");
  private static final Parameter METHOD =
      Parameter.text("payment_method_id", "The method that pays a difference or gets it back.");

  private ItemTools() {}

  static Tool exchange() {
    return Tool.write(
        "exchange_delivered_order_items",
        "Ask for the exchange of delivered items for others of the same products. Works once per"
            + " order.",
        ItemTools::exchange,
        RetailData.ORDER_ID,
        ITEMS,
        NEW_ITEMS,
        METHOD);
  }

  static Tool modify() {
    return Tool.write(
        "modify_pending_order_items",
        "Replace items of an order that is not processed yet by others of the same products. Works"
            + " once per order.",
        ItemTools::modify,
        RetailData.ORDER_ID,
        ITEMS,
        NEW_ITEMS,
        METHOD);
  }

  static Tool giveBack() {
    return Tool.write(
        "return_delivered_order_items",
        "Ask for the return of delivered items.",
        ItemTools::giveBack,
        RetailData.ORDER_ID,
        ITEMS,
        Parameter.text(
            "payment_method_id",
            "The method that gets the refund: the original one, or a gift card."));
  }

  /**
   * The price difference of replacements.
   *
   * @param last the variant that was looked up last; null without items
   */
  private record Replacement(Object difference, @Nullable Entity last) {}

  private static Entity exchange(Database data, BoundArguments arguments) {
    Entity order = RetailData.order(data, arguments.get("order_id"));
    if (!order.text("status").equals("delivered")) {
      throw CallException.tool("Non-delivered order cannot be exchanged");
    }
    Object items = arguments.get("item_ids");
    Object newItems = arguments.get("new_item_ids");
    RetailData.Missing missing = RetailData.missing(order, items);
    if (missing != null) {
      throw CallException.tool("Number of " + missing.text() + " not found.");
    }
    requireSameLength(items, newItems, ".");
    Object difference = replaced(data, order, items, newItems, true).difference();
    if (difference instanceof Double number) {
      difference = PythonNumbers.round(number, 2);
    }
    Object methodId = arguments.get("payment_method_id");
    Entity method = RetailData.method(data, order.get("user_id"), methodId);
    if (RetailData.lacksBalance(method, difference)) {
      throw CallException.tool("Insufficient gift card balance to pay for the price difference");
    }
    List<Object> sorted = sorted(items);
    List<Object> newSorted = sorted(newItems);
    order = RetailData.editOrder(data, order);
    order.set("status", "exchange requested");
    order.set("exchange_items", sorted);
    order.set("exchange_new_items", newSorted);
    order.set("exchange_payment_method_id", methodId);
    order.set("exchange_price_difference", difference);
    return order;
  }

  private static Entity modify(Database data, BoundArguments arguments) {
    Entity order = RetailData.order(data, arguments.get("order_id"));
    if (!order.text("status").equals("pending")) {
      throw CallException.tool("Non-pending order cannot be modified");
    }
    Object items = arguments.get("item_ids");
    Object newItems = arguments.get("new_item_ids");
    RetailData.Missing missing = RetailData.missing(order, items);
    if (missing != null) {
      throw CallException.tool(missing.text() + " not found");
    }
    requireSameLength(items, newItems, "");
    Replacement replacement = replaced(data, order, items, newItems, false);
    Object difference = replacement.difference();
    Object methodId = arguments.get("payment_method_id");
    Entity method = RetailData.method(data, order.get("user_id"), methodId);
    if (RetailData.lacksBalance(method, difference)) {
      throw CallException.tool("Insufficient gift card balance to pay for the new item");
    }
    order = RetailData.editOrder(data, order);
    boolean payment = PythonNumbers.holds(difference, Py.Order.GREATER, 0L);
    order
        .list("payment_history")
        .add(
            RetailModels.PAYMENT.of(
                payment ? "payment" : "refund",
                Math.abs(PythonNumbers.asDouble(difference)),
                methodId));
    if (RetailData.isGiftCard(method)) {
      Object back = PythonNumbers.subtract(0L, difference);
      RetailData.credit(data, order.get("user_id"), methodId, back);
    }
    replaceItems(order, items, newItems, replacement.last());
    order.set("status", "pending (item modified)");
    return order;
  }

  /** Every replaced item gets price and options of the last new one: the benchmark's defect. */
  private static void replaceItems(
      Entity order, @Nullable Object items, @Nullable Object newItems, @Nullable Entity last) {
    List<?> ids = Python.iterate(items);
    List<?> newIds = Python.iterate(newItems);
    for (int i = 0; i < ids.size() && last != null; i++) {
      Entity item = firstItem(order, ids.get(i));
      if (item == null) {
        throw CallException.tool("Item " + Python.str(ids.get(i)) + " not found");
      }
      item.set("item_id", newIds.get(i));
      item.set("price", last.get("price"));
      item.set("options", last.get("options"));
    }
  }

  private static Entity giveBack(Database data, BoundArguments arguments) {
    Entity order = RetailData.order(data, arguments.get("order_id"));
    if (!order.text("status").equals("delivered")) {
      throw CallException.tool("Non-delivered order cannot be returned");
    }
    Object methodId = arguments.get("payment_method_id");
    Entity method = RetailData.method(data, order.get("user_id"), methodId);
    Entity first = (Entity) order.list("payment_history").get(0);
    if (!RetailData.isGiftCard(method) && !Python.equal(methodId, first.get("payment_method_id"))) {
      throw CallException.tool("Payment method should be the original payment method");
    }
    Object items = arguments.get("item_ids");
    if (RetailData.missing(order, items) != null) {
      throw CallException.tool("Some item not found");
    }
    List<Object> sorted = sorted(items);
    order = RetailData.editOrder(data, order);
    order.set("status", "return requested");
    order.set("return_items", sorted);
    order.set("return_payment_method_id", methodId);
    return order;
  }

  private static void requireSameLength(
      @Nullable Object items, @Nullable Object newItems, String stop) {
    if (Python.length(items) != Python.length(newItems)) {
      throw CallException.tool("The number of items to be exchanged should match" + stop);
    }
  }

  private static Replacement replaced(
      Database data,
      Entity order,
      @Nullable Object items,
      @Nullable Object newItems,
      boolean sameAllowed) {
    Object difference = 0L;
    Entity last = null;
    List<?> ids = Python.iterate(items);
    List<?> newIds = Python.iterate(newItems);
    for (int i = 0; i < ids.size(); i++) {
      if (!sameAllowed && Python.equal(ids.get(i), newIds.get(i))) {
        throw CallException.tool("The new item id should be different from the old item id");
      }
      Entity item = firstItem(order, ids.get(i));
      if (item == null) {
        throw CallException.tool("Item " + Python.str(ids.get(i)) + " not found");
      }
      last = RetailData.variant(data, item.get("product_id"), newIds.get(i));
      if (!last.flag("available")) {
        throw CallException.tool(
            "New item " + Python.str(newIds.get(i)) + " not found or available");
      }
      difference =
          PythonNumbers.add(
              difference, PythonNumbers.subtract(last.get("price"), item.get("price")));
    }
    return new Replacement(difference, last);
  }

  private static @Nullable Entity firstItem(Entity order, @Nullable Object id) {
    for (Object item : order.list("items")) {
      if (Python.equal(((Entity) item).get("item_id"), id)) {
        return (Entity) item;
      }
    }
    return null;
  }

  /** The ids, which are text because the order has them or a product does, by code point. */
  private static List<Object> sorted(@Nullable Object ids) {
    List<Object> sorted = new ArrayList<>(Python.iterate(ids));
    sorted.sort(
        (left, right) -> PythonJsonText.BY_CODE_POINT.compare((String) left, (String) right));
    return sorted;
  }
}
