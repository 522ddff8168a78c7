package org.sealflow.bfcl.simulator;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The zip codes and distances the car's navigation knows (vehicle-control-api.md 3.18, 3.19). */
final class RoadAtlas {
  private static final String UNKNOWN_ZIP_CODE = "00000";

  private static final Map<String, String> ZIP_CODES =
      Map.ofEntries(
          Map.entry("Rivermist", "83214"),
          Map.entry("Stonebrook", "74532"),
          Map.entry("Maplecrest", "56108"),
          Map.entry("Silverpine", "62947"),
          Map.entry("Shadowridge", "71354"),
          Map.entry("Sunset Valley", "83462"),
          Map.entry("Oakendale", "47329"),
          Map.entry("Willowbend", "52013"),
          Map.entry("Crescent Hollow", "69238"),
          Map.entry("Autumnville", "51479"),
          Map.entry("San Francisco", "94016"));

  private static final Map<String, Map<String, Double>> DISTANCES = distances();

  private RoadAtlas() {}

  private static Map<String, Map<String, Double>> distances() {
    Map<String, Map<String, Double>> distances = new HashMap<>();
    connect(distances, "83214", "74532", 750.0);
    connect(distances, "56108", "62947", 320.0);
    connect(distances, "71354", "83462", 450.0);
    connect(distances, "47329", "52013", 290.0);
    connect(distances, "69238", "51479", 630.0);
    connect(distances, "94016", "83214", 980.0);
    connect(distances, "94016", "94704", 600.0);
    connect(distances, "94704", "08540", 2550.0);
    connect(distances, "94016", "08540", 1950.0);
    connect(distances, "62947", "47329", 1053.0);
    connect(distances, "94016", "62947", 780.0);
    connect(distances, "74532", "94016", 880.0);
    distances.replaceAll((from, to) -> Map.copyOf(to));
    return Map.copyOf(distances);
  }

  private static void connect(
      Map<String, Map<String, Double>> distances, String from, String to, double distance) {
    distances.computeIfAbsent(from, key -> new HashMap<>()).put(to, distance);
    distances.computeIfAbsent(to, key -> new HashMap<>()).put(from, distance);
  }

  /** The zip code of a city, {@code 00000} for everything else. */
  static String zipCode(Object city) {
    return city instanceof String name
        ? ZIP_CODES.getOrDefault(name, UNKNOWN_ZIP_CODE)
        : UNKNOWN_ZIP_CODE;
  }

  /** The distance between two zip codes given as texts, null if it is not known. */
  static @Nullable Double distance(Object from, Object to) {
    return from instanceof String start && to instanceof String end
        ? DISTANCES.getOrDefault(start, Map.of()).get(end)
        : null;
  }
}
