package org.sealflow.jobs.cli.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.jobs.Transactions;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.jobs.kafka.EmbeddedBroker;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.kafka.TopicLayout;
import org.sealflow.jobs.kafka.TopicState;
import org.sealflow.jobs.settings.TimeSpans;
import org.sealflow.jobs.settings.UserError;

/** The doctor's look at the broker. */
final class BrokerChecks {
  private static final String BROKER = "broker";
  private static final String TOPICS = "topics";
  private static final String TRANSACTIONS = "transactions";

  private BrokerChecks() {}

  /** The broker, and where it answers its topics and times. */
  static List<Check> all(ConnectionSettings settings, Transactions transactions) {
    if (settings.bootstrapServers() == null
        && EmbeddedBroker.running(settings.brokerDirectory()).isEmpty()) {
      return List.of(
          Check.warn(
              BROKER,
              "none runs in " + settings.dataDirectory(),
              "`sealflow diagnose` hosts one; or give --bootstrap-servers HOST:PORT"));
    }
    List<Check> checks = new ArrayList<>();
    try (Connection connection = Connection.open(settings, false)) {
      checks.add(Check.ok(BROKER, connection.bootstrapServers() + " answers"));
      checks.addAll(topics(connection));
      checks.add(transactions(connection, transactions));
    } catch (UserError e) {
      checks.add(Check.fail(checks.isEmpty() ? BROKER : TOPICS, String.valueOf(e.getMessage())));
    }
    return checks;
  }

  private static List<Check> topics(Connection connection) {
    List<TopicState> states;
    try (TopicAdmin topics = TopicAdmin.of(connection)) {
      states = topics.states(TopicLayout.standard());
    }
    List<Check> checks = new ArrayList<>();
    for (TopicState state : states) {
      for (String difference : state.differences()) {
        checks.add(Check.fail(TOPICS, state.name() + " " + difference));
      }
    }
    return checks.isEmpty()
        ? List.of(Check.ok(TOPICS, states.size() + " with the settings they need"))
        : checks;
  }

  private static Check transactions(Connection connection, Transactions transactions) {
    Duration allowed = connection.longestTransaction();
    String found =
        transactions.text() + "; the broker allows timeouts up to " + TimeSpans.text(allowed);
    List<String> problems = transactions.problems(allowed);
    return problems.isEmpty()
        ? Check.ok(TRANSACTIONS, found)
        : Check.fail(TRANSACTIONS, found, String.join("; ", problems));
  }
}
