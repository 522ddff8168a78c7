package org.sealflow.tau.retail;

import static org.sealflow.tau.state.Types.BOOLEAN;
import static org.sealflow.tau.state.Types.NUMBER;
import static org.sealflow.tau.state.Types.TEXT;
import static org.sealflow.tau.state.Types.entity;
import static org.sealflow.tau.state.Types.listOf;
import static org.sealflow.tau.state.Types.literal;
import static org.sealflow.tau.state.Types.mapOf;
import static org.sealflow.tau.state.Types.tagged;

import java.util.Map;
import org.sealflow.tau.state.DatabaseModel;
import org.sealflow.tau.state.Model;

/** The records of the retail data. */
final class RetailModels {
  static final Model ADDRESS =
      Model.named("UserAddress")
          .with(TEXT, "address1", "address2", "city", "country", "state", "zip")
          .build();
  static final Model PAYMENT =
      Model.named("OrderPayment")
          .with(literal("payment", "refund"), "transaction_type")
          .with(NUMBER, "amount")
          .with(TEXT, "payment_method_id")
          .build();

  private static final Model VARIANT =
      Model.named("Variant")
          .with(TEXT, "item_id")
          .with(mapOf(TEXT), "options")
          .with(BOOLEAN, "available")
          .with(NUMBER, "price")
          .build();
  private static final Model PRODUCT =
      Model.named("Product")
          .with(TEXT, "name", "product_id")
          .with(mapOf(entity(VARIANT)), "variants")
          .build();
  private static final Model NAME =
      Model.named("UserName").with(TEXT, "first_name", "last_name").build();
  private static final Model CREDIT_CARD =
      Model.named("CreditCard")
          .with(literal("credit_card"), "source")
          .with(TEXT, "id", "brand", "last_four")
          .build();
  private static final Model GIFT_CARD =
      Model.named("GiftCard")
          .with(literal("gift_card"), "source")
          .with(TEXT, "id")
          .with(NUMBER, "balance")
          .build();
  private static final Model PAYPAL =
      Model.named("Paypal").with(literal("paypal"), "source").with(TEXT, "id").build();
  private static final Model USER =
      Model.named("User")
          .with(TEXT, "user_id")
          .with(entity(NAME), "name")
          .with(entity(ADDRESS), "address")
          .with(TEXT, "email")
          .with(
              mapOf(
                  tagged(
                      "source",
                      Map.of(
                          "credit_card", CREDIT_CARD, "gift_card", GIFT_CARD, "paypal", PAYPAL))),
              "payment_methods")
          .with(listOf(TEXT), "orders")
          .build();
  private static final Model ITEM =
      Model.named("OrderItem")
          .with(TEXT, "name", "product_id", "item_id")
          .with(NUMBER, "price")
          .with(mapOf(TEXT), "options")
          .build();
  private static final Model FULFILLMENT =
      Model.named("OrderFulfillment").with(listOf(TEXT), "tracking_id", "item_ids").build();
  private static final Model ORDER =
      Model.named("Order")
          .with(TEXT, "order_id", "user_id")
          .with(entity(ADDRESS), "address")
          .with(listOf(entity(ITEM)), "items")
          .with(TEXT, "status")
          .with(listOf(entity(FULFILLMENT)), "fulfillments")
          .with(listOf(entity(PAYMENT)), "payment_history")
          .nullable(TEXT, "cancel_reason")
          .nullable(listOf(TEXT), "exchange_items", "exchange_new_items")
          .nullable(TEXT, "exchange_payment_method_id")
          .nullable(NUMBER, "exchange_price_difference")
          .nullable(listOf(TEXT), "return_items")
          .nullable(TEXT, "return_payment_method_id")
          .build();

  static final DatabaseModel DATABASE =
      DatabaseModel.of(
          "RetailDB",
          DatabaseModel.map("products", PRODUCT),
          DatabaseModel.map("users", USER),
          DatabaseModel.map("orders", ORDER));

  private RetailModels() {}
}
