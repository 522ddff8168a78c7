package org.sealflow.tau.airline;

import static org.sealflow.tau.state.Types.INTEGER;
import static org.sealflow.tau.state.Types.NUMBER;
import static org.sealflow.tau.state.Types.TEXT;
import static org.sealflow.tau.state.Types.entity;
import static org.sealflow.tau.state.Types.listOf;
import static org.sealflow.tau.state.Types.literal;
import static org.sealflow.tau.state.Types.mapOf;
import static org.sealflow.tau.state.Types.tagged;

import java.util.HashMap;
import java.util.Map;
import org.sealflow.tau.state.DatabaseModel;
import org.sealflow.tau.state.FieldType;
import org.sealflow.tau.state.Model;

/** The records of the airline data. */
final class AirlineModels {
  static final String BASIC_ECONOMY = "basic_economy";

  static final Model PASSENGER =
      Model.named("Passenger").with(TEXT, "first_name", "last_name", "dob").build();
  static final Model PAYMENT =
      Model.named("Payment").with(TEXT, "payment_id").with(INTEGER, "amount").build();
  static final Model FLIGHT_INFO =
      Model.named("FlightInfo").with(TEXT, "flight_number", "date").build();
  static final Model RESERVATION_FLIGHT =
      Model.named("ReservationFlight")
          .with(TEXT, "flight_number", "origin", "destination", "date")
          .with(INTEGER, "price")
          .build();
  static final Model RESERVATION =
      Model.named("Reservation")
          .with(TEXT, "reservation_id", "user_id", "origin", "destination")
          .with(literal("round_trip", "one_way"), "flight_type")
          .with(literal("business", "economy", BASIC_ECONOMY), "cabin")
          .with(listOf(entity(RESERVATION_FLIGHT)), "flights")
          .with(listOf(entity(PASSENGER)), "passengers")
          .with(listOf(entity(PAYMENT)), "payment_history")
          .with(TEXT, "created_at")
          .with(INTEGER, "total_baggages", "nonfree_baggages")
          .with(literal("yes", "no"), "insurance")
          .nullable(literal("cancelled"), "status")
          .build();
  static final Model CERTIFICATE =
      Model.named("Certificate")
          .with(literal("certificate"), "source")
          .with(TEXT, "id")
          .with(NUMBER, "amount")
          .build();
  static final Model DIRECT_FLIGHT =
      Model.named("DirectFlight")
          .with(TEXT, "flight_number", "origin", "destination")
          .with(literal("available"), "status")
          .with(TEXT, "scheduled_departure_time_est", "scheduled_arrival_time_est")
          .nullable(TEXT, "date")
          .with(mapOf(INTEGER), "available_seats", "prices")
          .build();
  static final Model AIRPORT = Model.named("AirportCode").with(TEXT, "iata", "city").build();

  private static final Model CREDIT_CARD =
      Model.named("CreditCard")
          .with(literal("credit_card"), "source")
          .with(TEXT, "id", "brand", "last_four")
          .build();
  private static final Model GIFT_CARD =
      Model.named("GiftCard")
          .with(literal("gift_card"), "source")
          .with(TEXT, "id")
          .with(NUMBER, "amount")
          .build();
  private static final FieldType METHOD =
      tagged(
          "source",
          Map.of("credit_card", CREDIT_CARD, "gift_card", GIFT_CARD, "certificate", CERTIFICATE));
  private static final Model NAME =
      Model.named("Name").with(TEXT, "first_name", "last_name").build();
  private static final Model ADDRESS =
      Model.named("Address")
          .with(TEXT, "address1")
          .nullable(TEXT, "address2")
          .with(TEXT, "city", "country", "state", "zip")
          .build();
  private static final Model USER =
      Model.named("User")
          .with(TEXT, "user_id")
          .with(entity(NAME), "name")
          .with(entity(ADDRESS), "address")
          .with(TEXT, "email", "dob")
          .with(mapOf(METHOD), "payment_methods")
          .with(listOf(entity(PASSENGER)), "saved_passengers")
          .with(literal("gold", "silver", "regular"), "membership")
          .with(listOf(TEXT), "reservations")
          .build();
  private static final Model FLIGHT =
      Model.named("Flight")
          .with(TEXT, "flight_number", "origin", "destination")
          .with(TEXT, "scheduled_departure_time_est", "scheduled_arrival_time_est")
          .with(mapOf(tagged("status", instances())), "dates")
          .build();

  static final DatabaseModel DATABASE =
      DatabaseModel.of(
          "FlightDB",
          DatabaseModel.map("flights", FLIGHT),
          DatabaseModel.map("users", USER),
          DatabaseModel.map("reservations", RESERVATION));

  private AirlineModels() {}

  private static Map<String, Model> instances() {
    Map<String, Model> instances = new HashMap<>();
    instances.put(
        "available",
        instance("Available", "available")
            .with(mapOf(INTEGER), "available_seats", "prices")
            .build());
    instances.put(
        "landed",
        instance("Landed", "landed")
            .with(TEXT, "actual_departure_time_est", "actual_arrival_time_est")
            .build());
    instances.put("cancelled", instance("Cancelled", "cancelled").build());
    for (String status : new String[] {"delayed", "on time"}) {
      instances.put(
          status,
          instance("Delayed", status)
              .with(TEXT, "estimated_departure_time_est", "estimated_arrival_time_est")
              .build());
    }
    instances.put(
        "flying",
        instance("Flying", "flying")
            .with(TEXT, "actual_departure_time_est", "estimated_arrival_time_est")
            .build());
    return instances;
  }

  private static Model.Builder instance(String name, String status) {
    return Model.named("FlightDateStatus" + name).with(literal(status), "status");
  }
}
