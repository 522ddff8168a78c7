package org.sealflow.tau.airline;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;

/** Finds flights. */
final class SearchTools {
  private static final List<String> AIRPORTS =
      List.of(
          "SFO San Francisco",
          "JFK New York",
          "LAX Los Angeles",
          "ORD Chicago",
          "DFW Dallas",
          "DEN Denver",
          "SEA Seattle",
          "ATL Atlanta",
          "MIA Miami",
          "BOS Boston",
          "PHX Phoenix",
          "IAH Houston",
          "LAS Las Vegas",
          "MCO Orlando",
          "EWR Newark",
          "CLT Charlotte",
          "MSP Minneapolis",
          "DTW Detroit",
          "PHL Philadelphia",
          "LGA LaGuardia");
  private static final String NEXT_DAY = "+1";

  private static final Parameter ORIGIN =
      Parameter.text("origin", "IATA code of the airport to start from.");
  private static final Parameter DESTINATION =
      Parameter.text("destination", "IATA code of the airport to go to.");
  private static final Parameter DATE =
      Parameter.text("date", "The day of departure, as 2024-01-31.");

  private SearchTools() {}

  static Tool airports() {
    return Tool.read(
        "list_all_airports",
        "List the airports that are served, with their cities.",
        (data, arguments) -> airportList());
  }

  static Tool direct() {
    return Tool.read(
        "search_direct_flight",
        "Find flights without a stop between two airports on a day.",
        (data, arguments) ->
            direct(
                data,
                arguments.get("origin"),
                arguments.get("destination"),
                arguments.get("date"),
                null),
        ORIGIN,
        DESTINATION,
        DATE);
  }

  static Tool oneStop() {
    return Tool.read(
        "search_onestop_flight",
        "Find pairs of flights with one stop between two airports, leaving on a day.",
        SearchTools::oneStop,
        ORIGIN,
        DESTINATION,
        DATE);
  }

  static Tool status() {
    return Tool.read(
        "get_flight_status",
        "Tell the state of a flight on a day.",
        (data, arguments) ->
            AirlineData.instance(data, arguments.get("flight_number"), arguments.get("date"))
                .text("status"),
        Parameter.text("flight_number", "The flight, for example 'HAT001'."),
        DATE);
  }

  private static List<Entity> airportList() {
    List<Entity> airports = new ArrayList<>();
    for (String airport : AIRPORTS) {
      airports.add(AirlineModels.AIRPORT.of(airport.substring(0, 3), airport.substring(4)));
    }
    return airports;
  }

  /** Flights with the date shown as given, or as null. */
  private static List<Entity> direct(
      Database data,
      @Nullable Object origin,
      @Nullable Object destination,
      @Nullable Object date,
      @Nullable String shownDate) {
    List<Entity> found = new ArrayList<>();
    for (Entity flight : AirlineData.flights(data).rows()) {
      if ((origin == null || origin.equals(flight.get("origin")))
          && (destination == null || destination.equals(flight.get("destination")))) {
        Entity instance = (Entity) flight.map("dates").get(Python.hashable(date));
        if (instance != null && AirlineData.isAvailable(instance)) {
          found.add(shown(flight, instance, shownDate));
        }
      }
    }
    return found;
  }

  private static Entity shown(Entity flight, Entity instance, @Nullable String date) {
    return new Entity(
        AirlineModels.DIRECT_FLIGHT.shape(),
        flight.get("flight_number"),
        flight.get("origin"),
        flight.get("destination"),
        "available",
        flight.get("scheduled_departure_time_est"),
        flight.get("scheduled_arrival_time_est"),
        date,
        instance.get("available_seats"),
        instance.get("prices"));
  }

  private static List<List<Entity>> oneStop(Database data, BoundArguments arguments) {
    Object date = arguments.get("date");
    List<List<Entity>> found = new ArrayList<>();
    String shown = date instanceof String text ? text : null;
    for (Entity first : direct(data, arguments.get("origin"), null, date, shown)) {
      // A flight was found, so the date is one of the data.
      String day = Objects.requireNonNull(shown);
      String arrival = first.text("scheduled_arrival_time_est");
      String nextDay = arrival.contains(NEXT_DAY) ? dayAfter(day) : day;
      for (Entity second :
          direct(data, first.get("destination"), arguments.get("destination"), nextDay, nextDay)) {
        if (second.text("scheduled_departure_time_est").compareTo(arrival) >= 0) {
          found.add(List.of(first, second));
        }
      }
    }
    return found;
  }

  /** The next day of May, not padded to two digits: the benchmark's own arithmetic. */
  private static String dayAfter(String date) {
    return "2024-05-" + (Integer.parseInt(date.substring(date.length() - 2)) + 1);
  }
}
