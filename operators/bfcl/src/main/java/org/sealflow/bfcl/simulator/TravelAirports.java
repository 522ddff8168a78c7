package org.sealflow.bfcl.simulator;

import java.util.List;
import java.util.Map;

/**
 * The airports {@link TravelAPI} knows, and the cities they serve.
 *
 * <p>Source: travel-api.md 3.11 and 3.15.
 */
final class TravelAirports {
  static final String UNKNOWN = "Unknown";

  private static final List<String> CODES =
      List.of(
          "RMS", "SBK", "MPC", "SVP", "SHD", "CDG", "LHR", "SSV", "OKD", "WLB", "PEK", "HND", "HKG",
          "CIA", "CRH", "ATV", "PHV", "GFD", "SFO", "LAX", "JFK", "ORD", "BOS");

  private static final Map<String, String> BY_CITY =
      Map.ofEntries(
          Map.entry("Rivermist", "RMS"),
          Map.entry("Stonebrook", "SBK"),
          Map.entry("Maplecrest", "MPC"),
          Map.entry("Silverpine", "SVP"),
          Map.entry("Shadowridge", "SHD"),
          Map.entry("London", "LHR"),
          Map.entry("Paris", "CDG"),
          Map.entry("Sunset Valley", "SSV"),
          Map.entry("Oakendale", "OKD"),
          Map.entry("Willowbend", "WLB"),
          Map.entry("Crescent Hollow", "CRH"),
          Map.entry("Autumnville", "ATV"),
          Map.entry("Pinehaven", "PHV"),
          Map.entry("Greenfield", "GFD"),
          Map.entry("San Francisco", "SFO"),
          Map.entry("Los Angeles", "LAX"),
          Map.entry("New York", "JFK"),
          Map.entry("Chicago", "ORD"),
          Map.entry("Boston", "BOS"),
          Map.entry("Beijing", "PEK"),
          Map.entry("Hong Kong", "HKG"),
          Map.entry("Rome", "CIA"),
          Map.entry("Tokyo", "HND"));

  private TravelAirports() {}

  /** The codes, in the order in which they are listed. */
  static List<String> codes() {
    return CODES;
  }

  /** Whether a value of any type is one of the codes. */
  static boolean isCode(Object value) {
    return value instanceof String text && CODES.contains(text);
  }

  /** The airport of a city, {@link #UNKNOWN} for any other text. */
  static String nearest(String city) {
    return BY_CITY.getOrDefault(city, UNKNOWN);
  }
}
