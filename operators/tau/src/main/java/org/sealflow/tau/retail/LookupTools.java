package org.sealflow.tau.retail;

import java.util.Map;
import java.util.TreeMap;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.python.PythonJsonText;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;

/** Finds users and shows records. */
final class LookupTools {
  private LookupTools() {}

  static Tool userByNameZip() {
    return Tool.read(
        "find_user_id_by_name_zip",
        "Find a user's id by first name, last name and zip code. Look by e-mail first.",
        LookupTools::userByNameZip,
        Parameter.text("first_name", "First name, for example 'John'."),
        Parameter.text("last_name", "Last name, for example 'Doe'."),
        Parameter.text("zip", "Zip code, for example '12345'."));
  }

  static Tool userByEmail() {
    return Tool.read(
        "find_user_id_by_email",
        "Find a user's id by e-mail address.",
        LookupTools::userByEmail,
        Parameter.text("email", "The address, for example 'someone@example.com'."));
  }

  static Tool order() {
    return Tool.read(
        "get_order_details",
        "Show an order with its items, payments and state.",
        (data, arguments) -> RetailData.order(data, arguments.get("order_id")),
        RetailData.ORDER_ID);
  }

  static Tool product() {
    return Tool.read(
        "get_product_details",
        "Show a product with all its variants.",
        (data, arguments) -> RetailData.product(data, arguments.get("product_id")),
        Parameter.text("product_id", "The product, which is not an item id."));
  }

  static Tool item() {
    return Tool.read(
        "get_item_details",
        "Show one variant of a product.",
        LookupTools::item,
        Parameter.text("item_id", "The item, which is not a product id."));
  }

  static Tool user() {
    return Tool.read(
        "get_user_details",
        "Show a user's profile, with payment methods and the ids of the orders.",
        (data, arguments) -> RetailData.user(data, arguments.get("user_id")),
        Parameter.text("user_id", "The user, for example 'sara_doe_496'."));
  }

  static Tool productTypes() {
    return Tool.read(
        "list_all_product_types",
        "List the names of all products with their ids.",
        (data, arguments) -> productTypes(data));
  }

  private static String userByNameZip(Database data, BoundArguments arguments) {
    String first = Python.lower(arguments.get("first_name"));
    Object last = arguments.get("last_name");
    Object zip = arguments.get("zip");
    for (Entity user : RetailData.users(data).rows()) {
      Entity name = user.entity("name");
      if (Python.lower(name.get("first_name")).equals(first)
          && Python.lower(name.get("last_name")).equals(Python.lower(last))
          && Python.equal(user.entity("address").get("zip"), zip)) {
        return user.text("user_id");
      }
    }
    throw CallException.tool("User not found");
  }

  private static String userByEmail(Database data, BoundArguments arguments) {
    String email = Python.lower(arguments.get("email"));
    for (Entity user : RetailData.users(data).rows()) {
      if (Python.lower(user.get("email")).equals(email)) {
        return user.text("user_id");
      }
    }
    throw CallException.tool("User not found");
  }

  private static Entity item(Database data, BoundArguments arguments) {
    Object id = Python.hashable(arguments.get("item_id"));
    for (Entity product : RetailData.products(data).rows()) {
      Object variant = product.map("variants").get(id);
      if (variant != null) {
        return (Entity) variant;
      }
    }
    throw CallException.tool("Item not found");
  }

  private static String productTypes(Database data) {
    Map<String, Object> ids = new TreeMap<>(PythonJsonText.BY_CODE_POINT);
    for (Entity product : RetailData.products(data).rows()) {
      ids.put(product.text("name"), product.text("product_id"));
    }
    return PythonJsonText.ofResult(ids);
  }
}
