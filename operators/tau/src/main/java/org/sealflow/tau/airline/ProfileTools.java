package org.sealflow.tau.airline;

import java.util.List;
import java.util.Map;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;

/** Shows users and reservations; gives certificates. */
final class ProfileTools {
  private static final List<String> NEW_IDS =
      List.of("certificate_3221322", "certificate_3221323", "certificate_3221324");

  private ProfileTools() {}

  static Tool reservation() {
    return Tool.read(
        "get_reservation_details",
        "Show a reservation.",
        (data, arguments) -> AirlineData.reservation(data, arguments.get("reservation_id")),
        Parameter.text("reservation_id", "The reservation, for example '8JX2WO'."));
  }

  static Tool user() {
    return Tool.read(
        "get_user_details",
        "Show a user's profile, with payment methods and the ids of the reservations.",
        (data, arguments) -> AirlineData.user(data, arguments.get("user_id")),
        Parameter.text("user_id", "The user, for example 'sara_doe_496'."));
  }

  static Tool certificate() {
    return Tool.write(
        "send_certificate",
        "Give a user a certificate that pays for later bookings.",
        ProfileTools::certificate,
        Parameter.text("user_id", "The user, for example 'sara_doe_496'."),
        Parameter.integer("amount", "What the certificate is worth, in dollars."));
  }

  private static String certificate(Database data, BoundArguments arguments) {
    Object userId = arguments.get("user_id");
    Object amount = arguments.get("amount");
    Entity user = AirlineData.user(data, userId);
    Map<String, Object> methods = user.map("payment_methods");
    for (String id : NEW_IDS) {
      if (!methods.containsKey(id)) {
        Entity certificate = AirlineModels.CERTIFICATE.of("certificate", id, amount);
        AirlineData.users(data)
            .edit(user.text("user_id"))
            .map("payment_methods")
            .put(id, certificate);
        return "Certificate %s added to user %s with amount %s."
            .formatted(id, Python.str(userId), Python.str(amount));
      }
    }
    throw CallException.tool("Too many certificates");
  }
}
