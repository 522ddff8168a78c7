package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.bfcl.simulator.TestingTravel.attribute;
import static org.sealflow.bfcl.simulator.TestingTravel.balance;
import static org.sealflow.bfcl.simulator.TestingTravel.book;
import static org.sealflow.bfcl.simulator.TestingTravel.call;
import static org.sealflow.bfcl.simulator.TestingTravel.cost;
import static org.sealflow.bfcl.simulator.TestingTravel.empty;
import static org.sealflow.bfcl.simulator.TestingTravel.error;
import static org.sealflow.bfcl.simulator.TestingTravel.loggedIn;
import static org.sealflow.bfcl.simulator.TestingTravel.refused;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PyTuple;
import org.sealflow.python.call.Method;

class TravelAPITest {
  private static final List<String> TOKEN_METHODS =
      List.of(
          "get_credit_card_balance",
          "retrieve_invoice",
          "get_booking_history",
          "set_budget_limit",
          "cancel_booking",
          "book_flight",
          "purchase_insurance",
          "register_credit_card");

  @Test
  void attributesAndMethodsAreThoseOfTheReference() {
    TravelAPI travel = empty();
    assertThat(TravelAPI.TYPE.publicAttributes())
        .containsExactly(
            "credit_card_list",
            "booking_record",
            "access_token",
            "token_type",
            "token_expires_in",
            "token_scope",
            "user_first_name",
            "user_last_name",
            "budget_limit",
            "long_context");
    assertThat(Py.repr(new PyList(travel.publicState())))
        .isEqualTo("[{}, {}, None, None, None, None, None, None, None, False]");
    assertThat(travel.type().methods()).hasSize(18);
    assertThat(travel.privateState())
        .containsExactly(0L)
        .hasSameSizeAs(TravelAPI.TYPE.privateAttributes());
  }

  @Test
  void parametersOfInsuranceStandInTheOrderOfTheCode() {
    Method<TravelAPI> method = Objects.requireNonNull(TravelAPI.TYPE.method("purchase_insurance"));
    assertThat(method.parameters())
        .extracting(Method.Parameter::name)
        .containsExactly(
            "access_token", "insurance_type", "booking_id", "insurance_cost", "card_id");
  }

  @Test
  void withoutAnAccountOnlyNoneIsTheRightToken() {
    TravelAPI travel = empty();
    assertThat(call(travel, "travel_get_login_status")).isEqualTo("{'status': False}");
    assertThat(call(travel, "get_credit_card_balance", "x", "1"))
        .isEqualTo(error("Invalid access token"));
    assertThat(call(travel, "get_credit_card_balance", PyNone.NONE, "1"))
        .isEqualTo(error("Card not registered. Here are a list of card_id's: []"));
    assertThat(call(travel, "get_booking_history", PyNone.NONE))
        .isEqualTo("{'booking_history': {}}");
    assertThat(call(travel, "register_credit_card", PyNone.NONE, "1", "2", "3", 4L))
        .isEqualTo(error("Token not initialized"));
  }

  @Test
  void authenticationNeverFailsAndDrawsANewToken() {
    TravelAPI travel = empty();
    assertThat(call(travel, "authenticate_travel", "c", "s", "r", "read_write", "Ann", "Lee"))
        .isEqualTo(
            "{'expires_in': 2, 'access_token': '251675', 'token_type': 'Bearer', 'scope':"
                + " 'read_write'}");
    assertThat(call(travel, "travel_get_login_status")).isEqualTo("{'status': True}");
    assertThat(call(travel, "authenticate_travel", "", "", "", 5L, true, PyNone.NONE))
        .endsWith("'scope': 5}")
        .doesNotContain("251675");
    assertThat(attribute(travel, "token_expires_in")).isEqualTo("2");
    assertThat(attribute(travel, "user_first_name")).isEqualTo("True");
    assertThat(attribute(travel, "user_last_name")).isEqualTo("None");
  }

  @Test
  void drawsShareOneSequence() {
    TravelAPI travel = empty();
    call(travel, "authenticate_travel", "c", "s", "r", "read_write", "Ann", "Lee");
    List<Object> drawn = travel.privateState();
    assertThat(drawn).isNotEqualTo(empty().privateState());
    assertThat(call(travel, "register_credit_card", "bad", "4111", "12/2026", "Ann Lee", 123L))
        .isEqualTo(error("Invalid access token"));
    assertThat(travel.privateState()).isEqualTo(drawn);
    assertThat(call(travel, "register_credit_card", "251675", "4111", "12/2026", "Ann Lee", 123L))
        .isEqualTo("{'card_id': '391310425148'}");
    assertThat(call(travel, "get_all_credit_cards"))
        .isEqualTo(
            "{'credit_card_list': {'391310425148': {'card_number': '4111', 'expiration_date':"
                + " '12/2026', 'cardholder_name': 'Ann Lee', 'card_verification_number': 123,"
                + " 'balance': 58617}}}");
    assertThat(call(travel, "authenticate_travel", "c", "s", "r", "whatever", "Bob", "Lee"))
        .contains("'299495'");
  }

  @Test
  void seedOfTheScenarioChangesTheDraws() {
    assertThat(
            call(loggedIn("random_seed", 7L), "authenticate_travel", "c", "s", "r", "g", "A", "B"))
        .doesNotContain("251675");
  }

  @Test
  void newCardIsHeldAgainstCardIdsNotCardNumbers() {
    TravelAPI travel = loggedIn();
    assertThat(call(travel, "register_credit_card", "abc", "1", "1", "n", 1L))
        .isEqualTo(error("Card already registered"));
    assertThat(call(travel, "register_credit_card", "abc", "4111", "1", "n", 1L))
        .startsWith("{'card_id': ");
    assertThat(call(travel, "register_credit_card", "abc", new PyList(), "1", "n", 1L))
        .isEqualTo("raises unhashable type: 'list'");
  }

  @Test
  void expiredTokenIsReportedBeforeAnythingElse() {
    TravelAPI travel = loggedIn("token_expires_in", 0L);
    assertThat(call(travel, "travel_get_login_status")).isEqualTo("{'status': False}");
    for (String method : TOKEN_METHODS) {
      assertThat(call(travel, method, "bad", "b", "c", "d", "e", "f"))
          .as(method)
          .contains("'error': 'Token expired'");
    }
    assertThat(call(travel, "contact_customer_support", "x", "y"))
        .isEqualTo(error("Booking not found"));
    assertThat(call(travel, "get_flight_cost", "SFO", "LAX", "2024-01-01", "economy"))
        .isEqualTo("{'travel_cost_list': [400.0]}");
  }

  @Test
  void wrongTokenChangesNothing() {
    TravelAPI travel = loggedIn();
    String before = Py.repr(new PyList(travel.publicState()));
    for (String method : TOKEN_METHODS) {
      assertThat(call(travel, method, PyList.of("abc"), "1", "c", "d", "e", "f"))
          .as(method)
          .contains("'error': 'Invalid access token'");
    }
    assertThat(Py.repr(new PyList(travel.publicState()))).isEqualTo(before);
    assertThat(travel.privateState()).containsExactly(0L);
  }

  @Test
  void fiscalYearIgnoresItsArguments() {
    assertThat(call(empty(), "get_budget_fiscal_year")).isEqualTo("{'budget_fiscal_year': '2018'}");
    assertThat(call(empty(), "get_budget_fiscal_year", "2020", 1L))
        .isEqualTo("{'budget_fiscal_year': '2018'}");
  }

  @Test
  void flightCostIsFareTimesClassTimesDate() {
    Map.of(
            "SFO LAX 2024-01-01 economy", 400.0,
            "SFO LAX 2024-01-02 economy", 200.0,
            "SFO LAX 2024-01-01 business", 800.0,
            "SFO LAX 2024-01-01 first", 2000.0,
            "LAX SFO 2024-01-02 economy", 100.0,
            "OKD LAX 2024-01-02 economy", 220.0,
            "JFK PVG 2024-01-02 economy", 950.0)
        .forEach(
            (trip, expected) -> {
              List<String> words = List.of(trip.split(" ", -1));
              assertThat(cost(words.get(0), words.get(1), words.get(2), words.get(3)))
                  .as(trip)
                  .isEqualTo("{'travel_cost_list': [" + expected + "]}");
            });
  }

  @Test
  void onlyDigitsOfTheDateCountAndAnyIterableIsADate() {
    assertThat(cost("LHR", "CDG", "Jan 1", "economy")).contains("[100.0]");
    assertThat(cost("LHR", "CDG", "", "economy")).contains("[200.0]");
    assertThat(cost("LHR", "CDG", "\u0663", "economy")).contains("[100.0]");
    assertThat(cost("LHR", "CDG", new PyList(), "economy")).contains("[200.0]");
    assertThat(cost("LHR", "CDG", PyList.of("1", "x", "2"), "economy")).contains("[100.0]");
    assertThat(cost("LHR", "CDG", 20240101L, "economy"))
        .isEqualTo("raises 'int' object is not iterable");
    assertThat(cost("LHR", "CDG", PyList.of(1L), "economy"))
        .isEqualTo("raises 'int' object has no attribute 'isdigit'");
    assertThat(cost("LHR", "CDG", "\u00b2", "economy"))
        .isEqualTo("raises invalid literal for int() with base 10: '\u00b2'");
  }

  @Test
  void routeIsTestedBeforeClassAndClassBeforeDate() {
    String noRoute = "raises No available route for the given airports.";
    String noClass = "raises Invalid travel class. Options are: economy, business, first.";
    assertThat(cost("LAX", "CDG", 1L, "bad")).isEqualTo(noRoute);
    assertThat(cost("lax", "SFO", "", "economy")).isEqualTo(noRoute);
    assertThat(cost("CDG", "LHR", "", "economy")).isEqualTo(noRoute);
    assertThat(cost(7L, PyTuple.of("SFO"), "", "economy")).isEqualTo(noRoute);
    assertThat(cost("USD", "RMB", "", "economy")).isEqualTo(noRoute);
    assertThat(cost("SFO", PyList.of(), "", "economy")).isEqualTo("raises unhashable type: 'list'");
    assertThat(cost(new PyDict(), PyList.of(), "", "economy"))
        .isEqualTo("raises unhashable type: 'dict'");
    assertThat(cost("SFO", "LAX", 1L, "Economy")).isEqualTo(noClass);
    assertThat(cost("SFO", "LAX", "", PyList.of("economy"))).isEqualTo(noClass);
  }

  @Test
  void bookingIsRefusedForTheFirstReasonThatHolds() {
    TravelAPI travel = loggedIn();
    assertThat(book(travel, "9", "?", "?"))
        .isEqualTo(refused("booking_status", "Card not registered"));
    assertThat(book(travel, "3", "?", "?"))
        .isEqualTo(refused("booking_status", "Balance not found"));
    assertThat(book(travel, "1", PyList.of(), "?"))
        .isEqualTo(refused("booking_status", "Invalid departure airport code: []"));
    assertThat(book(travel, "1", "JFK", "PVG"))
        .isEqualTo(refused("booking_status", "Invalid destination airport code: PVG"));
    assertThat(book(travel, "1", "SFO", "HND"))
        .isEqualTo(refused("booking_status", "No available route for the given airports."));
    assertThat(book(travel, PyList.of("1"), "SFO", "LAX"))
        .isEqualTo("raises unhashable type: 'list'");
    assertThat(call(travel, "get_booking_history", "abc")).isEqualTo("{'booking_history': {}}");
    assertThat(travel.privateState()).containsExactly(0L);
  }

  @Test
  void bookingNeedsARealDateAndThenAClass() {
    TravelAPI travel = loggedIn();
    for (String date : List.of("01/01/2024", "2024-02-30", " 2024-01-01", "x")) {
      assertThat(call(travel, "book_flight", "abc", "1", date, "SFO", "LAX", "bad"))
          .as(date)
          .isEqualTo(refused("booking_status", "Invalid date format. Use YYYY-MM-DD."));
    }
    assertThat(call(travel, "book_flight", "abc", "1", true, "SFO", "LAX", "economy"))
        .isEqualTo("raises strptime() argument 1 must be str, not bool");
    assertThat(call(travel, "book_flight", "abc", "1", "2024-1-1", "SFO", "HND", "Economy"))
        .contains("Invalid travel class. Must be one of {");
    assertThat(call(travel, "book_flight", "abc", "1", "2024-1-1", "SFO", "LAX", PyList.of("a")))
        .isEqualTo("raises unhashable type: 'list'");
  }

  @Test
  void balanceHasToCoverTheCostAndTheBudgetLimit() {
    TravelAPI travel = loggedIn();
    assertThat(call(travel, "book_flight", "abc", "2", "2024-01-01", "SFO", "LAX", "first"))
        .isEqualTo(refused("booking_status", "Insufficient funds"));
    assertThat(book(travel, "2", "SFO", "LAX"))
        .isEqualTo(refused("booking_status", "Balance is less than budget limit"));
    TravelAPI unlimited = loggedIn("budget_limit", PyNone.NONE);
    assertThat(book(unlimited, "2", "SFO", "LAX")).contains("'booking_status': True");
    assertThat(balance(unlimited, "2")).isEqualTo("{'card_balance': 500.0}");
  }

  @Test
  void bookingPaysAndIsKeptAsAsked() {
    TravelAPI travel = loggedIn();
    assertThat(book(travel, "1", "SFO", "LAX"))
        .isEqualTo(
            "{'booking_id': '3426812', 'transaction_id': '45451592', 'booking_status': True,"
                + " 'booking_history': {}}");
    assertThat(balance(travel, "1")).isEqualTo("{'card_balance': 4600.0}");
    assertThat(call(travel, "get_booking_history", "abc"))
        .isEqualTo(
            "{'booking_history': {'3426812': {'card_id': '1', 'travel_date': '2024-01-01',"
                + " 'travel_from': 'SFO', 'travel_to': 'LAX', 'travel_class': 'economy',"
                + " 'travel_cost': 400.0, 'transaction_id': '45451592'}}}");
    assertThat(call(travel, "retrieve_invoice", "abc", "3426812"))
        .isEqualTo(
            "{'invoice': {'booking_id': '3426812', 'travel_date': '2024-01-01', 'travel_from':"
                + " 'SFO', 'travel_to': 'LAX', 'travel_class': 'economy', 'travel_cost': 400.0,"
                + " 'transaction_id': '45451592'}}");
  }

  @Test
  void balanceOfAnUnknownCardListsTheKnownOnes() {
    TravelAPI travel = loggedIn();
    assertThat(balance(travel, "77"))
        .isEqualTo(error("Card not registered. Here are a list of card_id's: ['1', '2', '3']"));
    assertThat(balance(travel, "3")).isEqualTo("raises 'balance'");
    assertThat(balance(travel, "2")).isEqualTo("{'card_balance': 900}");
    assertThat(call(travel, "get_credit_card_balance", "abc", 1L)).contains("Card not registered.");
  }

  @Test
  void invoiceOfAnIncompleteBookingNamesItsFirstMissingField() {
    TravelAPI travel = loggedIn("booking_record", PyDict.of("55", PyDict.of("travel_cost", 5L)));
    assertThat(call(travel, "retrieve_invoice", "abc")).isEqualTo(error("Booking not found"));
    assertThat(call(travel, "retrieve_invoice", "abc", PyNone.NONE, "55"))
        .isEqualTo(error("Booking not found"));
    assertThat(call(travel, "retrieve_invoice", "abc", "55")).isEqualTo("raises 'travel_date'");
    assertThat(call(travel, "retrieve_invoice", "abc", new PyDict()))
        .isEqualTo("raises unhashable type: 'dict'");
  }

  @Test
  void cancellingPaysBackAndForgetsTheBooking() {
    TravelAPI travel = loggedIn();
    book(travel, "1", "SFO", "LAX");
    assertThat(call(travel, "cancel_booking", "abc", "no"))
        .isEqualTo(refused("cancel_status", "Booking not found"));
    assertThat(call(travel, "cancel_booking", "abc", "3426812"))
        .isEqualTo("{'cancel_status': True}");
    assertThat(balance(travel, "1")).isEqualTo("{'card_balance': 5000.0}");
    assertThat(call(travel, "cancel_booking", "abc", "3426812"))
        .isEqualTo(refused("cancel_status", "Booking not found"));
    assertThat(call(travel, "cancel_booking", "abc", PyList.of("3426812")))
        .isEqualTo("raises unhashable type: 'list'");
  }

  @Test
  void incompleteBookingsCannotBeCancelled() {
    PyDict bookings =
        PyDict.of(
            "gone", PyDict.of("card_id", "gone", "travel_cost", 5L),
            "free", PyDict.of("card_id", "1"),
            "bare", new PyDict());
    TravelAPI travel = loggedIn("booking_record", bookings);
    assertThat(call(travel, "cancel_booking", "abc", "gone")).isEqualTo("raises 'gone'");
    assertThat(call(travel, "cancel_booking", "abc", "free")).isEqualTo("raises 'travel_cost'");
    assertThat(call(travel, "cancel_booking", "abc", "bare")).isEqualTo("raises 'card_id'");
    assertThat(bookings.size()).isEqualTo(3);
    assertThat(balance(travel, "1")).isEqualTo("{'card_balance': 5000.0}");
  }
}
