package org.sealflow.jobs.kafka;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Topic;

/** The keys of the tasks that the topic holds now, without those of what tasks refer to. */
public final class CurrentTasks {
  private final Set<String> keys = new LinkedHashSet<>();
  private final String topic;

  private CurrentTasks(String topic) {
    this.topic = topic;
  }

  /** Reads the topic up to its end. */
  public static CurrentTasks read(Connection connection) {
    CurrentTasks current = new CurrentTasks(connection.topics().name(Topic.TASKS));
    try (TopicReader reader = TopicReader.open(connection, Topic.TASKS, StartPosition.earliest())) {
      reader.readToEnd(
          message -> {
            current.add(message);
            return true;
          });
    }
    return current;
  }

  private void add(ConsumerRecord<byte[], byte[]> message) {
    String key = message.key() == null ? "" : new String(message.key(), StandardCharsets.UTF_8);
    if (message.value() == null || message.value().length == 0) {
      keys.remove(key);
    } else if (key.indexOf('/') >= 0) {
      keys.add(key);
    }
  }

  /**
   * The keys of tasks that are named by their ids, or by id and digest: {@code ID/DIGEST}.
   *
   * @throws UserError if a name fits no task
   */
  public List<String> require(Collection<String> names) {
    Set<String> named = new LinkedHashSet<>();
    List<String> unknown = new ArrayList<>();
    for (String name : names) {
      List<String> fitting = keys.stream().filter(key -> fits(key, name)).toList();
      named.addAll(fitting);
      if (fitting.isEmpty()) {
        unknown.add(name);
      }
    }
    if (!unknown.isEmpty()) {
      throw new UserError(
          "no task "
              + String.join(", ", unknown)
              + " on topic "
              + topic
              + ", so nothing was removed; `sealflow tail tasks` shows the tasks there are");
    }
    return List.copyOf(named);
  }

  private static boolean fits(String key, String name) {
    return key.equals(name) || key.substring(0, key.lastIndexOf('/')).equals(name);
  }
}
