package org.sealflow.bfcl.simulator;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyNumbers;

/**
 * The ways from one unit to another that {@link MathAPI} knows, step by step as the reference
 * computes them: every step rounds. A way takes a bool, int or float and raises an OverflowError
 * for an int beyond the doubles.
 *
 * <p>Source: math-api.md 4.4 and 4.5.
 */
final class UnitConversions {
  private static final Map<String, Length> LENGTHS =
      Map.of(
          "km", Length.of(1000L),
          "m", Length.of(1L),
          "cm", Length.of(0.01),
          "mm", Length.of(0.001),
          "um", Length.of(1e-6),
          "nm", Length.of(1e-9));

  private static final Map<String, UnaryOperator<Object>> BETWEEN_SYSTEMS =
      Map.ofEntries(
          Map.entry("cm_to_in", times(0.393701)),
          Map.entry("in_to_cm", times(2.54)),
          Map.entry("m_to_ft", times(3.28084)),
          Map.entry("ft_to_m", times(0.3048)),
          Map.entry("m_to_yd", times(1.09361)),
          Map.entry("yd_to_m", times(0.9144)),
          Map.entry("km_to_miles", times(0.621371)),
          Map.entry("miles_to_km", times(1.60934)),
          Map.entry("kg_to_lb", times(2.20462)),
          Map.entry("lb_to_kg", times(0.453592)),
          Map.entry(
              "celsius_to_fahrenheit", value -> PyNumbers.add(PyNumbers.multiply(value, 1.8), 32L)),
          Map.entry(
              "fahrenheit_to_celsius",
              value -> PyNumbers.multiply(PyNumbers.subtract(value, 32L), 5.0 / 9.0)));

  private UnitConversions() {}

  private static UnaryOperator<Object> times(double factor) {
    return value -> PyNumbers.multiply(value, factor);
  }

  /** The way between two SI lengths; null if one of the units is unknown. */
  static @Nullable UnaryOperator<Object> betweenLengths(Object from, Object to) {
    Length source = length(from);
    if (source == null) {
      return null;
    }
    Length target = length(to);
    return target == null ? null : source.to(target);
  }

  private static @Nullable Length length(Object unit) {
    if (unit instanceof String name) {
      return LENGTHS.get(name);
    }
    requireHashable(unit);
    return null;
  }

  /** TypeError for what Python takes as no key of a dict. */
  private static void requireHashable(Object key) {
    new PyDict().put(key, true);
  }

  /** The way between an SI and an imperial unit; null if there is none. */
  static @Nullable UnaryOperator<Object> betweenSystems(Object from, Object to) {
    return BETWEEN_SYSTEMS.get(Py.str(from) + "_to_" + Py.str(to));
  }

  /**
   * A length unit.
   *
   * @param metres an int where it is whole: times an int it stays exact
   * @param perMetre the reciprocal, rounded before it is used
   */
  private record Length(Object metres, double perMetre) {
    static Length of(Object metres) {
      return new Length(metres, 1 / PyNumbers.toDouble(metres));
    }

    UnaryOperator<Object> to(Length target) {
      return value -> PyNumbers.multiply(PyNumbers.multiply(value, metres), target.perMetre);
    }
  }
}
