package org.sealflow.jobs.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Properties that a user may set on Kafka's clients. */
final class ClientProperties {
  private static final Set<String> OURS =
      Set.of(
          ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
          ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
          ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          ProducerConfig.TRANSACTIONAL_ID_CONFIG);

  private static final String PROVIDERS = "config.providers";

  private ClientProperties() {}

  /** Which providers look values up, and what these are told under the names they are given. */
  private static boolean isOfProviders(String name) {
    return name.equals(PROVIDERS) || name.startsWith(PROVIDERS + ".");
  }

  /**
   * Reports the wrong properties, a line each, in the order of their names; empty if there are
   * none. Kafka would ignore a misspelt name silently.
   */
  static List<String> problems(Map<String, String> properties) {
    Set<String> known = new TreeSet<>(AdminClientConfig.configNames());
    known.addAll(ConsumerConfig.configNames());
    known.addAll(ProducerConfig.configNames());
    List<String> problems = new ArrayList<>();
    for (String name : new TreeMap<>(properties).keySet()) {
      if (name.equals(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)) {
        problems.add("Kafka property " + name + " is set by --bootstrap-servers alone");
      } else if (OURS.contains(name)) {
        problems.add("Kafka property " + name + " is Sealflow's own: leave it out");
      } else if (!known.contains(name) && !isOfProviders(name)) {
        problems.add(
            "Kafka property " + name + " is unknown to Kafka's clients: check its spelling");
      }
    }
    return List.copyOf(problems);
  }
}
