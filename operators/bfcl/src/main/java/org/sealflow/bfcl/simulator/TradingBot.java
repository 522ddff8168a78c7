package org.sealflow.bfcl.simulator;

import static org.sealflow.bfcl.simulator.SimulatorClass.optional;
import static org.sealflow.bfcl.simulator.SimulatorClass.required;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDates;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.PyStrings;
import org.sealflow.python.call.LiveInstance;

/**
 * A stock broker: quotes, orders, funds, a watch list. The clock stands at 2024-09-01 10:30.
 *
 * <p>Attributes keep whatever type the scenario gives them, and results hold the live objects, as a
 * nested call can store what another returned.
 *
 * <p>Source: trading-bot.md.
 */
public final class TradingBot implements Simulator {
  /** Methods and attributes of the class. */
  public static final SimulatorClass<TradingBot> TYPE =
      SimulatorClass.named("TradingBot", TradingBot::load)
          .publicAttributes(
              "orders",
              "account_info",
              "authenticated",
              "market_status",
              "order_counter",
              "stocks",
              "watch_list",
              "transaction_history",
              "long_context")
          .privateAttributes("_random")
          .method("get_current_time", (self, arguments) -> self.getCurrentTime())
          .method(
              "get_symbol_by_name",
              (self, arguments) -> self.getSymbolByName(arguments[0]),
              required("name"))
          .method(
              "get_stock_info",
              (self, arguments) -> self.getStockInfo(arguments[0]),
              required("symbol"))
          .method(
              "get_order_details",
              (self, arguments) -> self.getOrderDetails(arguments[0]),
              required("order_id"))
          .method(
              "cancel_order",
              (self, arguments) -> self.cancelOrder(arguments[0]),
              required("order_id"))
          .method(
              "place_order",
              (self, arguments) ->
                  self.placeOrder(arguments[0], arguments[1], arguments[2], arguments[3]),
              required("order_type"),
              required("symbol"),
              required("price"),
              required("amount"))
          .method(
              "withdraw_funds",
              (self, arguments) -> self.withdrawFunds(arguments[0]),
              required("amount"))
          .method("get_account_info", (self, arguments) -> self.getAccountInfo())
          .method(
              "trading_login",
              (self, arguments) -> self.login(),
              required("username"),
              required("password"))
          .method("trading_get_login_status", (self, arguments) -> self.getLoginStatus())
          .method("trading_logout", (self, arguments) -> self.logout())
          .method(
              "fund_account",
              (self, arguments) -> self.fundAccount(arguments[0]),
              required("amount"))
          .method(
              "remove_stock_from_watchlist",
              (self, arguments) -> self.removeStockFromWatchlist(arguments[0]),
              required("symbol"))
          .method("get_watchlist", (self, arguments) -> self.getWatchlist())
          .method("get_order_history", (self, arguments) -> self.getOrderHistory())
          .method(
              "get_transaction_history",
              (self, arguments) -> self.getTransactionHistory(arguments[0], arguments[1]),
              optional("start_date", PyNone.NONE),
              optional("end_date", PyNone.NONE))
          .method(
              "get_available_stocks",
              (self, arguments) -> self.getAvailableStocks(arguments[0]),
              required("sector"))
          .method(
              "filter_stocks_by_price",
              (self, arguments) ->
                  self.filterStocksByPrice(arguments[0], arguments[1], arguments[2]),
              required("stocks"),
              required("min_price"),
              required("max_price"))
          .method(
              "add_to_watchlist",
              (self, arguments) -> self.addToWatchlist(arguments[0]),
              required("stock"))
          .method(
              "notify_price_change",
              (self, arguments) -> self.notifyPriceChange(arguments[0], arguments[1]),
              required("stocks"),
              required("threshold"))
          .build();

  private static final long DEFAULT_SEED = 1053520;
  private static final long DEFAULT_ORDER_COUNTER = 12446;
  private static final long SECONDS_PER_DAY = 86400;

  /** 10:30:00, where the clock stands on the first of September. */
  private static final long SECONDS_AT_START = 37800;

  private final PyDict orders;
  private final Object accountInfo;
  private Object authenticated;
  private final Object marketStatus;
  private Object orderCounter;
  private final Object stocks;
  private final Object watchList;
  private final Object transactionHistory;
  private final boolean longContext;
  private final LongContext extensions;
  private final SeededDraws draws;

  private TradingBot(PyDict scenario, boolean longContext, LongContext extensions) {
    this.longContext = longContext;
    this.extensions = extensions;
    Object givenOrders = scenario.get("orders");
    orders = givenOrders == null ? TradingDefaults.orders() : withNumberedKeys(givenOrders);
    Object account = scenario.get("account_info");
    accountInfo = account == null ? TradingDefaults.accountInfo() : account;
    authenticated = scenario.getOrDefault("authenticated", false);
    marketStatus = scenario.getOrDefault("market_status", "Closed");
    orderCounter = scenario.getOrDefault("order_counter", DEFAULT_ORDER_COUNTER);
    Object quotes = scenario.get("stocks");
    stocks = quotes == null ? TradingDefaults.stocks() : quotes;
    Object watched = scenario.get("watch_list");
    watchList = watched == null ? TradingDefaults.watchList() : watched;
    Object transactions = scenario.get("transaction_history");
    transactionHistory = transactions == null ? new PyList() : transactions;
    draws = SeededDraws.of(scenario, DEFAULT_SEED);
  }

  private static TradingBot load(PyDict scenario, boolean longContext, SharedWorld world) {
    return new TradingBot(scenario, longContext, world.longContext());
  }

  /** JSON has text keys only; orders are looked up by number. Stray other keys stay. */
  private static PyDict withNumberedKeys(Object givenOrders) {
    PyDict orders = new PyDict();
    for (PyDict.Entry entry : Receiver.dict(givenOrders, "items").entries()) {
      boolean number = entry.key() instanceof String text && PyStrings.isDigit(text);
      orders.put(number ? PyNumbers.parseInt(entry.key()) : entry.key(), entry.value());
    }
    return orders;
  }

  private TradingBot(TradingBot other, WorldCopy copy) {
    this.orders = copy.of(other.orders);
    this.accountInfo = copy.of(other.accountInfo);
    this.authenticated = copy.of(other.authenticated);
    this.marketStatus = copy.of(other.marketStatus);
    this.orderCounter = copy.of(other.orderCounter);
    this.stocks = copy.of(other.stocks);
    this.watchList = copy.of(other.watchList);
    this.transactionHistory = copy.of(other.transactionHistory);
    this.longContext = other.longContext;
    this.extensions = other.extensions;
    this.draws = other.draws.copy();
  }

  @Override
  public LiveInstance<TradingBot> copy(WorldCopy copy) {
    return new LiveInstance<>(TYPE, new TradingBot(this, copy));
  }

  @Override
  public SimulatorClass<TradingBot> type() {
    return TYPE;
  }

  @Override
  public List<Object> publicState() {
    return List.of(
        orders,
        accountInfo,
        authenticated,
        marketStatus,
        orderCounter,
        stocks,
        watchList,
        transactionHistory,
        longContext);
  }

  @Override
  public List<Object> privateState() {
    return List.of(draws.position());
  }

  private PyDict getCurrentTime() {
    return PyDict.of("current_time", "10:30 AM");
  }

  private PyDict getSymbolByName(Object name) {
    if (name instanceof String text) {
      return PyDict.of("symbol", TradingDefaults.symbolOf(text));
    }
    requireHashable(name);
    return PyDict.of("symbol", TradingDefaults.STOCK_NOT_FOUND);
  }

  /** Looking a value up in any dict raises TypeError where it cannot be a key. */
  private static void requireHashable(Object key) {
    new PyDict().containsKey(key);
  }

  private Object getStockInfo(Object symbol) {
    if (!Py.contains(stocks, symbol)) {
      return error("Stock with symbol '" + Py.str(symbol) + "' not found.");
    }
    Object stock = Py.getItem(stocks, symbol);
    if (!longContext) {
      return stock;
    }
    PyDict extended = Receiver.dict(stock, "copy").copy();
    extended.put("MA(5)", Py.copyOfConstant(extensions.list("MA_5_EXTENSION")));
    extended.put("MA(20)", Py.copyOfConstant(extensions.list("MA_20_EXTENSION")));
    return extended;
  }

  private Object getOrderDetails(Object orderId) {
    if (!orders.containsKey(orderId)) {
      return error(
          "Order with ID "
              + Py.str(orderId)
              + " not found.Here is the list of orders_id: "
              + Py.repr(new PyList(orders.keys())));
    }
    Object order = orders.getItem(orderId);
    if (!longContext) {
      return order;
    }
    PyDict extended = Receiver.dict(order, "copy").copy();
    extended.put("metadata", metadataOf(extended.getItem("symbol")));
    return extended;
  }

  private PyDict metadataOf(Object symbol) {
    String name = Py.str(symbol);
    PyDict metadata = new PyDict();
    for (PyDict.Entry text : extensions.dict("ORDER_DETAIL_EXTENSION").entries()) {
      metadata.put(text.key(), ((String) text.value()).replace("{symbol}", name));
    }
    return metadata;
  }

  private PyDict cancelOrder(Object orderId) {
    if (!orders.containsKey(orderId)) {
      return error("Order with ID " + Py.str(orderId) + " not found.");
    }
    Object order = orders.getItem(orderId);
    if (Py.eq(Py.getItem(order, "status"), "Completed")) {
      return error("Can't cancel order " + Py.str(orderId) + ". Order is already completed.");
    }
    // Only a dict has got past the text key above.
    ((PyDict) order).put("status", "Cancelled");
    return PyDict.of("order_id", orderId, "status", "Cancelled");
  }

  /** Checks the funds of a purchase, but takes nothing: an order never changes the balance. */
  private PyDict placeOrder(Object orderType, Object symbol, Object price, Object amount) {
    if (!isLoggedIn()) {
      return error("User not authenticated. Please log in to place an order.");
    }
    if (!Py.contains(stocks, symbol)) {
      return error("Invalid stock symbol: " + Py.str(symbol));
    }
    if (Py.lessOrEqual(price, 0L) || Py.lessOrEqual(amount, 0L)) {
      return error("Price and amount must be positive values.");
    }
    if (Receiver.lower(orderType).equals("buy")) {
      PyDict refusal = refusePurchase(price, amount);
      if (refusal != null) {
        return refusal;
      }
    }
    double paid = PyNumbers.parseFloat(price);
    Object orderId = orderCounter;
    orders.put(orderId, TradingDefaults.order(orderId, orderType, symbol, paid, amount, "Open"));
    orderCounter = PyNumbers.add(orderCounter, 1L);
    return PyDict.of(
        "order_id",
        orderId,
        "order_type",
        orderType,
        "status",
        "Pending",
        "price",
        paid,
        "amount",
        amount);
  }

  /** The error of a purchase that costs more than the balance, else null. */
  private @Nullable PyDict refusePurchase(Object price, Object amount) {
    Object cost = PyNumbers.multiply(PyNumbers.parseFloat(price), PyNumbers.parseInt(amount));
    Object balance = Receiver.dict(accountInfo, "get").getOrDefault("balance", 0L);
    if (!Py.greater(cost, balance)) {
      return null;
    }
    return error(
        "Insufficient funds: required $"
            + PyNumbers.fixed(cost, 2)
            + " but only $"
            + PyNumbers.fixed(balance, 2)
            + " available.");
  }

  private PyDict withdrawFunds(Object amount) {
    if (!isLoggedIn()) {
      return error("User not authenticated. Please log in to make a transaction.");
    }
    if (!Py.eq(marketStatus, "Open")) {
      return error("Market is closed. Transactions are not allowed.");
    }
    if (Py.lessOrEqual(amount, 0L)) {
      return error("Transaction amount must be positive.");
    }
    Object balance = Py.getItem(accountInfo, "balance");
    if (Py.greater(amount, balance)) {
      return error("Insufficient funds for withdrawal.");
    }
    setBalance(PyNumbers.subtract(balance, amount));
    recordTransaction("withdrawal", amount);
    return PyDict.of("status", "Withdrawal successful", "new_balance", balance());
  }

  private PyDict fundAccount(Object amount) {
    if (!isLoggedIn()) {
      return error("User not authenticated. Please log in to fund the account.");
    }
    if (Py.lessOrEqual(amount, 0L)) {
      return error("Funding amount must be positive.");
    }
    setBalance(PyNumbers.add(balance(), amount));
    recordTransaction("deposit", amount);
    return PyDict.of("status", "Account funded successfully", "new_balance", balance());
  }

  private Object balance() {
    return Py.getItem(accountInfo, "balance");
  }

  /** Follows a read of the balance, which only a dict survives. */
  private void setBalance(Object balance) {
    ((PyDict) accountInfo).put("balance", balance);
  }

  private void recordTransaction(String type, Object amount) {
    PyList history = Receiver.list(transactionHistory, "append");
    history.add(PyDict.of("type", type, "amount", amount, "timestamp", drawTimestamp()));
  }

  /** A second of the 24 hours from the start of the clock on, both ends included. */
  private String drawTimestamp() {
    long seconds = SECONDS_AT_START + draws.randint(0, SECONDS_PER_DAY);
    StringBuilder text = new StringBuilder("2024-09-");
    appendTwoDigits(text, 1 + seconds / SECONDS_PER_DAY).append(' ');
    appendTwoDigits(text, seconds % SECONDS_PER_DAY / 3600).append(':');
    appendTwoDigits(text, seconds % 3600 / 60).append(':');
    return appendTwoDigits(text, seconds % 60).toString();
  }

  private static StringBuilder appendTwoDigits(StringBuilder text, long number) {
    return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }

  private Object getAccountInfo() {
    if (!isLoggedIn()) {
      return error("User not authenticated. Please log in to view account information.");
    }
    return accountInfo;
  }

  private PyDict login() {
    if (isLoggedIn()) {
      return PyDict.of("status", "Already logged in");
    }
    authenticated = true;
    return PyDict.of("status", "Logged in successfully");
  }

  private PyDict getLoginStatus() {
    return PyDict.of("status", isLoggedIn());
  }

  private PyDict logout() {
    if (!isLoggedIn()) {
      return PyDict.of("status", "No user is currently logged in");
    }
    authenticated = false;
    return PyDict.of("status", "Logged out successfully");
  }

  private boolean isLoggedIn() {
    return Py.isTrue(authenticated);
  }

  private PyDict removeStockFromWatchlist(Object symbol) {
    if (!isLoggedIn()) {
      return error("User not authenticated. Please log in to modify the watchlist.");
    }
    if (!Py.contains(watchList, symbol)) {
      return error("Stock " + Py.str(symbol) + " not found in watchlist.");
    }
    Receiver.list(watchList, "remove").remove(symbol);
    return PyDict.of("status", "Stock " + Py.str(symbol) + " removed from watchlist successfully.");
  }

  private Object getWatchlist() {
    if (!isLoggedIn()) {
      return PyList.of("Error: User not authenticated. Please log in to view the watchlist.");
    }
    if (!longContext) {
      return PyDict.of("watchlist", watchList);
    }
    PyList extended = Receiver.list(watchList, "copy").copy();
    extended.addAll(extensions.list("WATCH_LIST_EXTENSION"));
    return extended;
  }

  private Object getOrderHistory() {
    if (!isLoggedIn()) {
      return PyList.of(error("User not authenticated. Please log in to view order history."));
    }
    return PyDict.of("history", new PyList(orders.keys()));
  }

  /** The end date means midnight at its beginning, so what happened later that day is left out. */
  private Object getTransactionHistory(Object startDate, Object endDate) {
    if (!isLoggedIn()) {
      return PyList.of(error("User not authenticated. Please log in to view transaction history."));
    }
    LocalDateTime start = midnight(startDate, LocalDateTime.MIN);
    LocalDateTime end = midnight(endDate, LocalDateTime.MAX);
    PyList found = new PyList();
    for (Object transaction : Py.iterate(transactionHistory)) {
      LocalDateTime time = PyDates.parseDateTime(Py.getItem(transaction, "timestamp"));
      if (!time.isBefore(start) && !time.isAfter(end)) {
        found.add(transaction);
      }
    }
    if (longContext) {
      PyList more = (PyList) Py.copyOfConstant(extensions.list("TRANSACTION_HISTORY_EXTENSION"));
      found.addAll(more);
    }
    return PyDict.of("transaction_history", found);
  }

  private static LocalDateTime midnight(Object date, LocalDateTime otherwise) {
    return Py.isTrue(date) ? PyDates.parseDate(date).atStartOfDay() : otherwise;
  }

  private PyDict getAvailableStocks(Object sector) {
    requireHashable(sector);
    PyList symbols = new PyList();
    if (Py.eq(sector, "Technology")) {
      symbols = inSector(TradingDefaults.technologySector(), "TECHNOLOGY_EXTENSION");
    } else if (Py.eq(sector, "Automobile")) {
      symbols = inSector(TradingDefaults.automobileSector(), "AUTOMOBILE_EXTENSION");
    }
    return PyDict.of("stock_list", symbols);
  }

  private PyList inSector(PyList symbols, String extension) {
    if (longContext) {
      symbols.addAll(extensions.list(extension));
    }
    return symbols;
  }

  private PyDict filterStocksByPrice(Object symbols, Object minPrice, Object maxPrice) {
    PyList filtered = new PyList();
    for (Object symbol : Py.iterate(symbols)) {
      Object price = priceOf(symbol);
      if (Py.greaterOrEqual(price, minPrice) && Py.lessOrEqual(price, maxPrice)) {
        filtered.add(symbol);
      }
    }
    return PyDict.of("filtered_stocks", filtered);
  }

  private Object priceOf(Object symbol) {
    Object stock = Receiver.dict(stocks, "get").get(symbol);
    return stock == null ? 0L : Receiver.dict(stock, "get").getOrDefault("price", 0L);
  }

  private PyDict addToWatchlist(Object stock) {
    if (!Py.contains(watchList, stock) && Py.contains(stocks, stock)) {
      Receiver.list(watchList, "append").add(stock);
    }
    return PyDict.of("watchlist", watchList);
  }

  private PyDict notifyPriceChange(Object symbols, Object threshold) {
    List<String> changed = new ArrayList<>();
    for (Object symbol : Py.iterate(symbols)) {
      if (Py.contains(stocks, symbol) && changeReaches(symbol, threshold)) {
        changed.add(Py.str(symbol));
      }
    }
    return PyDict.of(
        "notification",
        changed.isEmpty()
            ? "No significant price changes in the selected stocks."
            : "Stocks " + String.join(", ", changed) + " have significant price changes.");
  }

  private boolean changeReaches(Object symbol, Object threshold) {
    Object change = Py.getItem(Py.getItem(stocks, symbol), "percent_change");
    return Py.greaterOrEqual(PyNumbers.absolute(change), threshold);
  }

  private static PyDict error(String text) {
    return PyDict.of("error", text);
  }
}
