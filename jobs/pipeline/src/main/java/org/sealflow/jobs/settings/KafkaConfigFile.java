package org.sealflow.jobs.settings;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/**
 * A file with settings of Kafka's clients, as Kafka's own tools take it by {@code
 * --command-config}. A value such as <code>${file:/run/secrets/kafka:password}</code> is looked up
 * by the client that uses it, through the providers that {@code config.providers} names: so a
 * secret is neither in the file nor in what is made of it.
 */
public final class KafkaConfigFile {
  private KafkaConfigFile() {}

  /**
   * The properties in the order of their names.
   *
   * @throws UserError if the file is not there, cannot be read, or is malformed: one line
   */
  public static Map<String, String> read(Path file) {
    Properties properties = new Properties();
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException unreadable) {
      String reason =
          Files.exists(file) ? String.valueOf(unreadable.getMessage()) : "there is no such file";
      throw new UserError(
          "--kafka-config " + file + ": " + reason + "; give a file of Kafka's client properties",
          unreadable);
    }
    Map<String, String> read = new LinkedHashMap<>();
    properties.stringPropertyNames().stream()
        .sorted()
        .forEach(name -> read.put(name, properties.getProperty(name).strip()));
    return read;
  }
}
