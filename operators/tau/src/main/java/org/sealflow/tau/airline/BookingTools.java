package org.sealflow.tau.airline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/** Books and cancels reservations. */
final class BookingTools {
  private static final String NOW = "2024-05-15T15:00:00";
  private static final List<String> NEW_IDS = List.of("HATHAT", "HATHAU", "HATHAV");
  private static final long INSURANCE = 30;
  static final long BAG = 50;

  private BookingTools() {}

  static Tool book() {
    return Tool.write(
        "book_reservation",
        "Make a reservation for a user and charge the payment methods.",
        BookingTools::book,
        Parameter.text("user_id", "The user who books, for example 'sara_doe_496'."),
        Parameter.text("origin", "IATA code of the airport where the journey starts."),
        Parameter.text("destination", "IATA code of the airport where the journey goes."),
        Parameter.choice("flight_type", "One way or there and back.", "one_way", "round_trip"),
        Parameter.choice(
            "cabin", "The cabin of all flights.", "basic_economy", "economy", "business"),
        Parameter.objects("flights", "Objects with flight_number and date, in travel order."),
        Parameter.objects("passengers", "Objects with first_name, last_name and dob."),
        Parameter.objects(
            "payment_methods", "Objects with payment_id and amount; the amounts make the price."),
        Parameter.integer("total_baggages", "Number of checked bags."),
        Parameter.integer("nonfree_baggages", "Number of checked bags to be paid for."),
        Parameter.choice("insurance", "Whether to insure the journey.", "yes", "no"));
  }

  static Tool cancel() {
    return Tool.write(
        "cancel_reservation",
        "Cancel a whole reservation and refund its payments.",
        BookingTools::cancel,
        Parameter.text("reservation_id", "The reservation, for example 'ZFA04Y'."));
  }

  private static Entity book(Database data, BoundArguments arguments) {
    Object flights = AirlineData.records(arguments.get("flights"), AirlineModels.FLIGHT_INFO);
    Object passengers = AirlineData.records(arguments.get("passengers"), AirlineModels.PASSENGER);
    Object payments = AirlineData.records(arguments.get("payment_methods"), AirlineModels.PAYMENT);
    Object userId = arguments.get("user_id");
    Entity user = AirlineData.user(data, userId);
    Entity reservation =
        AirlineModels.RESERVATION.of(
            newId(data),
            userId,
            arguments.get("origin"),
            arguments.get("destination"),
            arguments.get("flight_type"),
            arguments.get("cabin"),
            new ArrayList<>(),
            passengers,
            payments,
            NOW,
            arguments.get("total_baggages"),
            arguments.get("nonfree_baggages"),
            arguments.get("insurance"),
            null);
    int count = Python.length(passengers);
    Object price = addFlights(data, reservation, flights, count);
    if (reservation.text("insurance").equals("yes")) {
      price = PythonNumbers.add(price, INSURANCE * count);
    }
    price = PythonNumbers.add(price, bagPrice(arguments.get("nonfree_baggages")));
    requirePayment(user, reservation.list("payment_history"), price);
    pay(AirlineData.users(data).edit(user.text("user_id")), reservation);
    takeSeats(data, reservation, count);
    AirlineData.reservations(data).put(reservation.text("reservation_id"), reservation);
    user = AirlineData.users(data).edit(user.text("user_id"));
    user.list("reservations").add(reservation.text("reservation_id"));
    return reservation;
  }

  private static String newId(Database data) {
    for (String id : NEW_IDS) {
      if (AirlineData.reservations(data).find(id) == null) {
        return id;
      }
    }
    throw CallException.tool("Too many reservations");
  }

  private static Object addFlights(
      Database data, Entity reservation, @Nullable Object flights, int passengers) {
    Object total = 0L;
    String cabin = reservation.text("cabin");
    for (Object flight : Python.iterate(flights)) {
      Python.attribute(flight, "flight_number");
      Entity info = (Entity) flight;
      Entity instance = AirlineData.bookable(data, info, cabin, passengers);
      Object price = instance.map("prices").get(cabin);
      reservation.list("flights").add(reserved(data, info, price));
      total = PythonNumbers.add(total, PythonNumbers.multiply(price, (long) passengers));
    }
    return total;
  }

  /** The entry of a reservation for a flight at a price. */
  static Entity reserved(Database data, Entity info, @Nullable Object price) {
    String number = info.text("flight_number");
    Entity flight = AirlineData.flights(data).find(number);
    if (flight == null) {
      throw CallException.tool("Flight " + number + " not found");
    }
    return AirlineModels.RESERVATION_FLIGHT.of(
        number, flight.get("origin"), flight.get("destination"), info.get("date"), price);
  }

  private static Object bagPrice(@Nullable Object bags) {
    if (!PythonNumbers.isNumber(bags)) {
      // A numeral passes the check of the reservation, but fifty of it are text.
      throw CallException.typeError("unsupported operand type(s) for +=: 'int' and 'str'");
    }
    return PythonNumbers.multiply(BAG, bags);
  }

  private static void requirePayment(Entity user, List<Object> payments, Object price) {
    Map<String, Object> methods = user.map("payment_methods");
    Object paid = 0L;
    for (Object entry : payments) {
      Entity payment = (Entity) entry;
      String id = payment.text("payment_id");
      Entity method = (Entity) methods.get(id);
      if (method == null) {
        throw CallException.tool("Payment method " + id + " not found");
      }
      Object amount = payment.get("amount");
      if (!isCreditCard(method)
          && PythonNumbers.holds(method.get("amount"), Py.Order.LESS, amount)) {
        throw CallException.tool("Not enough balance in payment method " + id);
      }
      paid = PythonNumbers.add(paid, amount);
    }
    if (!Python.equal(paid, price)) {
      throw CallException.tool(
          "Payment amount does not add up, total price is %s, but paid %s"
              .formatted(Python.str(price), Python.str(paid)));
    }
  }

  private static void pay(Entity user, Entity reservation) {
    Map<String, Object> methods = user.map("payment_methods");
    for (Object entry : reservation.list("payment_history")) {
      Entity payment = (Entity) entry;
      String id = payment.text("payment_id");
      Entity method = (Entity) methods.get(id);
      if (method == null) {
        throw CallException.noKey(id);
      }
      if (method.text("source").equals("gift_card")) {
        method.set("amount", PythonNumbers.subtract(method.get("amount"), payment.get("amount")));
      } else if (!isCreditCard(method)) {
        methods.remove(id);
      }
    }
  }

  private static void takeSeats(Database data, Entity reservation, int passengers) {
    String cabin = reservation.text("cabin");
    for (Object entry : reservation.list("flights")) {
      Entity booked = (Entity) entry;
      Entity flight = AirlineData.flights(data).edit(booked.text("flight_number"));
      if (flight.map("dates").get(booked.text("date")) instanceof Entity instance) {
        Map<String, Object> seats = instance.map("available_seats");
        seats.put(cabin, PythonNumbers.subtract(seats.get(cabin), (long) passengers));
      }
    }
  }

  static boolean isCreditCard(Entity method) {
    return method.text("source").equals("credit_card");
  }

  private static Entity cancel(Database data, BoundArguments arguments) {
    Entity found = AirlineData.reservation(data, arguments.get("reservation_id"));
    Entity reservation = AirlineData.reservations(data).edit(found.text("reservation_id"));
    List<Object> history = reservation.list("payment_history");
    for (Object entry : List.copyOf(history)) {
      Entity payment = (Entity) entry;
      Object amount = payment.get("amount");
      history.add(
          AirlineModels.PAYMENT.of(payment.get("payment_id"), PythonNumbers.subtract(0L, amount)));
    }
    reservation.set("status", "cancelled");
    return reservation;
  }
}
