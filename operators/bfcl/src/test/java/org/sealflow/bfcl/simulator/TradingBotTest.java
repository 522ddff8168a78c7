package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.bfcl.simulator.TestingTrading.QUOTE;
import static org.sealflow.bfcl.simulator.TestingTrading.load;
import static org.sealflow.bfcl.simulator.TestingTrading.loggedIn;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PyStrings;

class TradingBotTest {
  private static final String NOT_ORDERED =
      "'<=' not supported between instances of 'str' and 'int'";

  private static TestingInstance<TradingBot> withBalance(Object balance) {
    return load(
        "authenticated",
        true,
        "market_status",
        "Open",
        "account_info",
        PyDict.of("balance", balance));
  }

  private static TestingInstance<TradingBot> withOrders(Object... idsAndOrders) {
    return load("authenticated", true, "orders", PyDict.of(idsAndOrders));
  }

  @Test
  void attributesAndMethodsAreThoseOfTheReference() {
    assertThat(TradingBot.TYPE.publicAttributes())
        .containsExactly(
            "orders",
            "account_info",
            "authenticated",
            "market_status",
            "order_counter",
            "stocks",
            "watch_list",
            "transaction_history",
            "long_context");
    assertThat(TradingBot.TYPE.methods()).hasSize(20);
  }

  @Test
  void emptyScenarioLoadsTheDefaults() {
    var bot = load();
    bot.holds(
        "{12345: {'id': 12345, 'order_type': 'Buy', 'symbol': 'AAPL', 'price': 210.65,"
            + " 'amount': 10, 'status': 'Completed'},"
            + " 12446: {'id': 12446, 'order_type': 'Sell', 'symbol': 'GOOG', 'price': 2840.56,"
            + " 'amount': 5, 'status': 'Pending'}}",
        "orders");
    bot.holds(
        "{'account_id': 12345, 'balance': 10000.0, 'binding_card': 1974202140965533}",
        "account_info");
    bot.holds("False", "authenticated");
    bot.holds("'Closed'", "market_status");
    bot.holds("12446", "order_counter");
    bot.holds("['NVDA']", "watch_list");
    bot.holds("[]", "transaction_history");
    bot.holds("False", "long_context");
  }

  @Test
  void elevenStocksAreQuotedByDefault() {
    String[] rows = {
      "AAPL 227.16 0.17 2.552 227.11 227.09",
      "GOOG 2840.34 0.24 1.123 2835.67 2842.15",
      "TSLA 667.92 -0.12 1.654 671.15 668.2",
      "MSFT 310.23 0.09 3.234 309.88 310.11",
      "NVDA 220.34 0.34 1.234 220.45 220.67",
      "ALPH 1320.45 -0.08 1.567 1321.12 1325.78",
      "OMEG 457.23 0.12 2.345 456.78 458.12",
      "QUAS 725.89 -0.03 1.789 726.45 728.0",
      "NEPT 88.34 0.19 0.654 88.21 88.67",
      "SYNX 345.67 0.11 2.112 345.34 346.12",
      "ZETA 22.09 -0.05 0.789 22.12 22.34"
    };
    List<String> stocks = new ArrayList<>();
    for (String row : rows) {
      List<String> cells = PyStrings.split(row);
      stocks.add(
          String.format(
              "'%s': {'price': %s, 'percent_change': %s, 'volume': %s, 'MA(5)': %s, 'MA(20)': %s}",
              cells.toArray()));
    }
    load().holds("{" + String.join(", ", stocks) + "}", "stocks");
  }

  @Test
  void instancesShareNoDefault() {
    var first = loggedIn();
    first.call("cancel_order", 12446L);
    first.call("fund_account", 5L);
    first.call("add_to_watchlist", "AAPL");
    emptyScenarioLoadsTheDefaults();
  }

  @Test
  void orderIdsOfDigitsBecomeNumbersAndOthersStay() {
    var bot = withOrders("01", PyDict.of("id", 1L), "1", PyDict.of("id", 2L), "order_type", "Buy");
    bot.holds("{1: {'id': 2}, 'order_type': 'Buy'}", "orders");
    bot.returns("{'history': [1, 'order_type']}", "get_order_history");
    bot.returns("'Buy'", "get_order_details", "order_type");
  }

  @Test
  void clockStandsStill() {
    load().returns("{'current_time': '10:30 AM'}", "get_current_time");
  }

  @Test
  void symbolIsFoundByTheExactName() {
    var bot = load();
    Map<String, String> symbols =
        Map.ofEntries(
            Map.entry("Apple", "AAPL"),
            Map.entry("Google", "GOOG"),
            Map.entry("Tesla", "TSLA"),
            Map.entry("Microsoft", "MSFT"),
            Map.entry("Nvidia", "NVDA"),
            Map.entry("Zeta Corp", "ZETA"),
            Map.entry("Alpha Tech", "ALPH"),
            Map.entry("Omega Industries", "OMEG"),
            Map.entry("Quasar Ltd.", "QUAS"),
            Map.entry("Neptune Systems", "NEPT"),
            Map.entry("Synex Solutions", "SYNX"),
            Map.entry("Amazon", "AMZN"),
            Map.entry("Gorilla", "GORI"));
    symbols.forEach(
        (name, symbol) -> bot.returns("{'symbol': '" + symbol + "'}", "get_symbol_by_name", name));
    bot.returns("{'symbol': 'Stock not found'}", "get_symbol_by_name", "apple");
    bot.returns("{'symbol': 'Stock not found'}", "get_symbol_by_name", 309.88);
    bot.raises("unhashable type: 'list'", "get_symbol_by_name", PyList.of("Apple"));
  }

  @Test
  void stockIsReturnedAsStored() {
    var bot = load();
    bot.returns(QUOTE, "get_stock_info", "AAPL");
    assertThat(bot.call("get_stock_info", "AAPL"))
        .isSameAs(Py.getItem(bot.attribute("stocks"), "AAPL"));
    bot.refuses("Stock with symbol 'aapl' not found.", "get_stock_info", "aapl");
    bot.raises("unhashable type: 'list'", "get_stock_info", PyList.of("AAPL"));
  }

  @Test
  void orderIsFoundByAnEqualNumberOnly() {
    var bot = load();
    String order =
        "{'id': 12446, 'order_type': 'Sell', 'symbol': 'GOOG', 'price': 2840.56, 'amount': 5,"
            + " 'status': 'Pending'}";
    bot.returns(order, "get_order_details", 12446L);
    bot.returns(order, "get_order_details", 12446.0);
    bot.refuses(
        "Order with ID 12446 not found.Here is the list of orders_id: [12345, 12446]",
        "get_order_details",
        "12446");
    bot.raises("unhashable type: 'dict'", "get_order_details", new PyDict());
    withOrders("12345", "x", "order_type", "Buy")
        .refuses(
            "Order with ID 5 not found.Here is the list of orders_id: [12345, 'order_type']",
            "get_order_details",
            5L);
  }

  @Test
  void openOrderIsCancelledAnyNumberOfTimes() {
    var bot = load();
    for (int i = 0; i < 2; i++) {
      bot.returns("{'order_id': 12446.0, 'status': 'Cancelled'}", "cancel_order", 12446.0);
    }
    assertThat(Py.repr(bot.attribute("orders"))).endsWith("'status': 'Cancelled'}}");
  }

  @Test
  void completedAndUnknownOrdersAreNotCancelled() {
    var bot = load();
    bot.refuses("Can't cancel order 12345. Order is already completed.", "cancel_order", 12345L);
    bot.refuses("Order with ID 1 not found.", "cancel_order", 1L);
  }

  @Test
  void strayEntriesCannotBeCancelled() {
    var bot = withOrders("a", "Buy", "b", 5L, "c", new PyDict());
    bot.raises("string indices must be integers, not 'str'", "cancel_order", "a");
    bot.raises("'int' object is not subscriptable", "cancel_order", "b");
    bot.raises("'status'", "cancel_order", "c");
  }

  @Test
  void placedOrderIsStoredOpenAndReportedPending() {
    var bot = loggedIn();
    bot.returns(
        "{'order_id': 12446, 'order_type': 'sell', 'status': 'Pending', 'price': 227.0,"
            + " 'amount': 1.5}",
        "place_order",
        "sell",
        "AAPL",
        227L,
        1.5);
    bot.returns(
        "{'id': 12446, 'order_type': 'sell', 'symbol': 'AAPL', 'price': 227.0, 'amount': 1.5,"
            + " 'status': 'Open'}",
        "get_order_details",
        12446L);
    bot.holds("12447", "order_counter");
    bot.returns("{'history': [12345, 12446]}", "get_order_history");
  }

  @Test
  void orderIsCheckedForLoginSymbolAndAmountsInThatOrder() {
    load()
        .refuses(
            "User not authenticated. Please log in to place an order.",
            "place_order",
            "Buy",
            "NOPE",
            0L,
            0L);
    var bot = loggedIn();
    bot.refuses("Invalid stock symbol: NOPE", "place_order", "Buy", "NOPE", 0L, 0L);
    bot.refuses(
        "Price and amount must be positive values.", "place_order", 5L, "AAPL", 0L, "never read");
    bot.refuses("Price and amount must be positive values.", "place_order", "Buy", "AAPL", 1L, -1L);
    bot.raises(NOT_ORDERED, "place_order", "Buy", "AAPL", "227", 1L);
    bot.raises(NOT_ORDERED, "place_order", "Buy", "AAPL", 227L, "1");
    bot.raises("'int' object has no attribute 'lower'", "place_order", 5L, "AAPL", 1L, 1L);
    bot.holds("12446", "order_counter");
  }

  @Test
  void onlyAPurchaseNeedsFundsAndLeavesThemUntouched() {
    var bot = withBalance(100L);
    bot.refuses(
        "Insufficient funds: required $105.25 but only $100.00 available.",
        "place_order",
        "bUY",
        "AAPL",
        52.625,
        2L);
    assertThat(Py.getItem(bot.call("place_order", "Hold", "AAPL", 52.625, 2L), "status"))
        .isEqualTo("Pending");
    assertThat(Py.getItem(bot.call("place_order", "Buy", "AAPL", 50L, 2L), "status"))
        .isEqualTo("Pending");
    bot.holds("{'balance': 100}", "account_info");
  }

  @Test
  void purchaseCostsWholeSharesAndRoundsHalfToEvenOnTheBinaryValue() {
    var bot = withBalance(100L);
    assertThat(Py.getItem(bot.call("place_order", "Buy", "AAPL", 100L, 1.9), "amount"))
        .isEqualTo(1.9);
    bot.refuses(
        "Insufficient funds: required $100.01 but only $100.00 available.",
        "place_order",
        "Buy",
        "AAPL",
        50.005,
        2L);
    bot.raises(
        "cannot convert float infinity to integer",
        "place_order",
        "Buy",
        "AAPL",
        1L,
        Double.POSITIVE_INFINITY);
  }

  @Test
  void accountWithoutBalanceCountsAsEmptyForOrdersOnly() {
    var bot = load("authenticated", true, "market_status", "Open", "account_info", new PyDict());
    bot.refuses(
        "Insufficient funds: required $1.00 but only $0.00 available.",
        "place_order",
        "Buy",
        "AAPL",
        1L,
        1L);
    bot.raises("'balance'", "withdraw_funds", 1L);
    bot.raises("'balance'", "fund_account", 10L);
    bot.holds("[]", "transaction_history");
    assertThat(bot.privateState()).containsExactly(0L);
  }

  @Test
  void withdrawalIsSubtractedAndRecorded() {
    var bot = withBalance(1000L);
    bot.returns(
        "{'status': 'Withdrawal successful', 'new_balance': 899.9}", "withdraw_funds", 100.1);
    bot.holds("{'balance': 899.9}", "account_info");
    bot.holds(
        "[{'type': 'withdrawal', 'amount': 100.1, 'timestamp': '2024-09-02 05:40:15'}]",
        "transaction_history");
    bot.returns("{'status': 'Withdrawal successful', 'new_balance': 0.0}", "withdraw_funds", 899.9);
  }

  @Test
  void withdrawalIsCheckedForLoginMarketAmountAndFunds() {
    load()
        .refuses(
            "User not authenticated. Please log in to make a transaction.", "withdraw_funds", 5L);
    load("authenticated", true, "market_status", "open")
        .refuses("Market is closed. Transactions are not allowed.", "withdraw_funds", 0L);
    var bot = withBalance(1000L);
    bot.refuses("Transaction amount must be positive.", "withdraw_funds", 0L);
    bot.refuses("Insufficient funds for withdrawal.", "withdraw_funds", 5000L);
    bot.raises(NOT_ORDERED, "withdraw_funds", "5");
    bot.holds("{'balance': 1000}", "account_info");
  }

  @Test
  void fundingWorksWhileTheMarketIsClosed() {
    var bot = loggedIn();
    bot.refuses("Funding amount must be positive.", "fund_account", 0L);
    bot.raises(NOT_ORDERED, "fund_account", "5");
    bot.returns(
        "{'status': 'Account funded successfully', 'new_balance': 10005.0}", "fund_account", 5L);
    withBalance(100L)
        .returns(
            "{'status': 'Account funded successfully', 'new_balance': 105}", "fund_account", 5L);
    load()
        .refuses("User not authenticated. Please log in to fund the account.", "fund_account", 5L);
  }

  @Test
  void transactionTimesFollowTheSeed() {
    var bot = loggedIn();
    for (int i = 0; i < 5; i++) {
      bot.call("fund_account", 1L);
    }
    assertThat(Py.repr(bot.call("get_transaction_history")))
        .containsSubsequence(
            "2024-09-02 05:40:15",
            "2024-09-01 12:26:34",
            "2024-09-02 04:29:48",
            "2024-09-02 09:45:15",
            "2024-09-01 17:54:53");
    // The fourth draw takes two words, as the first one is out of range.
    assertThat(bot.privateState()).containsExactly(6L);
  }

  @Test
  void accountIsShownToItsOwner() {
    load()
        .refuses(
            "User not authenticated. Please log in to view account information.",
            "get_account_info");
    var bot = loggedIn();
    assertThat(bot.call("get_account_info")).isSameAs(bot.attribute("account_info"));
  }

  @Test
  void loginAndLogoutToggleOnce() {
    var bot = load();
    bot.returns("{'status': False}", "trading_get_login_status");
    bot.returns("{'status': 'No user is currently logged in'}", "trading_logout");
    bot.returns("{'status': 'Logged in successfully'}", "trading_login", "", PyNone.NONE);
    bot.returns("{'status': 'Already logged in'}", "trading_login", "u", "p");
    bot.holds("True", "authenticated");
    bot.returns("{'status': 'Logged out successfully'}", "trading_logout");
    bot.holds("False", "authenticated");
    load("authenticated", 1L).returns("{'status': True}", "trading_get_login_status");
  }
}
