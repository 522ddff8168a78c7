package org.sealflow.bfcl.simulator;

import static org.sealflow.bfcl.simulator.SimulatorClass.optional;
import static org.sealflow.bfcl.simulator.SimulatorClass.required;

import java.time.LocalDate;
import java.time.Period;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.call.LiveInstance;

/**
 * A travel agency: flights, credit cards, bookings, insurance, exchange rates.
 *
 * <p>Cards and bookings are dicts from an id to a dict; results and state hold the same objects.
 * With long context, cards and bookings of the {@link SharedWorld} are added by reference: what one
 * instance spends, every instance of the verification sees.
 *
 * <p>The reference also keeps the price of the last search and reads it when a flight is booked. A
 * booking always searches first, so that price acts on nothing and is not kept here.
 *
 * <p>Source: travel-api.md.
 */
public final class TravelAPI implements Simulator {
  /** Methods and attributes of the class. */
  public static final SimulatorClass<TravelAPI> TYPE =
      SimulatorClass.named("TravelAPI", TravelAPI::load)
          .publicAttributes(
              "credit_card_list",
              "booking_record",
              "access_token",
              "token_type",
              "token_expires_in",
              "token_scope",
              "user_first_name",
              "user_last_name",
              "budget_limit",
              "long_context")
          .privateAttributes("_random")
          .method(
              "authenticate_travel",
              (self, arguments) -> self.authenticate(arguments[3], arguments[4], arguments[5]),
              required("client_id"),
              required("client_secret"),
              required("refresh_token"),
              required("grant_type"),
              required("user_first_name"),
              required("user_last_name"))
          .method("travel_get_login_status", (self, arguments) -> self.getLoginStatus())
          .method(
              "get_budget_fiscal_year",
              (self, arguments) -> PyDict.of("budget_fiscal_year", "2018"),
              optional("lastModifiedAfter", PyNone.NONE),
              optional("includeRemoved", PyNone.NONE))
          .method(
              "register_credit_card",
              (self, arguments) ->
                  self.registerCreditCard(
                      arguments[0], arguments[1], arguments[2], arguments[3], arguments[4]),
              required("access_token"),
              required("card_number"),
              required("expiration_date"),
              required("cardholder_name"),
              required("card_verification_number"))
          .method(
              "get_flight_cost",
              (self, arguments) ->
                  self.getFlightCost(
                      new Trip(arguments[0], arguments[1], arguments[2], arguments[3])),
              required("travel_from"),
              required("travel_to"),
              required("travel_date"),
              required("travel_class"))
          .method(
              "get_credit_card_balance",
              (self, arguments) -> self.getCreditCardBalance(arguments[0], arguments[1]),
              required("access_token"),
              required("card_id"))
          .method(
              "book_flight",
              (self, arguments) ->
                  self.bookFlight(
                      arguments[0],
                      arguments[1],
                      new Trip(arguments[3], arguments[4], arguments[2], arguments[5])),
              required("access_token"),
              required("card_id"),
              required("travel_date"),
              required("travel_from"),
              required("travel_to"),
              required("travel_class"))
          .method(
              "retrieve_invoice",
              (self, arguments) -> self.retrieveInvoice(arguments[0], arguments[1]),
              required("access_token"),
              optional("booking_id", PyNone.NONE),
              optional("insurance_id", PyNone.NONE))
          .method(
              "get_booking_history",
              (self, arguments) -> self.getBookingHistory(arguments[0]),
              required("access_token"))
          .method(
              "cancel_booking",
              (self, arguments) -> self.cancelBooking(arguments[0], arguments[1]),
              required("access_token"),
              required("booking_id"))
          .method("list_all_airports", (self, arguments) -> new PyList(TravelAirports.codes()))
          .method(
              "compute_exchange_rate",
              (self, arguments) ->
                  PyDict.of(
                      "exchanged_value",
                      DollarRates.exchange(arguments[0], arguments[1], arguments[2])),
              required("base_currency"),
              required("target_currency"),
              required("value"))
          .method(
              "verify_traveler_information",
              (self, arguments) ->
                  self.verifyTraveler(arguments[0], arguments[1], arguments[2], arguments[3]),
              required("first_name"),
              required("last_name"),
              required("date_of_birth"),
              required("passport_number"))
          .method(
              "set_budget_limit",
              (self, arguments) -> self.setBudgetLimit(arguments[0], arguments[1]),
              required("access_token"),
              required("budget_limit"))
          .method(
              "get_nearest_airport_by_city",
              (self, arguments) -> nearestAirport(arguments[0]),
              required("location"))
          .method(
              "purchase_insurance",
              (self, arguments) ->
                  self.purchaseInsurance(arguments[0], arguments[2], arguments[3], arguments[4]),
              required("access_token"),
              required("insurance_type"),
              required("booking_id"),
              required("insurance_cost"),
              required("card_id"))
          .method(
              "contact_customer_support",
              (self, arguments) -> self.contactCustomerSupport(arguments[0]),
              required("booking_id"),
              required("message"))
          .method(
              "get_all_credit_cards",
              (self, arguments) -> PyDict.of("credit_card_list", self.creditCardList))
          .build();

  private static final long DEFAULT_SEED = 141053;
  private static final int ADULT_AGE = 18;

  private static final List<String> INVOICE_FIELDS =
      List.of(
          "travel_date",
          "travel_from",
          "travel_to",
          "travel_class",
          "travel_cost",
          "transaction_id");

  private final Object creditCardList;
  private final Object bookingRecord;
  private Object accessToken;
  private Object tokenType;
  private Object tokenExpiresIn;
  private Object tokenScope;
  private Object userFirstName;
  private Object userLastName;
  private Object budgetLimit;
  private final boolean longContext;
  private final SeededDraws draws;
  private final SharedWorld world;

  private TravelAPI(PyDict scenario, boolean longContext, SharedWorld world) {
    draws = SeededDraws.of(scenario, DEFAULT_SEED);
    Object cards = scenario.get("credit_card_list");
    creditCardList = cards == null ? new PyDict() : cards;
    Object bookings = scenario.get("booking_record");
    bookingRecord = bookings == null ? new PyDict() : bookings;
    accessToken = scenario.getOrDefault("access_token", PyNone.NONE);
    tokenType = scenario.getOrDefault("token_type", PyNone.NONE);
    tokenExpiresIn = scenario.getOrDefault("token_expires_in", PyNone.NONE);
    tokenScope = scenario.getOrDefault("token_scope", PyNone.NONE);
    userFirstName = scenario.getOrDefault("user_first_name", PyNone.NONE);
    userLastName = scenario.getOrDefault("user_last_name", PyNone.NONE);
    budgetLimit = scenario.getOrDefault("budget_limit", PyNone.NONE);
    this.longContext = longContext;
    this.world = world;
  }

  private static TravelAPI load(PyDict scenario, boolean longContext, SharedWorld world) {
    TravelAPI loaded = new TravelAPI(scenario, longContext, world);
    if (longContext) {
      appendAbsent(loaded.creditCardList, world.creditCardExtension());
      appendAbsent(loaded.bookingRecord, world.bookingRecordExtension());
    }
    return loaded;
  }

  /** The values are shared with the extension, on purpose. */
  private static void appendAbsent(Object target, PyDict extension) {
    for (PyDict.Entry entry : extension.entries()) {
      if (!Py.contains(target, entry.key())) {
        Receiver.dict(target, "__setitem__").put(entry.key(), entry.value());
      }
    }
  }

  private TravelAPI(TravelAPI other, WorldCopy copy) {
    this.creditCardList = copy.of(other.creditCardList);
    this.bookingRecord = copy.of(other.bookingRecord);
    this.accessToken = copy.of(other.accessToken);
    this.tokenType = copy.of(other.tokenType);
    this.tokenExpiresIn = copy.of(other.tokenExpiresIn);
    this.tokenScope = copy.of(other.tokenScope);
    this.userFirstName = copy.of(other.userFirstName);
    this.userLastName = copy.of(other.userLastName);
    this.budgetLimit = copy.of(other.budgetLimit);
    this.longContext = other.longContext;
    this.draws = other.draws.copy();
    this.world = copy.world();
  }

  @Override
  public LiveInstance<TravelAPI> copy(WorldCopy copy) {
    return new LiveInstance<>(TYPE, new TravelAPI(this, copy));
  }

  @Override
  public SimulatorClass<TravelAPI> type() {
    return TYPE;
  }

  @Override
  public List<Object> publicState() {
    return List.of(
        creditCardList,
        bookingRecord,
        accessToken,
        tokenType,
        tokenExpiresIn,
        tokenScope,
        userFirstName,
        userLastName,
        budgetLimit,
        longContext);
  }

  @Override
  public List<Object> privateState() {
    return List.of(draws.position());
  }

  private PyDict authenticate(Object grantType, Object firstName, Object lastName) {
    tokenExpiresIn = 2L;
    accessToken = drawText(100_000, 999_999);
    tokenType = "Bearer";
    tokenScope = grantType;
    userFirstName = firstName;
    userLastName = lastName;
    return PyDict.of(
        "expires_in",
        tokenExpiresIn,
        "access_token",
        accessToken,
        "token_type",
        tokenType,
        "scope",
        tokenScope);
  }

  private PyDict getLoginStatus() {
    return PyDict.of("status", !Py.isNone(tokenExpiresIn) && !isExpired());
  }

  private PyDict registerCreditCard(
      Object token, Object number, Object expirationDate, Object holder, Object verification) {
    if (Py.isNone(tokenExpiresIn)) {
      return error("Token not initialized");
    }
    String refusal = tokenRefusal(token);
    if (refusal != null) {
      return error(refusal);
    }
    // The reference compares the new card's number with the ids of the cards it knows.
    if (isCard(number)) {
      return error("Card already registered");
    }
    String cardId = drawText(100_000_000_000L, 999_999_999_999L);
    long balance = draws.randint(10_000, 99_999);
    Receiver.dict(creditCardList, "__setitem__")
        .put(
            cardId,
            PyDict.of(
                "card_number",
                number,
                "expiration_date",
                expirationDate,
                "cardholder_name",
                holder,
                "card_verification_number",
                verification,
                "balance",
                balance));
    return PyDict.of("card_id", cardId);
  }

  /** With long context the costs of all routes, and nothing tells which one was asked for. */
  private PyDict getFlightCost(Trip trip) {
    long fare = trip.fare();
    long factor = trip.factor();
    PyList costs = new PyList();
    for (long priced : longContext ? TravelFares.all() : List.of(fare)) {
      costs.add((double) (priced * factor));
    }
    return PyDict.of("travel_cost_list", costs);
  }

  private PyDict getCreditCardBalance(Object token, Object cardId) {
    String refusal = tokenRefusal(token);
    if (refusal != null) {
      return error(refusal);
    }
    if (!isCard(cardId)) {
      PyList ids = new PyList(Receiver.dict(creditCardList, "keys").keys());
      return error("Card not registered. Here are a list of card_id's: " + Py.repr(ids));
    }
    return PyDict.of("card_balance", Py.getItem(card(cardId), "balance"));
  }

  private PyDict bookFlight(Object token, Object cardId, Trip trip) {
    String refusal = tokenRefusal(token);
    if (refusal == null) {
      refusal = payingCardRefusal(cardId);
    }
    if (refusal == null) {
      refusal = trip.refusal();
    }
    if (refusal != null) {
      return refused("booking_status", refusal);
    }
    Object balance = Py.getItem(card(cardId), "balance");
    double cost = trip.fare() * trip.factor();
    if (Py.less(balance, cost)) {
      return refused("booking_status", "Insufficient funds");
    }
    // The limit is held against the balance, not against the cost.
    if (!Py.isNone(budgetLimit) && Py.less(balance, budgetLimit)) {
      return refused("booking_status", "Balance is less than budget limit");
    }
    setBalance(cardId, PyNumbers.subtract(balance, cost));
    return book(cardId, trip, cost);
  }

  private @Nullable String payingCardRefusal(Object cardId) {
    if (!isCard(cardId)) {
      return "Card not registered";
    }
    return Py.contains(card(cardId), "balance") ? null : "Balance not found";
  }

  private PyDict book(Object cardId, Trip trip, double cost) {
    String bookingId = drawText(1_000_000, 9_999_999);
    String transactionId = drawText(10_000_000, 99_999_999);
    Receiver.dict(bookingRecord, "__setitem__")
        .put(
            bookingId,
            PyDict.of(
                "card_id",
                cardId,
                "travel_date",
                trip.date(),
                "travel_from",
                trip.from(),
                "travel_to",
                trip.to(),
                "travel_class",
                trip.travelClass(),
                "travel_cost",
                cost,
                "transaction_id",
                transactionId));
    return PyDict.of(
        "booking_id",
        bookingId,
        "transaction_id",
        transactionId,
        "booking_status",
        true,
        "booking_history",
        longContext ? bookingRecord : new PyDict());
  }

  private PyDict retrieveInvoice(Object token, Object bookingId) {
    String refusal = tokenRefusal(token);
    if (refusal != null) {
      return error(refusal);
    }
    if (!isBooking(bookingId)) {
      return error("Booking not found");
    }
    Object booking = Py.getItem(bookingRecord, bookingId);
    PyDict invoice = PyDict.of("booking_id", bookingId);
    for (String field : INVOICE_FIELDS) {
      invoice.put(field, Py.getItem(booking, field));
    }
    return PyDict.of("invoice", invoice);
  }

  private PyDict getBookingHistory(Object token) {
    String refusal = tokenRefusal(token);
    return refusal == null ? PyDict.of("booking_history", bookingRecord) : error(refusal);
  }

  private PyDict cancelBooking(Object token, Object bookingId) {
    String refusal = tokenRefusal(token);
    if (refusal == null && !isBooking(bookingId)) {
      refusal = "Booking not found";
    }
    if (refusal != null) {
      return refused("cancel_status", refusal);
    }
    Object booking = Py.getItem(bookingRecord, bookingId);
    Object cardId = Py.getItem(booking, "card_id");
    Object cost = Py.getItem(booking, "travel_cost");
    setBalance(cardId, PyNumbers.add(Py.getItem(card(cardId), "balance"), cost));
    Receiver.dict(bookingRecord, "__delitem__").deleteItem(bookingId);
    return PyDict.of("cancel_status", true);
  }

  private PyDict verifyTraveler(
      Object firstName, Object lastName, Object dateOfBirth, Object passportNumber) {
    if (!Py.eq(userFirstName, firstName) || !Py.eq(userLastName, lastName)) {
      return unverified(
          "Cannot book flight information for another user.Expected "
              + fullName(userFirstName, userLastName)
              + ", got "
              + fullName(firstName, lastName));
    }
    LocalDate birth = Trip.parseDate(dateOfBirth);
    if (birth == null) {
      return unverified("Invalid date of birth format. Please use YYYY-MM-DD.");
    }
    if (Period.between(birth, world.asOf()).getYears() < ADULT_AGE) {
      return unverified("Traveler must be at least 18 years old.");
    }
    if (!(passportNumber instanceof String passport)) {
      throw PyException.noAttribute(passportNumber, "startswith");
    }
    return passport.startsWith("US")
        ? PyDict.of("verification_status", true)
        : unverified("Passport must be issued by the United States.");
  }

  private static String fullName(Object firstName, Object lastName) {
    return Py.str(firstName) + " " + Py.str(lastName);
  }

  private static PyDict unverified(String reason) {
    return PyDict.of("verification_status", false, "verification_failure", reason);
  }

  private PyDict setBudgetLimit(Object token, Object limit) {
    String refusal = tokenRefusal(token);
    if (refusal != null) {
      return error(refusal);
    }
    budgetLimit = PyNumbers.parseFloat(limit);
    return PyDict.of("budget_limit", budgetLimit);
  }

  private static PyDict nearestAirport(Object location) {
    TravelFares.requireHashable(location);
    return PyDict.of(
        "nearest_airport",
        location instanceof String city ? TravelAirports.nearest(city) : TravelAirports.UNKNOWN);
  }

  /** No balance is too small, and no trace of the insurance stays but the payment. */
  private PyDict purchaseInsurance(Object token, Object bookingId, Object cost, Object cardId) {
    String refusal = tokenRefusal(token);
    if (refusal == null) {
      refusal = insuranceRefusal(bookingId, cost, cardId);
    }
    if (refusal != null) {
      return refused("insurance_status", refusal);
    }
    setBalance(cardId, PyNumbers.subtract(Py.getItem(card(cardId), "balance"), cost));
    return PyDict.of("insurance_id", drawText(100_000_000, 999_999_999), "insurance_status", true);
  }

  private @Nullable String insuranceRefusal(Object bookingId, Object cost, Object cardId) {
    if (!Py.isNone(budgetLimit) && Py.less(budgetLimit, cost)) {
      return "Exceeded budget limit";
    }
    if (!isBooking(bookingId)) {
      return "Booking not found";
    }
    return isCard(cardId) ? null : "Credit card not registered";
  }

  private PyDict contactCustomerSupport(Object bookingId) {
    if (!isBooking(bookingId)) {
      return error("Booking not found");
    }
    return PyDict.of(
        "customer_support_message",
        "Thank you for contacting customer support. Your message has been received and we will get"
            + " back to you shortly.");
  }

  /** Why a call with this token is refused; null if it is not. */
  private @Nullable String tokenRefusal(Object token) {
    if (isExpired()) {
      return "Token expired";
    }
    return Py.eq(accessToken, token) ? null : "Invalid access token";
  }

  private boolean isExpired() {
    return Py.eq(tokenExpiresIn, 0L);
  }

  private boolean isCard(Object cardId) {
    return Py.contains(creditCardList, cardId);
  }

  private boolean isBooking(Object bookingId) {
    return Py.contains(bookingRecord, bookingId);
  }

  private Object card(Object cardId) {
    return Py.getItem(creditCardList, cardId);
  }

  private void setBalance(Object cardId, Object balance) {
    Object card = card(cardId);
    world.cardChanges(card);
    Receiver.dict(card, "__setitem__").put("balance", balance);
  }

  private String drawText(long low, long high) {
    return Long.toString(draws.randint(low, high));
  }

  private static PyDict error(String text) {
    return PyDict.of("error", text);
  }

  private static PyDict refused(String status, String text) {
    return PyDict.of(status, false, "error", text);
  }
}
