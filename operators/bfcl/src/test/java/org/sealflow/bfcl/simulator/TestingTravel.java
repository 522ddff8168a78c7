package org.sealflow.bfcl.simulator;

import java.time.LocalDate;
import java.util.Objects;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.call.Method;

/** A travel simulator with a user who holds three cards. */
final class TestingTravel {
  private TestingTravel() {}

  static final LocalDate TODAY = LocalDate.of(2026, 2, 28);

  static SharedWorld world() {
    return new SharedWorld(LongContext.none(), TODAY);
  }

  static TravelAPI empty() {
    return TravelAPI.TYPE.load(new PyDict(), false, world());
  }

  /** Three cards, none of them with a booking, and any further attributes. */
  static PyDict scenario(Object... more) {
    PyDict scenario =
        PyDict.of(
            "access_token",
            "abc",
            "token_expires_in",
            3600L,
            "user_first_name",
            "Ann",
            "user_last_name",
            "Lee",
            "budget_limit",
            1000.0,
            "credit_card_list",
            PyDict.of(
                "1",
                PyDict.of("card_number", "4111", "balance", 5000.0),
                "2",
                PyDict.of("balance", 900L),
                "3",
                PyDict.of("card_type", "Visa")),
            "booking_record",
            new PyDict());
    scenario.putAll(PyDict.of(more));
    return scenario;
  }

  static TravelAPI loggedIn(Object... more) {
    return TravelAPI.TYPE.load(scenario(more), false, world());
  }

  /** The result as Python prints it, or the text of the exception after {@code raises}. */
  static String call(TravelAPI travel, String name, Object... given) {
    Method<TravelAPI> method = Objects.requireNonNull(TravelAPI.TYPE.method(name), name);
    Object[] arguments = new Object[method.parameters().size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = i < given.length ? given[i] : method.parameters().get(i).fallback();
    }
    try {
      return Py.repr(method.body().call(travel, arguments));
    } catch (PyException e) {
      return "raises " + e.text();
    }
  }

  static String attribute(TravelAPI travel, String name) {
    return Py.repr(travel.publicState().get(TravelAPI.TYPE.publicAttributes().indexOf(name)));
  }

  static String error(String text) {
    return "{'error': " + Py.repr(text) + "}";
  }

  static String refused(String status, String text) {
    return "{'" + status + "': False, 'error': " + Py.repr(text) + "}";
  }

  static String book(TravelAPI travel, Object card, Object from, Object to) {
    return call(travel, "book_flight", "abc", card, "2024-01-01", from, to, "economy");
  }

  static String balance(TravelAPI travel, String card) {
    return call(travel, "get_credit_card_balance", "abc", card);
  }

  static String cost(Object from, Object to, Object date, Object travelClass) {
    return call(empty(), "get_flight_cost", from, to, date, travelClass);
  }
}
