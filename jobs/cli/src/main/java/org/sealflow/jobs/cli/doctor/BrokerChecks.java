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
import org.sealflow.jobs.settings.UserError;
import org.sealflow.settings.TimeSpans;

/** The doctor's look at the broker. */
final class BrokerChecks {
  private static final String BROKER = "broker";
  private static final String TOPICS = "topics";
  private static final String TRANSACTIONS = "transactions";

  private BrokerChecks() {}

  /** The broker, and where it answers its topics and times. */
  static List<MachineCheck> all(ConnectionSettings settings, Transactions transactions) {
    if (settings.bootstrapServers() == null
        && EmbeddedBroker.running(settings.brokerDirectory()).isEmpty()) {
      return List.of(
          MachineCheck.warn(
              BROKER,
              "none runs in " + settings.dataDirectory(),
              "`sealflow diagnose` hosts one; or give --bootstrap-servers HOST:PORT"));
    }
    List<MachineCheck> checks = new ArrayList<>();
    try (Connection connection = Connection.open(settings, false)) {
      checks.add(MachineCheck.ok(BROKER, connection.bootstrapServers() + " answers"));
      checks.addAll(topics(connection));
      checks.add(transactions(connection, transactions));
    } catch (UserError e) {
      checks.add(
          MachineCheck.fail(checks.isEmpty() ? BROKER : TOPICS, String.valueOf(e.getMessage())));
    }
    return checks;
  }

  private static List<MachineCheck> topics(Connection connection) {
    List<TopicState> states;
    try (TopicAdmin topics = TopicAdmin.of(connection)) {
      states = topics.states(TopicLayout.standard());
    }
    List<MachineCheck> checks = new ArrayList<>();
    for (TopicState state : states) {
      for (String difference : state.differences()) {
        checks.add(MachineCheck.fail(TOPICS, state.name() + " " + difference));
      }
    }
    return checks.isEmpty()
        ? List.of(MachineCheck.ok(TOPICS, states.size() + " with the settings they need"))
        : checks;
  }

  private static MachineCheck transactions(Connection connection, Transactions transactions) {
    Duration allowed = connection.longestTransaction();
    String found =
        transactions.text() + "; the broker allows timeouts up to " + TimeSpans.text(allowed);
    List<String> problems = transactions.problems(allowed);
    return problems.isEmpty()
        ? MachineCheck.ok(TRANSACTIONS, found)
        : MachineCheck.fail(TRANSACTIONS, found, String.join("; ", problems));
  }
}
