package org.sealflow.bfcl.simulator;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyException;
import org.sealflow.python.PyNumbers;

/**
 * The exchange rates of {@link TravelAPI}: every trade has US dollars on one side.
 *
 * <p>Source: travel-api.md 3.12.
 */
final class DollarRates {
  /**
   * The price of a US dollar by currency. An int makes {@code *} repeat a text, a float refuses it.
   */
  private static final Map<String, Object> RATES =
      Map.of(
          "RMB", 7L, "EUR", 0.8, "JPY", 110L, "GBP", 0.7, "CAD", 1.3, "AUD", 1.4, "INR", 70L, "RUB",
          60L, "BRL", 3.8, "MXN", 20L);

  private DollarRates() {}

  /**
   * Converts an amount: exact from dollars, rounded to two decimals into dollars.
   *
   * @param value any Python value; from dollars at an int rate a text is repeated and then read
   * @throws PyException ValueError for any other pair of currencies, or as Python's arithmetic
   *     raises
   */
  static Object exchange(Object base, Object target, Object value) {
    Object bought = rate(target);
    if ("USD".equals(base) && bought != null) {
      return PyNumbers.parseFloat(PyNumbers.multiply(value, bought));
    }
    Object sold = rate(base);
    if ("USD".equals(target) && sold != null) {
      return PyNumbers.round(PyNumbers.divide(value, sold), 2L);
    }
    throw PyException.valueError("No available exchange rate for the given currencies.");
  }

  private static @Nullable Object rate(Object currency) {
    return currency instanceof String code ? RATES.get(code) : null;
  }
}
