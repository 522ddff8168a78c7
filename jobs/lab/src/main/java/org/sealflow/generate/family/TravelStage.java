package org.sealflow.generate.family;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sealflow.python.PyDict;

/** An open session with payment cards and bookings. */
final class TravelStage implements ServiceStage {
  static final List<String> CABINS = List.of("economy", "business", "first");

  /** There is a flight from each of these airports to every one after it. */
  private static final List<String> AIRPORTS =
      List.of("RMS", "SBK", "MPC", "SVP", "SHD", "SSV", "OKD", "WLB", "CRH", "ATV", "PHV", "GFD");

  /** How long tokens, card numbers and booking numbers are. */
  private static final int CODE = 4;

  private final Draws draws;
  private final TaskWords values;
  private final PyDict scenario;
  private final List<String> cards = new ArrayList<>();
  private final List<String> bookings = new ArrayList<>();
  private final String token;

  /** A route that is flown. */
  record Route(String from, String to) {}

  TravelStage(Draws draws, TaskWords values, boolean large) {
    this.draws = draws;
    this.values = values;
    this.token = values.code(CODE);
    PyDict cardList = new PyDict();
    for (long more = large ? draws.between(5, 8) : 2; more > 0; more--) {
      String card = values.digits(CODE);
      cards.add(card);
      cardList.put(card, card(card));
    }
    PyDict bookingRecord = new PyDict();
    for (long more = large ? draws.between(8, 12) : 2; more > 0; more--) {
      String booking = values.code(CODE);
      bookings.add(booking);
      bookingRecord.put(booking, booking());
    }
    scenario =
        PyDict.of(
            "random_seed",
            draws.between(1, 999_999),
            "credit_card_list",
            cardList,
            "booking_record",
            bookingRecord,
            "access_token",
            token,
            "token_type",
            "Bearer",
            "token_expires_in",
            2L,
            "token_scope",
            "read_write",
            "user_first_name",
            values.person(),
            "user_last_name",
            values.person(),
            "budget_limit",
            5000.0);
  }

  private PyDict card(String number) {
    return PyDict.of(
        "card_number", number,
        "expiration_date", expiry(),
        "cardholder_name", values.person(),
        "card_verification_number", draws.between(100, 999),
        "balance", (double) draws.between(40_000, 90_000));
  }

  private PyDict booking() {
    Route route = route();
    return PyDict.of(
        "card_id", draws.pick(cards),
        "travel_date", values.date(),
        "travel_from", route.from(),
        "travel_to", route.to(),
        "travel_class", draws.pick(CABINS),
        "travel_cost", (double) draws.between(200, 900),
        "transaction_id", values.digits(CODE));
  }

  @Override
  public PyDict scenario() {
    return scenario;
  }

  /** A month in the form MM/YYYY. */
  String expiry() {
    return String.format(Locale.ROOT, "%02d/%d", draws.between(1, 12), draws.between(2028, 2031));
  }

  Route route() {
    int from = draws.below(AIRPORTS.size() - 1);
    int to = (int) draws.between(from + 1L, AIRPORTS.size() - 1L);
    return new Route(AIRPORTS.get(from), AIRPORTS.get(to));
  }

  /** The session's token. */
  String token() {
    return token;
  }

  String card() {
    return draws.pick(cards);
  }

  /** Numbers of the bookings there are. */
  List<String> bookings() {
    return bookings;
  }
}
