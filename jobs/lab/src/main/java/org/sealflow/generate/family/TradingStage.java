package org.sealflow.generate.family;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;

/** An open market, a signed-in account with money, open orders and a watch list. */
final class TradingStage implements ServiceStage {
  static final List<String> ORDER_TYPES = List.of("Buy", "Sell");

  private final PyDict scenario;
  private final List<String> symbols = new ArrayList<>();
  private final List<String> watched = new ArrayList<>();
  private final List<String> unwatched = new ArrayList<>();
  private final List<Long> orders = new ArrayList<>();

  TradingStage(Draws draws, TaskWords values, boolean large) {
    PyDict stocks = new PyDict();
    for (long more = large ? draws.between(12, 18) : 5; more > 0; more--) {
      String symbol = values.symbol();
      symbols.add(symbol);
      stocks.put(symbol, stock(draws));
    }
    watched.addAll(symbols.subList(0, 2));
    unwatched.addAll(symbols.subList(2, symbols.size()));
    scenario =
        PyDict.of(
            "random_seed",
            draws.between(1, 999_999),
            "orders",
            orders(draws, values, large ? draws.between(10, 16) : 2),
            "account_info",
            PyDict.of(
                "account_id", draws.between(1000, 9999),
                "balance", (double) draws.between(500_000, 900_000),
                "binding_card", draws.between(1000, 9999)),
            "authenticated",
            true,
            "market_status",
            "Open",
            "order_counter",
            draws.between(500, 999),
            "stocks",
            stocks,
            "watch_list",
            new PyList(watched));
  }

  private static PyDict stock(Draws draws) {
    double price = draws.between(80, 1200) / 4.0;
    return PyDict.of(
        "price",
        price,
        "percent_change",
        draws.between(-40, 40) / 4.0,
        "volume",
        draws.between(4, 40) / 4.0,
        "MA(5)",
        price + 0.5,
        "MA(20)",
        price - 0.5);
  }

  private PyDict orders(Draws draws, TaskWords values, long number) {
    PyDict placed = new PyDict();
    for (long more = number; more > 0; more--) {
      long id = values.number(100, 499);
      orders.add(id);
      placed.put(
          Long.toString(id),
          PyDict.of(
              "id",
              id,
              "order_type",
              draws.pick(ORDER_TYPES),
              "symbol",
              draws.pick(symbols),
              "price",
              draws.between(80, 1200) / 4.0,
              "amount",
              draws.between(1, 50),
              "status",
              "Open"));
    }
    return placed;
  }

  @Override
  public PyDict scenario() {
    return scenario;
  }

  List<String> symbols() {
    return symbols;
  }

  /** Symbols on the watch list. */
  List<String> watched() {
    return watched;
  }

  /** Symbols that are not on the watch list. */
  List<String> unwatched() {
    return unwatched;
  }

  /** Numbers of the orders that are open. */
  List<Long> orders() {
    return orders;
  }
}
