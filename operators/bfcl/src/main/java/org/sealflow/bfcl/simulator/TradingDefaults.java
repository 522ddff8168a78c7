package org.sealflow.bfcl.simulator;

import java.util.List;
import java.util.Map;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;

/**
 * The values that a {@link TradingBot} starts with if its scenario is silent, and its fixed tables.
 *
 * <p>Source: trading-bot.md 1.2, 1.3, 3.2, 3.17.
 */
final class TradingDefaults {
  static final String STOCK_NOT_FOUND = "Stock not found";

  private static final Map<String, String> SYMBOLS =
      Map.ofEntries(
          Map.entry("Apple", "AAPL"),
          Map.entry("Google", "GOOG"),
          Map.entry("Tesla", "TSLA"),
          Map.entry("Microsoft", "MSFT"),
          Map.entry("Nvidia", "NVDA"),
          Map.entry("Alpha Tech", "ALPH"),
          Map.entry("Omega Industries", "OMEG"),
          Map.entry("Quasar Ltd.", "QUAS"),
          Map.entry("Neptune Systems", "NEPT"),
          Map.entry("Synex Solutions", "SYNX"),
          Map.entry("Amazon", "AMZN"),
          Map.entry("Gorilla", "GORI"),
          Map.entry("Zeta Corp", "ZETA"));

  private static final List<Quote> QUOTES =
      List.of(
          new Quote("AAPL", 227.16, 0.17, 2.552, 227.11, 227.09),
          new Quote("GOOG", 2840.34, 0.24, 1.123, 2835.67, 2842.15),
          new Quote("TSLA", 667.92, -0.12, 1.654, 671.15, 668.2),
          new Quote("MSFT", 310.23, 0.09, 3.234, 309.88, 310.11),
          new Quote("NVDA", 220.34, 0.34, 1.234, 220.45, 220.67),
          new Quote("ALPH", 1320.45, -0.08, 1.567, 1321.12, 1325.78),
          new Quote("OMEG", 457.23, 0.12, 2.345, 456.78, 458.12),
          new Quote("QUAS", 725.89, -0.03, 1.789, 726.45, 728.0),
          new Quote("NEPT", 88.34, 0.19, 0.654, 88.21, 88.67),
          new Quote("SYNX", 345.67, 0.11, 2.112, 345.34, 346.12),
          new Quote("ZETA", 22.09, -0.05, 0.789, 22.12, 22.34));

  private TradingDefaults() {}

  /** The symbol of a company name, exactly as written, or {@link #STOCK_NOT_FOUND}. */
  static String symbolOf(String name) {
    return SYMBOLS.getOrDefault(name, STOCK_NOT_FOUND);
  }

  /** The symbols of the technology sector, a fresh list. */
  static PyList technologySector() {
    return PyList.of("AAPL", "GOOG", "MSFT", "NVDA");
  }

  /** The symbols of the automobile sector, a fresh list. */
  static PyList automobileSector() {
    return PyList.of("TSLA", "F", "GM");
  }

  /** Two orders by id. The default counter names the second one again. */
  static PyDict orders() {
    return PyDict.of(
        12345L,
        order(12345L, "Buy", "AAPL", 210.65, 10L, "Completed"),
        12446L,
        order(12446L, "Sell", "GOOG", 2840.56, 5L, "Pending"));
  }

  /** An order with its keys in the order results show them. */
  static PyDict order(
      Object id, Object orderType, Object symbol, Object price, Object amount, String status) {
    return PyDict.of(
        "id",
        id,
        "order_type",
        orderType,
        "symbol",
        symbol,
        "price",
        price,
        "amount",
        amount,
        "status",
        status);
  }

  static PyDict accountInfo() {
    return PyDict.of("account_id", 12345L, "balance", 10000.0, "binding_card", 1974202140965533L);
  }

  static PyDict stocks() {
    PyDict stocks = new PyDict();
    for (Quote quote : QUOTES) {
      stocks.put(quote.symbol, quote.stock());
    }
    return stocks;
  }

  static PyList watchList() {
    return PyList.of("NVDA");
  }

  private record Quote(
      String symbol, double price, double percentChange, double volume, double ma5, double ma20) {
    PyDict stock() {
      return PyDict.of(
          "price",
          price,
          "percent_change",
          percentChange,
          "volume",
          volume,
          "MA(5)",
          ma5,
          "MA(20)",
          ma20);
    }
  }
}
