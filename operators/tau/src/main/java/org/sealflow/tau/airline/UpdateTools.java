package org.sealflow.tau.airline;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.python.PythonNumbers;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;

/** Changes bags, flights and passengers of a reservation. */
final class UpdateTools {
  private static final Parameter RESERVATION =
      Parameter.text("reservation_id", "The reservation, for example 'ZFA04Y'.");
  private static final Parameter PAYMENT =
      Parameter.text(
          "payment_id", "The method that pays the difference or gets it back, from the profile.");

  private UpdateTools() {}

  static Tool baggages() {
    return Tool.write(
        "update_reservation_baggages",
        "Change the number of checked bags of a reservation.",
        UpdateTools::baggages,
        RESERVATION,
        Parameter.integer("total_baggages", "Number of checked bags from now on."),
        Parameter.integer("nonfree_baggages", "Number of them that are paid for."),
        PAYMENT);
  }

  static Tool flights() {
    return Tool.write(
        "update_reservation_flights",
        "Replace all flights of a reservation, or its cabin.",
        UpdateTools::flights,
        RESERVATION,
        Parameter.choice("cabin", "The cabin from now on.", "basic_economy", "economy", "business"),
        Parameter.objects(
            "flights",
            "All flights from now on, kept ones included: objects with flight_number and date."),
        PAYMENT);
  }

  static Tool passengers() {
    return Tool.write(
        "update_reservation_passengers",
        "Change who travels on a reservation; the number of passengers stays.",
        UpdateTools::passengers,
        RESERVATION,
        Parameter.objects("passengers", "Objects with first_name, last_name and dob."));
  }

  private static Entity baggages(Database data, BoundArguments arguments) {
    Entity reservation = AirlineData.reservation(data, arguments.get("reservation_id"));
    Entity user = AirlineData.user(data, reservation.get("user_id"));
    Object more =
        PythonNumbers.subtract(
            arguments.get("nonfree_baggages"), reservation.get("nonfree_baggages"));
    Object price = PythonNumbers.multiply(BookingTools.BAG, PythonNumbers.max(0L, more));
    Entity payment = pay(data, user, arguments.get("payment_id"), price);
    reservation = edit(data, reservation);
    if (payment != null) {
      reservation.list("payment_history").add(payment);
    }
    reservation.set("total_baggages", arguments.get("total_baggages"));
    reservation.set("nonfree_baggages", arguments.get("nonfree_baggages"));
    return reservation;
  }

  private static Entity flights(Database data, BoundArguments arguments) {
    Object flights = AirlineData.records(arguments.get("flights"), AirlineModels.FLIGHT_INFO);
    Entity reservation = AirlineData.reservation(data, arguments.get("reservation_id"));
    Entity user = AirlineData.user(data, reservation.get("user_id"));
    Object cabin = arguments.get("cabin");
    Object count = (long) Python.length(reservation.get("passengers"));
    List<Object> entries = new ArrayList<>();
    Object price = 0L;
    for (Object flight : Python.iterate(flights)) {
      Python.attribute(flight, "flight_number");
      Entity info = (Entity) flight;
      Entity kept = kept(reservation, info, cabin);
      Object single =
          kept == null
              ? AirlineData.bookable(data, info, cabin, ((Long) count).intValue())
                  .map("prices")
                  .get(cabin)
              : kept.get("price");
      entries.add(BookingTools.reserved(data, info, single));
      price = PythonNumbers.add(price, PythonNumbers.multiply(single, count));
    }
    Object before = 0L;
    for (Object entry : reservation.list("flights")) {
      before = PythonNumbers.add(before, ((Entity) entry).get("price"));
    }
    price = PythonNumbers.subtract(price, PythonNumbers.multiply(before, count));
    Entity payment = pay(data, user, arguments.get("payment_id"), price);
    reservation = edit(data, reservation);
    if (payment != null) {
      reservation.list("payment_history").add(payment);
    }
    reservation.set("flights", entries);
    reservation.set("cabin", cabin);
    return reservation;
  }

  private static @Nullable Entity kept(Entity reservation, Entity info, @Nullable Object cabin) {
    if (!Python.equal(cabin, reservation.get("cabin"))) {
      return null;
    }
    for (Object entry : reservation.list("flights")) {
      Entity booked = (Entity) entry;
      if (booked.text("flight_number").equals(info.text("flight_number"))
          && booked.text("date").equals(info.text("date"))) {
        return booked;
      }
    }
    return null;
  }

  private static Entity passengers(Database data, BoundArguments arguments) {
    Object passengers = AirlineData.records(arguments.get("passengers"), AirlineModels.PASSENGER);
    Entity reservation = AirlineData.reservation(data, arguments.get("reservation_id"));
    if (Python.length(passengers) != Python.length(reservation.get("passengers"))) {
      throw CallException.tool("Number of passengers does not match");
    }
    reservation = edit(data, reservation);
    reservation.set("passengers", passengers);
    return reservation;
  }

  private static Entity edit(Database data, Entity reservation) {
    return AirlineData.reservations(data).edit(reservation.text("reservation_id"));
  }

  /** Charges a method; gives the entry of the payment history, or null if there is no price. */
  private static @Nullable Entity pay(
      Database data, Entity user, @Nullable Object methodId, Object price) {
    Entity method = (Entity) user.map("payment_methods").get(Python.hashable(methodId));
    if (method == null) {
      throw CallException.tool("Payment method not found");
    }
    String source = method.text("source");
    if (source.equals("certificate")) {
      throw CallException.tool("Certificate cannot be used to update reservation");
    }
    if (source.equals("gift_card")) {
      if (PythonNumbers.holds(method.get("amount"), Py.Order.LESS, price)) {
        throw CallException.tool("Gift card balance is not enough");
      }
      Entity owner = AirlineData.users(data).edit(user.text("user_id"));
      if (owner.map("payment_methods").get(methodId) instanceof Entity card) {
        card.set("amount", PythonNumbers.subtract(card.get("amount"), price));
      }
    }
    return Python.equal(price, 0L) ? null : AirlineModels.PAYMENT.of(methodId, price);
  }
}
