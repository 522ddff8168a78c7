package org.sealflow.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** The environments there are: those that jars beside this class offer as a service. */
public final class Environments {
  // The loader of this class and not of the thread: Flink's own threads know no user code.
  private static final List<Environment> ALL =
      ServiceLoader.load(Environment.class, Environment.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .toList();

  private Environments() {}

  /** All environments, in the order in which they are found. */
  public static List<Environment> all() {
    return ALL;
  }

  /**
   * The environment of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Environment named(String name) {
    for (Environment environment : ALL) {
      if (environment.name().equals(name)) {
        return environment;
      }
    }
    throw new IllegalArgumentException(
        "no environment '" + name + "'; there are " + String.join(", ", names()));
  }

  private static List<String> names() {
    return ALL.stream().map(Environment::name).sorted().toList();
  }

  /**
   * Reads a directory of tasks by the environment that recognises its layout.
   *
   * @throws IllegalArgumentException if there is no such directory, no environment recognises it,
   *     or a file is malformed
   * @throws IOException if a file cannot be read
   */
  public static TaskFolder read(Path directory) throws IOException {
    return recognising(directory).read(directory);
  }

  /**
   * Reads a directory of tasks that can be served.
   *
   * @throws IllegalArgumentException as {@link #read} does, and if their users must be played
   * @throws IOException if a file cannot be read
   */
  public static TaskFolder readServable(Path directory) throws IOException {
    return servable(directory).read(directory);
  }

  /**
   * The environment that recognises a directory's layout, of tasks that can be served.
   *
   * @throws IllegalArgumentException as {@link #recognising} does, and if users must be played
   */
  public static Environment servable(Path directory) {
    return servable(recognising(directory));
  }

  /**
   * The environment of a name, of tasks that can be served.
   *
   * @throws IllegalArgumentException if there is none, or users must be played
   */
  public static Environment servable(String name) {
    return servable(named(name));
  }

  private static Environment servable(Environment environment) {
    if (!environment.playsUsers()) {
      return environment;
    }
    List<String> servable =
        ALL.stream()
            .filter(each -> !each.playsUsers() && each.layout().isPresent())
            .map(Environment::name)
            .sorted()
            .toList();
    throw new IllegalArgumentException(
        "episodes of "
            + environment.name()
            + " have users whom a server cannot play; play them with evaluate, rollout or train,"
            + " or serve tasks of "
            + String.join(" or ", servable));
  }

  /**
   * The environment that recognises a directory's layout.
   *
   * @throws IllegalArgumentException if there is no such directory, or no environment recognises it
   */
  public static Environment recognising(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException(
          "no task directory " + directory + "; give one in the official layout with --tasks DIR");
    }
    for (Environment environment : ALL) {
      if (environment.recognises(directory)) {
        return environment;
      }
    }
    List<String> expected = new ArrayList<>();
    for (Environment environment : ALL) {
      environment.layout().ifPresent(expected::add);
    }
    throw new IllegalArgumentException(
        directory + " holds no tasks, expected " + String.join(" or ", expected));
  }
}
