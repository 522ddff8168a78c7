package org.sealflow.jobs.kafka;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.sealflow.schemas.Topic;

/** Kafka's settings for a broker that is alone in its cluster and shares a laptop with a job. */
final class EmbeddedBrokerSettings {
  static final int NODE_ID = 1;
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  private static final String BROKER_LISTENER = "PLAINTEXT";

  private EmbeddedBrokerSettings() {}

  static Map<String, String> of(Path logDirectory, String host, int port, int controllerPort) {
    Map<String, String> settings = new HashMap<>();
    listeners(settings, host, port, controllerPort);
    lonely(settings);
    modest(settings);
    settings.put("log.dirs", logDirectory.toString());
    settings.put("auto.create.topics.enable", "false");
    settings.put("transaction.max.timeout.ms", "3600000");
    settings.put("message.max.bytes", String.valueOf(Topic.LARGEST_MESSAGE_BYTES));
    // After a kill the old registration must expire before the broker may register again; but a
    // loaded machine may stop all of this process for seconds, and a broker that misses its
    // heartbeat loses every partition.
    settings.put("broker.session.timeout.ms", "6000");
    settings.put("broker.heartbeat.interval.ms", "500");
    // What a run learned from stays readable however long after: nobody else will keep it.
    settings.put("log.retention.ms", "-1");
    return settings;
  }

  /** The same for a broker that clients reach at another port than its own. */
  static Map<String, String> of(
      Path logDirectory, String host, int port, int controllerPort, int clientPort) {
    Map<String, String> settings = of(logDirectory, host, port, controllerPort);
    settings.put("advertised.listeners", BROKER_LISTENER + "://" + host + ":" + clientPort);
    return settings;
  }

  private static void listeners(
      Map<String, String> settings, String host, int port, int controllerPort) {
    String broker = BROKER_LISTENER + "://" + host + ":" + port;
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", String.valueOf(NODE_ID));
    settings.put("controller.quorum.voters", NODE_ID + "@" + host + ":" + controllerPort);
    settings.put(
        "listeners", broker + "," + CONTROLLER_LISTENER + "://" + host + ":" + controllerPort);
    settings.put("advertised.listeners", broker);
    settings.put(
        "listener.security.protocol.map",
        BROKER_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
    settings.put("controller.listener.names", CONTROLLER_LISTENER);
    settings.put("inter.broker.listener.name", BROKER_LISTENER);
  }

  private static void lonely(Map<String, String> settings) {
    for (String topic : new String[] {"offsets.topic", "transaction.state.log"}) {
      settings.put(topic + ".replication.factor", "1");
      settings.put(topic + ".num.partitions", "1");
    }
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("share.coordinator.state.topic.replication.factor", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
    settings.put("share.coordinator.state.topic.num.partitions", "1");
    settings.put("group.initial.rebalance.delay.ms", "0");
  }

  private static void modest(Map<String, String> settings) {
    settings.put("num.network.threads", "2");
    settings.put("num.io.threads", "4");
    settings.put("background.threads", "2");
    settings.put("log.cleaner.dedupe.buffer.size", "8388608");
  }
}
