package org.sealflow.bfcl.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyException;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.PySet;
import org.sealflow.python.PyStrings;

/**
 * Computes the price of a flight in {@link TravelAPI}: a fare per ordered pair of airports, times a
 * factor for the class, times a factor for the date.
 *
 * <p>Source: travel-api.md 3.5.
 */
final class TravelFares {
  /** The answer of a search and a booking if there is no flight. */
  static final String NO_ROUTE = "No available route for the given airports.";

  /**
   * A departure and its arrivals with their fares in US dollars. The order of the whole table shows
   * in long-context results, so a departure may stand here twice.
   */
  private static final List<String> TABLE =
      List.of(
          "SFO LAX 200 JFK 500 ORD 400 BOS 450 RMS 300 SBK 350 MPC 370 SVP 320 SHD 330"
              + " SSV 340 OKD 360 WLB 310 CRH 380 ATV 390 PHV 420 GFD 430 CIA 700",
          "LAX SFO 100 JFK 600 ORD 500 BOS 550 RMS 310 SBK 320 MPC 330 SVP 340 SHD 350"
              + " SSV 360 OKD 370 WLB 380 CRH 390 ATV 400 PHV 410 GFD 420 HND 430",
          "JFK ORD 300 BOS 250 RMS 450 SBK 460 MPC 470 SVP 480 SHD 490 SSV 500 OKD 510"
              + " WLB 520 CRH 530 ATV 540 PHV 550 GFD 560 LAX 570 HND 800 PVG 950 PEK 1000",
          "ORD LAX 180 BOS 200 RMS 350 SBK 360 MPC 370 SVP 380 SHD 390 SSV 400 OKD 410"
              + " WLB 420 CRH 430 ATV 440 PHV 450 GFD 460",
          "BOS RMS 400 SBK 410 MPC 420 SVP 430 SHD 440 SSV 450 OKD 460 WLB 470 CRH 480"
              + " ATV 490 PHV 500 GFD 510",
          "RMS BOS 200 JFK 210 SBK 220 MPC 230 SVP 240 SHD 250 SSV 260 OKD 270 WLB 280"
              + " CRH 290 ATV 300 PHV 310 GFD 320 LAX 330",
          "SBK MPC 200 SVP 210 SHD 220 SSV 230 OKD 240 WLB 250 CRH 260 ATV 270 PHV 280"
              + " GFD 290",
          "MPC SVP 210 SHD 220 SSV 230 OKD 240 WLB 250 CRH 260 ATV 270 PHV 280 GFD 290",
          "SVP SHD 230 SSV 240 OKD 250 WLB 260 CRH 270 ATV 280 PHV 290 GFD 300",
          "SHD SSV 220 OKD 230 WLB 240 CRH 250 ATV 260 PHV 270 GFD 280",
          "SSV OKD 240 WLB 250 CRH 260 ATV 270 PHV 280 GFD 290",
          "OKD WLB 230 CRH 240 ATV 250 PHV 260 GFD 270",
          "WLB CRH 250 ATV 260 PHV 270 GFD 280",
          "CRH ATV 240 PHV 250 GFD 260 SFO 270 RMS 280 HKG 290 JFK 300",
          "ATV PHV 230 GFD 240",
          "PHV GFD 220",
          "LHR CDG 100",
          "OKD LAX 220");

  private static final Map<String, Long> CLASS_FACTORS =
      Map.of("economy", 1L, "business", 2L, "first", 5L);

  private static final Map<String, Map<String, Long>> FARES = byRoute();
  private static final List<Long> IN_ORDER = inOrder();

  private TravelFares() {}

  private static Map<String, Map<String, Long>> byRoute() {
    Map<String, Map<String, Long>> fares = new HashMap<>();
    for (String line : TABLE) {
      List<String> words = PyStrings.split(line);
      Map<String, Long> arrivals = fares.computeIfAbsent(words.get(0), from -> new HashMap<>());
      for (int i = 1; i < words.size(); i += 2) {
        arrivals.put(words.get(i), Long.valueOf(words.get(i + 1)));
      }
    }
    fares.replaceAll((from, arrivals) -> Map.copyOf(arrivals));
    return Map.copyOf(fares);
  }

  private static List<Long> inOrder() {
    List<Long> fares = new ArrayList<>();
    for (String line : TABLE) {
      List<String> words = PyStrings.split(line);
      for (int i = 2; i < words.size(); i += 2) {
        fares.add(Long.valueOf(words.get(i)));
      }
    }
    return List.copyOf(fares);
  }

  /** The fares of all routes, in the order of the table. */
  static List<Long> all() {
    return IN_ORDER;
  }

  /**
   * Whether there is a flight. Routes have a direction.
   *
   * @throws PyException TypeError where an end is unhashable: the pair is looked up in a dict
   */
  static boolean isFlown(Object from, Object to) {
    return find(from, to) != null;
  }

  /**
   * The fare of a route.
   *
   * @throws PyException ValueError where there is no flight, TypeError where an end is unhashable
   */
  static long fare(Object from, Object to) {
    Long fare = find(from, to);
    if (fare == null) {
      throw PyException.valueError(NO_ROUTE);
    }
    return fare;
  }

  private static @Nullable Long find(Object from, Object to) {
    if (from instanceof String departure && to instanceof String arrival) {
      return FARES.getOrDefault(departure, Map.of()).get(arrival);
    }
    requireHashable(from);
    requireHashable(to);
    return null;
  }

  static boolean isClass(Object travelClass) {
    return travelClass instanceof String name && CLASS_FACTORS.containsKey(name);
  }

  /**
   * The factor of a class.
   *
   * @throws PyException ValueError for what is no class, of any type
   */
  static long classFactor(Object travelClass) {
    Long factor = travelClass instanceof String name ? CLASS_FACTORS.get(name) : null;
    if (factor == null) {
      throw PyException.valueError("Invalid travel class. Options are: economy, business, first.");
    }
    return factor;
  }

  /**
   * 2 where the digits in a date add up to an even number, else 1. No other property of the date
   * counts, a text without digits is even.
   *
   * @throws PyException TypeError for what cannot be iterated, AttributeError where an item is no
   *     text, ValueError for a digit that is no decimal one, such as {@code ²}
   */
  static long dateFactor(Object date) {
    boolean odd = false;
    for (Object character : Py.iterate(date)) {
      if (!(character instanceof String text)) {
        throw PyException.noAttribute(character, "isdigit");
      }
      if (PyStrings.isDigit(text)) {
        odd ^= PyNumbers.toBigInteger(PyNumbers.parseInt(text)).testBit(0);
      }
    }
    return odd ? 1 : 2;
  }

  /** Raises TypeError for a value that can be no key of a dict. */
  static void requireHashable(Object value) {
    if (!(value instanceof String)) {
      new PySet().add(value);
    }
  }
}
