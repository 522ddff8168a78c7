package org.sealflow.generate.family;

import java.util.List;
import java.util.Locale;
import org.sealflow.python.PyList;

/** Requests to the broker. */
final class TradingFamilies {
  static final String CLASS = "TradingBot";

  private static final List<String> SECTORS = List.of("Technology", "Automobile");

  private TradingFamilies() {}

  static List<Family> all() {
    return List.of(
        of(
            "stocks.order",
            TradingFamilies::order,
            """
            Place an order to {type} {amount} shares of {symbol} at {price}.
            I want to {type} {amount} shares of {symbol} at {price}.
            Make an order to {type} {amount} shares of {symbol} at the price {price}.
            * Please {type} {amount} shares of {symbol} at the price {price}.
            ? price
            * Place an order to {type} {amount} shares of {symbol} at a new price.
            I want to {type} {amount} shares of {symbol} at my price.
            Make an order to {type} {amount} shares of {symbol} at a different price.
            Please {type} {amount} shares of {symbol} at another price.
            ? amount
            Place an order to {type} shares of {symbol} at {price}.
            * I want to {type} some shares of {symbol} at {price}.
            Make an order to {type} shares of {symbol} at the price {price}.
            Please {type} some shares of {symbol} at the price {price}.
            """),
        of(
            "stocks.buy-current",
            TradingFamilies::buyAtCurrentPrice,
            """
            Look up {symbol} and buy {amount} shares at the current price.
            Check the price of {symbol}, then buy {amount} shares at that price.
            * I want to buy {amount} shares of {symbol} at the current price.
            Please buy {amount} shares of {symbol} at the current price.
            """),
        of(
            "stocks.order-show",
            TradingFamilies::orderAndShow,
            """
            * Place an order to {type} {amount} shares of {symbol} at {price} and show me the order.
            Make an order to {type} {amount} shares of {symbol} at {price}, then show me the order.
            I want to {type} {amount} shares of {symbol} at {price} and see the order.
            Please {type} {amount} shares of {symbol} at {price} and show me the order.
            """),
        of(
            "stocks.info",
            turn -> turn.call("get_stock_info", "symbol", symbol(turn)),
            """
            Look up the stock {symbol}.
            * How is the stock {symbol} now?
            Show me the price of {symbol}.
            Please look up the stock {symbol}.
            ? symbol
            Look up a stock.
            How is my stock now?
            * Show me the price of a stock.
            Please look up a stock.
            """),
        of(
            "stocks.watch",
            TradingFamilies::watch,
            """
            Add {symbol} to my watchlist.
            Put {symbol} on my watchlist.
            I want to watch {symbol}.
            * Please add the stock {symbol} to my watchlist.
            ? symbol
            Add a stock to my watchlist.
            * Put a stock on my watchlist.
            I want to watch a new stock.
            Please add one stock to my watchlist.
            """),
        of(
            "stocks.unwatch",
            TradingFamilies::unwatch,
            """
            Remove {symbol} from my watchlist.
            Take {symbol} off my watchlist.
            * I do not want to watch {symbol} any more.
            Please remove the stock {symbol} from my watchlist.
            ? symbol
            Remove a stock from my watchlist.
            Take a stock off my watchlist.
            I do not want to watch one of the stocks any more.
            * Please remove one stock from my watchlist.
            """),
        of(
            "stocks.watchlist",
            turn -> turn.call("get_watchlist"),
            """
            * Show me my watchlist.
            Which stocks do I watch?
            What is on my watchlist?
            Please show me all of my watchlist.
            """),
        of(
            "stocks.fund",
            turn -> turn.call("fund_account", "amount", amountOfMoney(turn)),
            """
            Put {amount} dollars into my account.
            Add {amount} dollars to my account.
            * My account should get {amount} dollars.
            Please put {amount} dollars into the account.
            ? amount
            Put some dollars into my account.
            Add some dollars to my account.
            My account should get some dollars.
            * Please put some dollars into the account.
            """),
        of(
            "stocks.withdraw",
            turn -> turn.call("withdraw_funds", "amount", amountOfMoney(turn)),
            """
            * Take {amount} dollars out of my account.
            Withdraw {amount} dollars.
            I want to withdraw {amount} dollars.
            Please withdraw {amount} dollars from my account.
            ? amount
            Take some dollars out of my account.
            * Withdraw some dollars.
            I want to withdraw some dollars.
            Please withdraw some dollars from my account.
            """),
        of(
            "stocks.account",
            turn -> turn.call("get_account_info"),
            """
            Show me my account.
            How much is in my account?
            Give me the balance of my account.
            * Please show me the balance of my account.
            """),
        of(
            "stocks.details",
            turn ->
                turn.call(
                    "get_order_details",
                    "order_id",
                    turn.slot("order", Stages.pick(turn.draws(), stage(turn).orders()))),
            """
            * Show me order {order}.
            What is in order {order}?
            Read order {order} to me.
            Please show me the order {order}.
            ? order
            Show me an order.
            * What is in that order?
            Read an order to me.
            Please show me one order.
            """),
        of(
            "stocks.cancel",
            TradingFamilies::cancel,
            """
            Cancel order {order}.
            Order {order} should be canceled.
            * I do not want order {order} any more, cancel it.
            Please cancel the order {order}.
            ? order
            * Cancel an order.
            One order should be canceled.
            I do not want one of the orders any more, cancel it.
            Please cancel one order.
            """),
        of(
            "stocks.orders",
            turn -> turn.call("get_order_history"),
            """
            List all my orders.
            * Which orders do I have?
            Show me all of my orders.
            Please list the orders I have.
            """),
        of(
            "stocks.sector",
            turn ->
                turn.call(
                    "get_available_stocks",
                    "sector",
                    turn.slot("sector", turn.draws().pick(SECTORS))),
            """
            Which stocks are in the {sector} sector?
            List the stocks of the {sector} sector.
            * Show me all stocks in the {sector} sector.
            Please list all stocks of the {sector} sector.
            ? sector
            Which stocks are in that sector?
            List the stocks of a sector.
            Show me all stocks in one sector.
            * Please list all stocks of a sector.
            """),
        of(
            "stocks.filter",
            TradingFamilies::filter,
            """
            Which of the stocks {symbols} have a price from {low} to {high}?
            * Find the stocks of {symbols} with a price from {low} to {high}.
            Show me the stocks of {symbols} with a price between {low} and {high}.
            Please find the stocks of {symbols} that have a price between {low} and {high}.
            """),
        of(
            "stocks.time",
            turn -> turn.call("get_current_time"),
            """
            What time is it?
            Tell me the time.
            * Give me the current time.
            Please tell me the current time.
            """),
        of(
            "stocks.watch-show",
            TradingFamilies::watchAndShow,
            """
            Add {symbol} to my watchlist and look up the stock.
            Put {symbol} on my watchlist, then show me the price.
            I want to watch {symbol} and see the price.
            * Please add the stock {symbol} to my watchlist and look it up.
            """));
  }

  private static Family of(String id, Family.Plan plan, String wordings) {
    return Family.of(id, CLASS, plan, wordings);
  }

  private static TradingStage stage(Turn turn) {
    return turn.stage(TradingStage.class);
  }

  private static String symbol(Turn turn) {
    return turn.slot("symbol", Stages.pick(turn.draws(), stage(turn).symbols()));
  }

  private static Object amountOfMoney(Turn turn) {
    return turn.slot("amount", turn.values().amount(20, 5000));
  }

  private static Turn.Answer placed(Turn turn) {
    String type = turn.draws().pick(TradingStage.ORDER_TYPES);
    turn.slot("type", type.toLowerCase(Locale.ROOT));
    return turn.call(
        "place_order",
        "order_type",
        type,
        "symbol",
        symbol(turn),
        "price",
        turn.slot("price", turn.values().amount(10, 400)),
        "amount",
        turn.slot("amount", turn.draws().between(2, 60)));
  }

  private static void order(Turn turn) {
    placed(turn);
  }

  private static void orderAndShow(Turn turn) {
    Object id = placed(turn).field("order_id");
    turn.call("get_order_details", "order_id", id);
  }

  private static void buyAtCurrentPrice(Turn turn) {
    String symbol = symbol(turn);
    Object price = turn.call("get_stock_info", "symbol", symbol).field("price");
    turn.call(
        "place_order",
        "order_type",
        "Buy",
        "symbol",
        symbol,
        "price",
        price,
        "amount",
        turn.slot("amount", turn.draws().between(2, 60)));
  }

  private static void watch(Turn turn) {
    String symbol = Stages.take(turn.draws(), stage(turn).unwatched());
    turn.call("add_to_watchlist", "stock", turn.slot("symbol", symbol));
  }

  private static void watchAndShow(Turn turn) {
    watch(turn);
    turn.call("get_stock_info", "symbol", turn.slot("symbol"));
  }

  private static void unwatch(Turn turn) {
    String symbol = Stages.take(turn.draws(), stage(turn).watched());
    turn.call("remove_stock_from_watchlist", "symbol", turn.slot("symbol", symbol));
  }

  private static void cancel(Turn turn) {
    long order = Stages.take(turn.draws(), stage(turn).orders());
    turn.call("cancel_order", "order_id", turn.slot("order", order));
  }

  private static void filter(Turn turn) {
    List<String> symbols = turn.draws().shuffled(stage(turn).symbols()).subList(0, 3);
    turn.slot("symbols", String.join(", ", symbols));
    turn.call(
        "filter_stocks_by_price",
        "stocks",
        new PyList(symbols),
        "min_price",
        turn.slot("low", turn.draws().between(10, 120)),
        "max_price",
        turn.slot("high", turn.draws().between(150, 400)));
  }
}
