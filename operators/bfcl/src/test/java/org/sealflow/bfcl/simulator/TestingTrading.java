package org.sealflow.bfcl.simulator;

/** Trading simulators in states that tests begin with. */
final class TestingTrading {
  private TestingTrading() {}

  static final String QUOTE =
      "{'price': 227.16, 'percent_change': 0.17, 'volume': 2.552, 'MA(5)': 227.11,"
          + " 'MA(20)': 227.09}";

  static TestingInstance<TradingBot> load(Object... scenario) {
    return TestingInstance.of(TradingBot.TYPE, scenario);
  }

  static TestingInstance<TradingBot> loggedIn() {
    return load("authenticated", true);
  }
}
