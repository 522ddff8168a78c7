package org.sealflow.tau.telecom;

import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.tool.Tool;

/** The user's side of a payment. */
final class PaymentTools {
  private static final String REQUEST = "payment_request";

  private PaymentTools() {}

  static Tool check() {
    return Switches.read(
        "check_payment_request",
        "Look up whether the provider asked for a payment.",
        phone ->
            phone.surroundings().get(REQUEST) instanceof Entity request
                ? "You have a payment request for bill %s of %s USD."
                    .formatted(request.text("bill_id"), Python.str(request.get("amount_due")))
                : "No payment request has been made.");
  }

  static Tool pay() {
    return Switches.write("make_payment", "Pay what was asked for.", PaymentTools::pay);
  }

  private static String pay(Phone phone) {
    if (!(phone.surroundings().get(REQUEST) instanceof Entity request)) {
      return "You do not have a payment request.";
    }
    Entity paid = request.copy();
    paid.set("paid", true);
    phone.setSurroundings(REQUEST, paid);
    return "Payment of %s USD has been made for bill %s."
        .formatted(Python.str(request.get("amount_due")), request.text("bill_id"));
  }
}
