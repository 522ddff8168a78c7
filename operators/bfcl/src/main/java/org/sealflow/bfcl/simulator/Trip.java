package org.sealflow.bfcl.simulator;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDates;
import org.sealflow.python.PyException;

/**
 * A flight as a call of {@link TravelAPI} asks for it: values of any type.
 *
 * <p>Source: travel-api.md 3.5 and 3.7.
 */
record Trip(Object from, Object to, Object date, Object travelClass) {
  long fare() {
    return TravelFares.fare(from, to);
  }

  long factor() {
    return TravelFares.classFactor(travelClass) * TravelFares.dateFactor(date);
  }

  /** Why the trip cannot be booked; null if it can. */
  @Nullable String refusal() {
    if (!TravelAirports.isCode(from)) {
      return "Invalid departure airport code: " + Py.str(from);
    }
    if (!TravelAirports.isCode(to)) {
      return "Invalid destination airport code: " + Py.str(to);
    }
    if (parseDate(date) == null) {
      return "Invalid date format. Use YYYY-MM-DD.";
    }
    TravelFares.requireHashable(travelClass);
    if (!TravelFares.isClass(travelClass)) {
      // The reference prints a set here, in an order that differs from process to process.
      return "Invalid travel class. Must be one of {'first', 'business', 'economy'}";
    }
    return TravelFares.isFlown(from, to) ? null : TravelFares.NO_ROUTE;
  }

  /** The date of a text, or null if it is none; TypeError where the value is no text. */
  static @Nullable LocalDate parseDate(Object text) {
    try {
      return PyDates.parseDate(text);
    } catch (PyException e) {
      if (e.kind() == PyException.Kind.VALUE_ERROR) {
        return null;
      }
      throw e;
    }
  }
}
