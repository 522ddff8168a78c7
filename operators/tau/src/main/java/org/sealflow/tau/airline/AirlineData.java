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
import org.sealflow.tau.state.Model;
import org.sealflow.tau.state.Table;

/** Look-ups in the airline data that tools share. */
final class AirlineData {
  private AirlineData() {}

  static Table users(Database data) {
    return data.table("users");
  }

  static Table reservations(Database data) {
    return data.table("reservations");
  }

  static Table flights(Database data) {
    return data.table("flights");
  }

  static Entity user(Database data, @Nullable Object id) {
    return found(users(data).find(id), "User", id);
  }

  static Entity reservation(Database data, @Nullable Object id) {
    return found(reservations(data).find(id), "Reservation", id);
  }

  /** The flight of a number on a date, in whatever state it is. */
  static Entity instance(Database data, @Nullable Object number, @Nullable Object date) {
    Entity flight = found(flights(data).find(number), "Flight", number);
    Object instance = flight.map("dates").get(Python.hashable(date));
    if (instance == null) {
      throw CallException.tool(
          "Flight " + Python.str(number) + " not found on date " + Python.str(date));
    }
    return (Entity) instance;
  }

  /**
   * A flight with enough seats for new passengers.
   *
   * @throws CallException if it cannot be booked, or the cabin is unknown
   */
  static Entity bookable(Database data, Entity info, @Nullable Object cabin, int passengers) {
    Object number = info.get("flight_number");
    Object date = info.get("date");
    Entity instance = instance(data, number, date);
    if (!isAvailable(instance)) {
      throw CallException.tool(
          "Flight " + Python.str(number) + " not available on date " + Python.str(date));
    }
    Map<String, Object> seats = instance.map("available_seats");
    Object free = seats.get(Python.hashable(cabin));
    if (free == null) {
      throw CallException.noKey(cabin);
    }
    if (PythonNumbers.holds(free, Py.Order.LESS, (long) passengers)) {
      throw CallException.tool("Not enough seats on flight " + Python.str(number));
    }
    return instance;
  }

  static boolean isAvailable(Entity instance) {
    return instance.text("status").equals("available");
  }

  /**
   * Turns a list of objects into records; anything else is left as it is and fails where it is
   * used.
   */
  static @Nullable Object records(@Nullable Object value, Model model) {
    List<? extends @Nullable Object> items = Python.iterate(value);
    List<Entity> records = new ArrayList<>(items.size());
    for (Object item : items) {
      if (!(item instanceof Map)) {
        return value;
      }
    }
    for (Object item : items) {
      records.add(model.read((Map<?, ?>) item));
    }
    return records;
  }

  private static Entity found(@Nullable Entity entity, String kind, @Nullable Object id) {
    if (entity == null) {
      throw CallException.tool(kind + " " + Python.str(id) + " not found");
    }
    return entity;
  }
}
