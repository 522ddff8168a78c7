package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.bfcl.simulator.TestingTravel.TODAY;
import static org.sealflow.bfcl.simulator.TestingTravel.attribute;
import static org.sealflow.bfcl.simulator.TestingTravel.balance;
import static org.sealflow.bfcl.simulator.TestingTravel.book;
import static org.sealflow.bfcl.simulator.TestingTravel.call;
import static org.sealflow.bfcl.simulator.TestingTravel.cost;
import static org.sealflow.bfcl.simulator.TestingTravel.empty;
import static org.sealflow.bfcl.simulator.TestingTravel.error;
import static org.sealflow.bfcl.simulator.TestingTravel.loggedIn;
import static org.sealflow.bfcl.simulator.TestingTravel.refused;
import static org.sealflow.bfcl.simulator.TestingTravel.scenario;
import static org.sealflow.bfcl.simulator.TestingTravel.world;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PySet;

class TravelServicesTest {
  private static String exchange(Object base, Object target, Object value) {
    return call(empty(), "compute_exchange_rate", base, target, value);
  }

  @Test
  void airportsAreABareListInAFixedOrder() {
    assertThat(call(empty(), "list_all_airports"))
        .isEqualTo(
            "['RMS', 'SBK', 'MPC', 'SVP', 'SHD', 'CDG', 'LHR', 'SSV', 'OKD', 'WLB', 'PEK', 'HND',"
                + " 'HKG', 'CIA', 'CRH', 'ATV', 'PHV', 'GFD', 'SFO', 'LAX', 'JFK', 'ORD', 'BOS']");
  }

  @Test
  void nearestAirportKnowsCitiesByTheirExactName() {
    assertThat(call(empty(), "get_nearest_airport_by_city", "Sunset Valley"))
        .isEqualTo("{'nearest_airport': 'SSV'}");
    for (Object unknown : List.of("rivermist", "SFO", 12.5, PyNone.NONE)) {
      assertThat(call(empty(), "get_nearest_airport_by_city", unknown))
          .isEqualTo("{'nearest_airport': 'Unknown'}");
    }
    assertThat(call(empty(), "get_nearest_airport_by_city", PyList.of("Rome")))
        .isEqualTo("raises unhashable type: 'list'");
  }

  @Test
  void dollarsBuyExactlyAndAreBoughtRounded() {
    assertThat(exchange("USD", "RMB", 100L)).isEqualTo("{'exchanged_value': 700.0}");
    assertThat(exchange("USD", "GBP", 1500.33)).isEqualTo("{'exchanged_value': 1050.231}");
    assertThat(exchange("USD", "JPY", true)).isEqualTo("{'exchanged_value': 110.0}");
    assertThat(exchange("RMB", "USD", 100L)).isEqualTo("{'exchanged_value': 14.29}");
    assertThat(exchange("GBP", "USD", 10L)).isEqualTo("{'exchanged_value': 14.29}");
    assertThat(exchange("JPY", "USD", 1L)).isEqualTo("{'exchanged_value': 0.01}");
    assertThat(exchange("USD", "MXN", BigInteger.TEN.pow(400)))
        .isEqualTo("raises int too large to convert to float");
  }

  @Test
  void onlyDollarsOnOneSideAreExchanged() {
    for (List<Object> pair :
        List.<List<Object>>of(
            List.of("EUR", "GBP"),
            List.of("USD", "USD"),
            List.of("usd", "EUR"),
            List.of("XXX", "USD"),
            List.of(-1L, "USD"),
            List.of("USD", 1.5))) {
      assertThat(exchange(pair.get(0), pair.get(1), "10"))
          .as(pair.toString())
          .isEqualTo("raises No available exchange rate for the given currencies.");
    }
  }

  @Test
  void textIsRepeatedByIntRatesOnly() {
    assertThat(exchange("USD", "RMB", "10")).isEqualTo("{'exchanged_value': 10101010101010.0}");
    assertThat(exchange("USD", "RMB", "ab"))
        .isEqualTo("raises could not convert string to float: 'ababababababab'");
    assertThat(exchange("USD", "AUD", "ab"))
        .isEqualTo("raises can't multiply sequence by non-int of type 'float'");
    assertThat(exchange("RMB", "USD", "10"))
        .isEqualTo("raises unsupported operand type(s) for /: 'str' and 'int'");
    assertThat(exchange("EUR", "USD", "10"))
        .isEqualTo("raises unsupported operand type(s) for /: 'str' and 'float'");
  }

  private static String verify(Object first, Object last, Object born, Object passport) {
    return call(loggedIn(), "verify_traveler_information", first, last, born, passport);
  }

  private static String unverified(String reason) {
    return "{'verification_status': False, 'verification_failure': " + Py.repr(reason) + "}";
  }

  @Test
  void travelerIsTheUserAnAdultAndHoldsAnAmericanPassport() {
    assertThat(verify("Ann", "Lee", "1990-1-1", "US123"))
        .isEqualTo("{'verification_status': True}");
    assertThat(verify("Bob", "Lee", 1L, 1L))
        .isEqualTo(
            unverified(
                "Cannot book flight information for another user.Expected Ann Lee, got Bob Lee"));
    assertThat(verify("Ann", PyNone.NONE, "1990-01-01", "US1")).contains("got Ann None");
    assertThat(verify("Ann", "Lee", "01/01/1990", "US1"))
        .isEqualTo(unverified("Invalid date of birth format. Please use YYYY-MM-DD."));
    assertThat(verify("Ann", "Lee", 1990L, "US1"))
        .isEqualTo("raises strptime() argument 1 must be str, not int");
    assertThat(verify("Ann", "Lee", "1990-01-01", "us1"))
        .isEqualTo(unverified("Passport must be issued by the United States."));
    assertThat(verify("Ann", "Lee", "1990-01-01", 5L))
        .isEqualTo("raises 'int' object has no attribute 'startswith'");
  }

  @Test
  void ageCountsCompletedYears() {
    String tooYoung = unverified("Traveler must be at least 18 years old.");
    assertThat(verify("Ann", "Lee", "2008-02-28", "US1")).contains("True");
    assertThat(verify("Ann", "Lee", "2008-02-29", "US1")).isEqualTo(tooYoung);
    assertThat(verify("Ann", "Lee", "2999-01-01", 5L)).isEqualTo(tooYoung);
  }

  @Test
  void onlyAnAgeNeedsTodaysDate() {
    TravelAPI travel =
        TravelAPI.TYPE.load(scenario(), false, new SharedWorld(LongContext.none(), null));
    assertThat(call(travel, "verify_traveler_information", "Ann", "Lee", "x", "US1"))
        .contains("Invalid date of birth");
    assertThatThrownBy(
            () -> call(travel, "verify_traveler_information", "Ann", "Lee", "1990-01-01", "US1"))
        .isInstanceOf(AsOfDateMissingException.class);
  }

  @Test
  void budgetLimitBecomesAFloat() {
    TravelAPI travel = loggedIn();
    assertThat(call(travel, "set_budget_limit", "abc", 500L)).isEqualTo("{'budget_limit': 500.0}");
    assertThat(call(travel, "set_budget_limit", "abc", "750.5"))
        .isEqualTo("{'budget_limit': 750.5}");
    assertThat(call(travel, "set_budget_limit", "abc", "abc"))
        .isEqualTo("raises could not convert string to float: 'abc'");
    assertThat(call(travel, "set_budget_limit", "abc", PyNone.NONE))
        .isEqualTo("raises float() argument must be a string or a real number, not 'NoneType'");
    assertThat(attribute(travel, "budget_limit")).isEqualTo("750.5");
  }

  private static String insure(TravelAPI travel, Object booking, Object cost, Object card) {
    return call(travel, "purchase_insurance", "abc", "any", booking, cost, card);
  }

  @Test
  void insuranceTakesTheMoneyAndLeavesNoOtherTrace() {
    TravelAPI travel = loggedIn();
    book(travel, "1", "SFO", "LAX");
    String bookings = attribute(travel, "booking_record");
    assertThat(insure(travel, "3426812", 1000L, "1"))
        .isEqualTo("{'insurance_id': '498276044', 'insurance_status': True}");
    assertThat(insure(travel, "3426812", -10L, "1"))
        .isEqualTo("{'insurance_id': '304283040', 'insurance_status': True}");
    assertThat(balance(travel, "1")).isEqualTo("{'card_balance': 3610.0}");
    assertThat(insure(travel, "3426812", 950L, "2")).contains("True");
    assertThat(balance(travel, "2")).isEqualTo("{'card_balance': -50}");
    assertThat(attribute(travel, "booking_record")).isEqualTo(bookings);
  }

  @Test
  void insuranceIsRefusedForBudgetThenBookingThenCard() {
    TravelAPI travel = loggedIn();
    book(travel, "1", "SFO", "LAX");
    assertThat(insure(travel, "zz", 1000.01, "zz"))
        .isEqualTo(refused("insurance_status", "Exceeded budget limit"));
    assertThat(insure(travel, "zz", 10L, "zz"))
        .isEqualTo(refused("insurance_status", "Booking not found"));
    assertThat(insure(travel, "3426812", 10L, "zz"))
        .isEqualTo(refused("insurance_status", "Credit card not registered"));
    List<Object> drawn = travel.privateState();
    assertThat(insure(travel, "3426812", 10L, "3")).isEqualTo("raises 'balance'");
    assertThat(insure(travel, "3426812", "10", "1"))
        .isEqualTo("raises '<' not supported between instances of 'float' and 'str'");
    assertThat(travel.privateState()).isEqualTo(drawn);
  }

  @Test
  void supportAnswersForKnownBookings() {
    TravelAPI travel = loggedIn("booking_record", PyDict.of("b", new PyDict()));
    assertThat(call(travel, "contact_customer_support", "b", 5L))
        .isEqualTo(
            "{'customer_support_message': 'Thank you for contacting customer support. Your message"
                + " has been received and we will get back to you shortly.'}");
    assertThat(call(travel, "contact_customer_support", "no", "hi"))
        .isEqualTo(error("Booking not found"));
    assertThat(call(travel, "contact_customer_support", PySet.of(List.of("b")), "hi"))
        .isEqualTo("raises unhashable type: 'set'");
  }

  private static SharedWorld extendedWorld() {
    PyDict cards = PyDict.of("1", PyDict.of("balance", 7L), "ext", PyDict.of("balance", 6000.0));
    PyDict bookings = PyDict.of("old", PyDict.of("card_id", "ext", "travel_cost", 50.0));
    return new SharedWorld(
        new LongContext(
            Map.of("CREDIT_CARD_EXTENSION", cards, "BOOKING_RECORD_EXTENSION", bookings)),
        TODAY);
  }

  @Test
  void longContextAppendsWhatTheScenarioDoesNotHave() {
    TravelAPI travel = TravelAPI.TYPE.load(scenario(), true, extendedWorld());
    assertThat(balance(travel, "77")).contains("['1', '2', '3', 'ext']");
    assertThat(balance(travel, "1")).isEqualTo("{'card_balance': 5000.0}");
    assertThat(attribute(travel, "long_context")).isEqualTo("True");
    assertThatThrownBy(
            () ->
                TravelAPI.TYPE.load(
                    PyDict.of("credit_card_list", PyNone.NONE), true, extendedWorld()))
        .isInstanceOf(PyException.class)
        .hasMessage("argument of type 'NoneType' is not iterable");
  }

  @Test
  void longContextListsTheCostsOfAllRoutesAndTheWholeHistory() {
    TravelAPI travel = TravelAPI.TYPE.load(scenario(), true, extendedWorld());
    String costs = call(travel, "get_flight_cost", "JFK", "ORD", "2024-01-01", "economy");
    assertThat(costs)
        .startsWith("{'travel_cost_list': [400.0, 1000.0, 800.0,")
        .endsWith(" 480.0, 440.0, 200.0, 440.0]}");
    assertThat(costs.chars().filter(c -> c == ',').count()).isEqualTo(152);
    assertThat(book(travel, "1", "SFO", "LAX"))
        .contains(
            "'booking_history': {'old': {'card_id': 'ext', 'travel_cost': 50.0}, '3426812': {");
  }

  @Test
  void instancesOfOneWorldShareExtensionCardsAndOthersDoNot() {
    SharedWorld world = extendedWorld();
    TravelAPI policy = TravelAPI.TYPE.load(scenario(), true, world);
    TravelAPI truth = TravelAPI.TYPE.load(scenario(), true, world);
    assertThat(call(policy, "cancel_booking", "abc", "old")).isEqualTo("{'cancel_status': True}");
    assertThat(balance(truth, "ext")).isEqualTo("{'card_balance': 6050.0}");
    assertThat(call(truth, "cancel_booking", "abc", "old")).isEqualTo("{'cancel_status': True}");
    assertThat(balance(policy, "ext")).isEqualTo("{'card_balance': 6100.0}");
    TravelAPI elsewhere = TravelAPI.TYPE.load(scenario(), true, extendedWorld());
    assertThat(balance(elsewhere, "ext")).isEqualTo("{'card_balance': 6000.0}");
  }
}
