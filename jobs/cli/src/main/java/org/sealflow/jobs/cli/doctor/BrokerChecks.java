package org.sealflow.jobs.cli.doctor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sealflow.jobs.kafka.BrokerDisk;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.jobs.kafka.EmbeddedBroker;
import org.sealflow.jobs.kafka.OpenTransactions;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.kafka.TopicLayout;
import org.sealflow.jobs.kafka.TopicState;
import org.sealflow.jobs.settings.Transactions;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.settings.TimeSpans;

/** The doctor's look at the broker. */
final class BrokerChecks {
  private static final String BROKER = "broker";
  private static final String TOPICS = "topics";
  private static final String TRANSACTIONS = "transactions";
  private static final String DISKS = "disks";

  private static final double GIBIBYTE = 1L << 30;

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
      checks.addAll(openTransactions(connection, transactions.timeout()));
      checks.addAll(disks(BrokerDisk.of(connection)));
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

  /** None where the brokers do not tell. */
  static List<MachineCheck> disks(List<BrokerDisk> disks) {
    List<MachineCheck> nearlyFull =
        disks.stream()
            .filter(BrokerDisk::isNearlyFull)
            .map(
                disk ->
                    MachineCheck.warn(
                        DISKS,
                        String.format(
                            Locale.ROOT,
                            "broker %d has %.1f of %.1f GiB free in %s",
                            disk.broker(),
                            disk.freeBytes() / GIBIBYTE,
                            disk.totalBytes() / GIBIBYTE,
                            disk.folder()),
                        "make room: a broker whose disk is full ends, and Kafka may delete logs"
                            + " that it recovers on a full disk"))
            .toList();
    if (!nearlyFull.isEmpty() || disks.isEmpty()) {
      return nearlyFull;
    }
    double least = disks.stream().mapToDouble(BrokerDisk::freeShare).min().orElseThrow();
    return List.of(
        MachineCheck.ok(
            DISKS,
            String.format(
                Locale.ROOT, "%d with at least %.0f %% free", disks.size(), 100 * least)));
  }

  /** A transaction is ended at its timeout; one that is not keeps readers waiting for ever. */
  private static List<MachineCheck> openTransactions(Connection connection, Duration timeout) {
    return OpenTransactions.silentFor(timeout, connection, Instant.now()).stream()
        .map(
            open ->
                MachineCheck.fail(
                    TRANSACTIONS,
                    String.format(
                        Locale.ROOT,
                        "%s, partition %d: one has been open for %d s without a record; readers are"
                            + " shown nothing from offset %d on",
                        open.topic(),
                        open.partition(),
                        open.age().toSeconds(),
                        open.offset()),
                    "start the learner that writes it again from its checkpoint, or end it with"
                        + " `kafka-transactions.sh abort --topic "
                        + open.topic()
                        + " --partition "
                        + open.partition()
                        + " --start-offset "
                        + open.offset()
                        + "`"))
        .toList();
  }
}
