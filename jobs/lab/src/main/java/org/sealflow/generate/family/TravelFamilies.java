package org.sealflow.generate.family;

import java.util.List;

/** Requests to the flight desk. What needs a session names its token. */
final class TravelFamilies {
  static final String CLASS = "TravelAPI";

  private static final List<String> CURRENCIES =
      List.of("RMB", "EUR", "JPY", "GBP", "CAD", "AUD", "INR", "RUB", "BRL", "MXN");

  private static final List<String> CITIES =
      List.of(
          "Rivermist",
          "Stonebrook",
          "Maplecrest",
          "Silverpine",
          "Shadowridge",
          "Oakendale",
          "Willowbend",
          "Autumnville",
          "Pinehaven",
          "Greenfield");

  /** Pairs of cities with a flight from the first one's airport to the second one's. */
  private static final List<List<String>> FLOWN =
      List.of(
          List.of("Rivermist", "Stonebrook"),
          List.of("Rivermist", "Silverpine"),
          List.of("Stonebrook", "Maplecrest"),
          List.of("Maplecrest", "Oakendale"),
          List.of("Silverpine", "Willowbend"),
          List.of("Oakendale", "Greenfield"));

  private TravelFamilies() {}

  static List<Family> all() {
    return List.of(
        of(
            "travel.cost",
            TravelFamilies::cost,
            """
            * What does a flight from {from} to {to} on {date} in {cabin} class cost?
            Give me the cost of a flight from {from} to {to} on {date} in {cabin} class.
            How much is a flight from {from} to {to} on {date} in {cabin} class?
            Please show me the cost of a flight from {from} to {to} on {date} in {cabin} class.
            ? date
            What does a flight from {from} to {to} on another day in {cabin} class cost?
            Give me the cost of a flight from {from} to {to} on some day in {cabin} class.
            * How much is a flight from {from} to {to} on that day in {cabin} class?
            Please show me the cost of a flight from {from} to {to} on a day in {cabin} class.
            ? to
            What does a flight from {from} to another airport on {date} in {cabin} class cost?
            Give me the cost of a flight from {from} to an airport on {date} in {cabin} class.
            * How much is a flight from {from} to that airport on {date} in {cabin} class?
            Please show me the cost of a flight from {from} to somewhere on {date} in {cabin} class.
            """),
        of(
            "travel.book",
            TravelFamilies::book,
            """
            * Book a flight from {from} to {to} on {date} in {cabin} class, card {card}, token {token}.
            With token {token} and card {card}, book {from} to {to} on {date} in {cabin} class.
            I need a flight from {from} to {to} on {date} in {cabin} class, card {card}, token {token}.
            Please book a flight from {from} to {to} on {date} in {cabin} class, card {card}, token {token}.
            ? card
            Book a flight from {from} to {to} on {date} in {cabin} class with a card, token {token}.
            * With token {token} and a card, book {from} to {to} on {date} in {cabin} class.
            I need a flight from {from} to {to} on {date} in {cabin} class with my card, token {token}.
            Please book a flight from {from} to {to} on {date} in {cabin} class with a card, token {token}.
            """),
        of(
            "travel.cancel",
            TravelFamilies::cancel,
            """
            Cancel booking {booking}, token {token}.
            With token {token}, cancel the booking {booking}.
            I do not want booking {booking} any more, cancel it with token {token}.
            * Please cancel the booking {booking} with token {token}.
            ? booking
            * Cancel a booking, token {token}.
            With token {token}, cancel one of the bookings.
            I do not want one of the bookings any more, cancel it with token {token}.
            Please cancel one booking with token {token}.
            """),
        of(
            "travel.invoice",
            turn ->
                turn.call(
                    "retrieve_invoice", "access_token", token(turn), "booking_id", booking(turn)),
            """
            Show me the invoice of booking {booking}, token {token}.
            * With token {token}, give me the invoice of the booking {booking}.
            I need the invoice of booking {booking}, token {token}.
            Please show me the invoice of the booking {booking} with token {token}.
            ? booking
            Show me the invoice of a booking, token {token}.
            With token {token}, give me the invoice of one booking.
            * I need the invoice of one of the bookings, token {token}.
            Please show me the invoice of one booking with token {token}.
            """),
        of(
            "travel.history",
            turn -> turn.call("get_booking_history", "access_token", token(turn)),
            """
            * List all my bookings, token {token}.
            With token {token}, show me all my bookings.
            Which bookings do I have with token {token}?
            Please show me all the bookings with token {token}.
            """),
        of(
            "travel.balance",
            turn ->
                turn.call(
                    "get_credit_card_balance", "access_token", token(turn), "card_id", card(turn)),
            """
            Show me the balance of card {card}, token {token}.
            * With token {token}, give me the balance of the card {card}.
            How much is on card {card}, token {token}?
            Please show me the balance of the card {card} with token {token}.
            ? card
            Show me the balance of a card, token {token}.
            With token {token}, give me the balance of one card.
            * How much is on that card, token {token}?
            Please show me the balance of one card with token {token}.
            """),
        of(
            "travel.register",
            TravelFamilies::register,
            """
            Register card {number} of {person}, code {code}, until {expiry}, token {token}.
            With token {token}, register the card {number} of {person}, code {code}, until {expiry}.
            Add the card {number} of {person}, code {code}, until {expiry}, token {token}.
            * Please register the card {number} of {person}, code {code}, until {expiry}, token {token}.
            ? number
            Register a card of {person}, code {code}, until {expiry}, token {token}.
            * With token {token}, register a card of {person}, code {code}, until {expiry}.
            Add a card of {person}, code {code}, until {expiry}, token {token}.
            Please register one card of {person}, code {code}, until {expiry}, token {token}.
            """),
        of(
            "travel.budget",
            turn ->
                turn.call(
                    "set_budget_limit",
                    "access_token",
                    token(turn),
                    "budget_limit",
                    turn.slot("amount", turn.draws().between(1000, 9000))),
            """
            Set my budget to {amount} dollars, token {token}.
            With token {token}, change my budget to {amount} dollars.
            * My budget should be {amount} dollars, token {token}.
            Please set the budget to {amount} dollars with token {token}.
            ? amount
            Set my budget, token {token}.
            With token {token}, change my budget.
            My budget should be different, token {token}.
            * Please set the budget with token {token}.
            """),
        of(
            "travel.exchange",
            TravelFamilies::exchange,
            """
            * Exchange {amount} {from} to {to}.
            How much are {amount} {from} in {to}?
            Give me the value of {amount} {from} in {to}.
            Please exchange {amount} {from} into {to}.
            ? amount
            Exchange some {from} to {to}.
            How much are my {from} in {to}?
            * Give me the value of some {from} in {to}.
            Please exchange some {from} into {to}.
            """),
        of(
            "travel.airport",
            turn -> airport(turn, turn.slot("city", turn.draws().pick(CITIES))),
            """
            Which airport is near {city}?
            Find the airport near {city}.
            Give me the airport of {city}.
            * Please find the airport of {city}.
            ? city
            * Which airport is near the city?
            Find the airport near a city.
            Give me the airport of that city.
            Please find the airport of a city.
            """),
        of(
            "travel.insure",
            TravelFamilies::insure,
            """
            Buy {type} insurance for booking {booking} at {amount}, card {card}, token {token}.
            * With token {token} and card {card}, buy {type} insurance for booking {booking} at {amount}.
            I need {type} insurance for booking {booking} at {amount}, card {card}, token {token}.
            Please buy {type} insurance for booking {booking} at {amount}, card {card}, token {token}.
            ? card
            Buy {type} insurance for booking {booking} at {amount} with a card, token {token}.
            With token {token} and a card, buy {type} insurance for booking {booking} at {amount}.
            I need {type} insurance for booking {booking} at {amount} with my card, token {token}.
            * Please buy {type} insurance for booking {booking} at {amount} with a card, token {token}.
            """),
        of(
            "travel.support",
            TravelFamilies::support,
            """
            * Tell the support {text} about booking {booking}.
            Contact the support about booking {booking} and say {text}.
            Write {text} to the support about the booking {booking}.
            Please contact the support about booking {booking} with the text {text}.
            ? text
            Tell the support something about booking {booking}.
            * Contact the support about booking {booking} and say something.
            Write to the support about the booking {booking}.
            Please contact the support about booking {booking} with a text.
            """),
        of(
            "travel.cards",
            turn -> turn.call("get_all_credit_cards"),
            """
            List all my cards.
            Which cards do I have?
            * Show me all of my cards.
            Please list the cards I have.
            """),
        of(
            "travel.airports",
            turn -> turn.call("list_all_airports"),
            """
            * List all airports.
            Which airports are there?
            Show me every airport.
            Please show me all airports.
            """),
        of(
            "travel.year",
            turn -> turn.call("get_budget_fiscal_year"),
            """
            What is the fiscal year of the budget?
            * Give me the fiscal year of the budget.
            Which fiscal year does the budget have?
            Please show me the fiscal year of the budget.
            """),
        of(
            "travel.city-cost",
            TravelFamilies::costBetweenCities,
            """
            Find the airports of {city} and {other} and the cost of a flight on {date} in {cabin} class.
            What does a flight from the city {city} to the city {other} on {date} in {cabin} class cost?
            * Give me the cost of a flight from the city {city} to {other} on {date} in {cabin} class.
            Please show me the cost of a flight from the city {city} to {other} on {date} in {cabin} class.
            """),
        of(
            "travel.cancel-balance",
            TravelFamilies::cancelAndBalance,
            """
            Cancel booking {booking} and show me the balance of card {card}, token {token}.
            With token {token}, cancel booking {booking}, then give me the balance of card {card}.
            Cancel the booking {booking}, then show me the balance of card {card}, token {token}.
            * Please cancel booking {booking} and give me the balance of card {card}, token {token}.
            """));
  }

  private static Family of(String id, Family.Plan plan, String wordings) {
    return Family.of(id, CLASS, plan, wordings);
  }

  private static TravelStage stage(Turn turn) {
    return turn.stage(TravelStage.class);
  }

  private static String token(Turn turn) {
    return turn.slot("token", stage(turn).token());
  }

  private static String card(Turn turn) {
    return turn.slot("card", stage(turn).card());
  }

  private static String booking(Turn turn) {
    return turn.slot("booking", Stages.pick(turn.draws(), stage(turn).bookings()));
  }

  private static String cabin(Turn turn) {
    return turn.slot("cabin", turn.draws().pick(TravelStage.CABINS));
  }

  private static TravelStage.Route route(Turn turn) {
    TravelStage.Route route = stage(turn).route();
    turn.slot("from", route.from());
    turn.slot("to", route.to());
    return route;
  }

  private static void cost(Turn turn) {
    TravelStage.Route route = route(turn);
    turn.call(
        "get_flight_cost",
        "travel_from",
        route.from(),
        "travel_to",
        route.to(),
        "travel_date",
        turn.slot("date", turn.values().date()),
        "travel_class",
        cabin(turn));
  }

  private static void book(Turn turn) {
    TravelStage.Route route = route(turn);
    turn.call(
        "book_flight",
        "access_token",
        token(turn),
        "card_id",
        card(turn),
        "travel_date",
        turn.slot("date", turn.values().date()),
        "travel_from",
        route.from(),
        "travel_to",
        route.to(),
        "travel_class",
        cabin(turn));
  }

  private static void cancel(Turn turn) {
    String booking = Stages.take(turn.draws(), stage(turn).bookings());
    turn.call(
        "cancel_booking", "access_token", token(turn), "booking_id", turn.slot("booking", booking));
  }

  private static void cancelAndBalance(Turn turn) {
    cancel(turn);
    turn.call("get_credit_card_balance", "access_token", token(turn), "card_id", card(turn));
  }

  private static void register(Turn turn) {
    turn.call(
        "register_credit_card",
        "access_token",
        token(turn),
        "card_number",
        turn.slot("number", turn.values().digits(6)),
        "expiration_date",
        turn.slot("expiry", stage(turn).expiry()),
        "cardholder_name",
        turn.slot("person", turn.values().person()),
        "card_verification_number",
        turn.slot("code", turn.draws().between(100, 999)));
  }

  private static void exchange(Turn turn) {
    List<String> pair = turn.draws().shuffled(List.of("USD", turn.draws().pick(CURRENCIES)));
    turn.call(
        "compute_exchange_rate",
        "base_currency",
        turn.slot("from", pair.get(0)),
        "target_currency",
        turn.slot("to", pair.get(1)),
        "value",
        turn.slot("amount", turn.values().amount(20, 9000)));
  }

  private static Object airport(Turn turn, String city) {
    return turn.call("get_nearest_airport_by_city", "location", city).field("nearest_airport");
  }

  private static void costBetweenCities(Turn turn) {
    List<String> pair = turn.draws().pick(FLOWN);
    Object from = airport(turn, turn.slot("city", pair.get(0)));
    Object to = airport(turn, turn.slot("other", pair.get(1)));
    turn.call(
        "get_flight_cost",
        "travel_from",
        from,
        "travel_to",
        to,
        "travel_date",
        turn.slot("date", turn.values().date()),
        "travel_class",
        cabin(turn));
  }

  private static void insure(Turn turn) {
    turn.call(
        "purchase_insurance",
        "access_token",
        token(turn),
        "insurance_type",
        turn.slot("type", turn.values().word()),
        "booking_id",
        booking(turn),
        "insurance_cost",
        turn.slot("amount", turn.draws().between(20, 400)),
        "card_id",
        card(turn));
  }

  private static void support(Turn turn) {
    turn.call(
        "contact_customer_support",
        "booking_id",
        booking(turn),
        "message",
        turn.quoted("text", turn.values().text(2, 3)));
  }
}
