package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.bfcl.simulator.TestingTrading.QUOTE;
import static org.sealflow.bfcl.simulator.TestingTrading.load;
import static org.sealflow.bfcl.simulator.TestingTrading.loggedIn;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;

class TradingListsTest {
  private static TestingInstance<TradingBot> longContext(Object... scenario) {
    return TestingInstance.longContext(
        TradingBot.TYPE,
        Map.of(
            "MA_5_EXTENSION", PyList.of(1.5, 2.5),
            "MA_20_EXTENSION", PyList.of(3.5),
            "ORDER_DETAIL_EXTENSION", PyDict.of("risks", "{symbol} and {symbol}", "end", "."),
            "WATCH_LIST_EXTENSION", PyList.of("X", PyNone.ELLIPSIS),
            "TRANSACTION_HISTORY_EXTENSION", PyList.of(PyDict.of("type", "old")),
            "TECHNOLOGY_EXTENSION", PyList.of("AAPL", "Y"),
            "AUTOMOBILE_EXTENSION", PyList.of("TSLA", "Z")),
        scenario);
  }

  @Test
  void stockIsRemovedFromTheWatchListOnce() {
    var bot = load("authenticated", true, "watch_list", PyList.of("A", "B", "A"));
    bot.returns(
        "{'status': 'Stock A removed from watchlist successfully.'}",
        "remove_stock_from_watchlist",
        "A");
    bot.holds("['B', 'A']", "watch_list");
    bot.refuses("Stock ZZZ not found in watchlist.", "remove_stock_from_watchlist", "ZZZ");
    bot.refuses(
        "Stock ['A'] not found in watchlist.", "remove_stock_from_watchlist", PyList.of("A"));
    load()
        .refuses(
            "User not authenticated. Please log in to modify the watchlist.",
            "remove_stock_from_watchlist",
            "NVDA");
  }

  @Test
  void refusedListsAreListsThemselves() {
    var bot = load();
    bot.returns(
        "['Error: User not authenticated. Please log in to view the watchlist.']", "get_watchlist");
    bot.returns(
        "[{'error': 'User not authenticated. Please log in to view order history.'}]",
        "get_order_history");
    bot.returns(
        "[{'error': 'User not authenticated. Please log in to view transaction history.'}]",
        "get_transaction_history",
        5L);
  }

  @Test
  void knownStockIsWatchedOnceWithoutLogin() {
    var bot = load();
    bot.returns("{'watchlist': ['NVDA', 'AAPL']}", "add_to_watchlist", "AAPL");
    bot.returns("{'watchlist': ['NVDA', 'AAPL']}", "add_to_watchlist", "AAPL");
    bot.returns("{'watchlist': ['NVDA', 'AAPL']}", "add_to_watchlist", "XXXX");
    bot.raises("unhashable type: 'list'", "add_to_watchlist", PyList.of("AAPL"));
  }

  @Test
  void watchListIsTheLiveList() {
    var bot = loggedIn();
    Object shown = Py.getItem(bot.call("get_watchlist"), "watchlist");
    bot.call("add_to_watchlist", "AAPL");
    assertThat(Py.repr(shown)).isEqualTo("['NVDA', 'AAPL']");
  }

  private static TestingInstance<TradingBot> withTransactions(String... timestamps) {
    PyList transactions = new PyList();
    for (String timestamp : timestamps) {
      transactions.add(PyDict.of("timestamp", timestamp));
    }
    return load("authenticated", true, "transaction_history", transactions);
  }

  @Test
  void endDateMeansTheMidnightAtItsBeginning() {
    var bot = withTransactions("2024-09-01 10:30:00", "2024-09-02 00:00:00");
    String first = "{'timestamp': '2024-09-01 10:30:00'}";
    String second = "{'timestamp': '2024-09-02 00:00:00'}";
    String both = "{'transaction_history': [" + first + ", " + second + "]}";
    bot.returns(both, "get_transaction_history");
    bot.returns(both, "get_transaction_history", "", PyNone.NONE);
    bot.returns(both, "get_transaction_history", "2024-09-01", "2024-09-02");
    bot.returns(
        "{'transaction_history': [" + second + "]}", "get_transaction_history", "2024-09-02");
    bot.returns(
        "{'transaction_history': []}", "get_transaction_history", PyNone.NONE, "2024-09-01");
  }

  @Test
  void unreadableDatesRaise() {
    var bot = withTransactions("2024-09-01");
    bot.raises(
        "time data '2024-09-01' does not match format '%Y-%m-%d %H:%M:%S'",
        "get_transaction_history");
    bot.raises(
        "time data 'None' does not match format '%Y-%m-%d'", "get_transaction_history", "None");
    bot.raises(
        "strptime() argument 1 must be str, not int",
        "get_transaction_history",
        PyNone.NONE,
        20240901L);
    load("authenticated", true, "transaction_history", PyList.of(new PyDict()))
        .raises("'timestamp'", "get_transaction_history");
  }

  @Test
  void sectorsAreFixedLists() {
    var bot = load();
    bot.returns(
        "{'stock_list': ['AAPL', 'GOOG', 'MSFT', 'NVDA']}", "get_available_stocks", "Technology");
    bot.returns("{'stock_list': ['TSLA', 'F', 'GM']}", "get_available_stocks", "Automobile");
    bot.returns("{'stock_list': []}", "get_available_stocks", "technology");
    bot.returns("{'stock_list': []}", "get_available_stocks", 725.89);
    bot.raises("unhashable type: 'list'", "get_available_stocks", PyList.of("Technology"));
    bot.raises("unhashable type: 'dict'", "get_available_stocks", new PyDict());
  }

  @Test
  void priceFilterCountsUnknownStocksAsFree() {
    var bot = load();
    bot.returns(
        "{'filtered_stocks': ['AAPL', 'NOPE', 'AAPL']}",
        "filter_stocks_by_price",
        PyList.of("AAPL", "TSLA", "NOPE", "AAPL"),
        0L,
        227.16);
    bot.returns(
        "{'filtered_stocks': ['NOPE']}",
        "filter_stocks_by_price",
        PyList.of("AAPL", "NOPE"),
        -1L,
        0L);
    bot.returns("{'filtered_stocks': ['A', 'A']}", "filter_stocks_by_price", "AA", 0L, 300L);
    bot.raises(
        "'>=' not supported between instances of 'float' and 'str'",
        "filter_stocks_by_price",
        PyList.of("AAPL"),
        "1",
        300L);
    bot.returns(
        "{'filtered_stocks': []}", "filter_stocks_by_price", PyList.of("AAPL"), 300L, "unread");
    bot.raises("'int' object is not iterable", "filter_stocks_by_price", 5L, 0L, 1L);
  }

  @Test
  void priceChangesAreNotifiedFromTheThresholdOn() {
    var bot = load();
    bot.returns(
        "{'notification': 'Stocks TSLA, AAPL, TSLA have significant price changes.'}",
        "notify_price_change",
        PyList.of("TSLA", "NOPE", "AAPL", "TSLA"),
        0.12);
    String none = "{'notification': 'No significant price changes in the selected stocks.'}";
    bot.returns(none, "notify_price_change", PyList.of("AAPL"), 5L);
    bot.returns(none, "notify_price_change", "AAPL", 0L);
    bot.raises(
        "'>=' not supported between instances of 'float' and 'str'",
        "notify_price_change",
        PyList.of("AAPL"),
        "5");
    load("stocks", PyDict.of("A", PyDict.of("price", 1L)))
        .raises("'percent_change'", "notify_price_change", PyList.of("A"), 1L);
  }

  @Test
  void longContextExtendsResultsAndNotTheState() {
    var bot = longContext("authenticated", true);
    bot.returns(
        "{'price': 227.16, 'percent_change': 0.17, 'volume': 2.552, 'MA(5)': [1.5, 2.5],"
            + " 'MA(20)': [3.5]}",
        "get_stock_info",
        "AAPL");
    bot.returns("['NVDA', 'X', Ellipsis]", "get_watchlist");
    bot.returns(
        "{'transaction_history': [{'type': 'old'}]}", "get_transaction_history", "2030-01-01");
    bot.returns(
        "{'stock_list': ['AAPL', 'GOOG', 'MSFT', 'NVDA', 'AAPL', 'Y']}",
        "get_available_stocks",
        "Technology");
    bot.returns(
        "{'stock_list': ['TSLA', 'F', 'GM', 'TSLA', 'Z']}", "get_available_stocks", "Automobile");
    bot.returns("{'stock_list': []}", "get_available_stocks", "Foo");
    bot.holds("True", "long_context");
    bot.holds("['NVDA']", "watch_list");
    bot.holds("[]", "transaction_history");
    assertThat(Py.repr(bot.attribute("stocks"))).startsWith("{'AAPL': " + QUOTE);
  }

  @Test
  void longContextDescribesTheSymbolOfAnOrder() {
    var bot =
        longContext(
            "orders", PyDict.of("1", PyDict.of("symbol", "S"), "2", new PyDict(), "x", "Buy"));
    bot.returns(
        "{'symbol': 'S', 'metadata': {'risks': 'S and S', 'end': '.'}}", "get_order_details", 1L);
    bot.holds("{1: {'symbol': 'S'}, 2: {}, 'x': 'Buy'}", "orders");
    bot.raises("'symbol'", "get_order_details", 2L);
    bot.raises("'str' object has no attribute 'copy'", "get_order_details", "x");
  }

  @Test
  void changingALongResultLeavesTheConstantAlone() {
    var bot = longContext();
    ((PyList) Py.getItem(bot.call("get_stock_info", "AAPL"), "MA(5)")).add("more");
    assertThat(Py.repr(Py.getItem(bot.call("get_stock_info", "AAPL"), "MA(5)")))
        .isEqualTo("[1.5, 2.5]");
  }
}
