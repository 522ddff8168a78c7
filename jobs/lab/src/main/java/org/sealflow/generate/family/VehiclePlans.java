package org.sealflow.generate.family;

import java.util.List;
import org.sealflow.python.PyList;

/** Finds the calls that serve requests to the car, and the state they need. */
final class VehiclePlans {
  private static final List<String> CLIMATE_MODES = List.of("auto", "cool", "heat", "defrost");

  /** Pairs of cities between which the car's navigation knows the distance. */
  private static final List<List<String>> CONNECTED =
      List.of(
          List.of("Rivermist", "Stonebrook"),
          List.of("Maplecrest", "Silverpine"),
          List.of("Oakendale", "Willowbend"),
          List.of("Silverpine", "Oakendale"));

  private VehiclePlans() {}

  static VehicleStage stage(Turn turn) {
    return turn.stage(VehicleStage.class);
  }

  static void refuel(Turn turn) {
    long gallons = stage(turn).refuel(turn.slot("gallons", turn.draws().between(2, 15)));
    turn.call("fillFuelTank", "fuelAmount", gallons);
  }

  static void oneDoor(Turn turn, boolean unlock) {
    String door = turn.slot("door", turn.draws().pick(VehicleStage.DOORS));
    turn.call("lockDoors", "unlock", unlock, "door", PyList.of(door));
  }

  static void lockAll(Turn turn) {
    turn.call("lockDoors", "unlock", false, "door", new PyList(VehicleStage.DOORS));
  }

  static void temperature(Turn turn) {
    turn.call(
        "adjustClimateControl", "temperature", turn.slot("degrees", turn.draws().between(16, 30)));
  }

  static void climate(Turn turn) {
    turn.call(
        "adjustClimateControl",
        "temperature",
        turn.slot("degrees", turn.draws().between(16, 30)),
        "fanSpeed",
        turn.slot("fan", 5 * turn.draws().between(1, 20)),
        "mode",
        turn.slot("mode", turn.draws().pick(CLIMATE_MODES)));
  }

  static void navigate(Turn turn) {
    String place = turn.quoted("place", turn.values().text(2, 2));
    turn.call("set_navigation", "destination", place);
  }

  static void start(Turn turn) {
    lockAll(turn);
    turn.call("pressBrakePedal", "pedalPosition", 1L);
    turn.call("startEngine", "ignitionMode", "START");
    stage(turn).start();
  }

  static Object zipCode(Turn turn, String city) {
    return turn.call("get_zipcode_based_on_city", "city", city).field("zipcode");
  }

  static void distance(Turn turn) {
    List<String> cities = turn.draws().shuffled(turn.draws().pick(CONNECTED));
    Object from = zipCode(turn, turn.slot("city", cities.get(0)));
    Object to = zipCode(turn, turn.slot("other", cities.get(1)));
    turn.call("estimate_distance", "cityA", from, "cityB", to);
  }

  static void display(Turn turn) {
    String text = turn.quoted("text", turn.values().text(2, 3));
    turn.call("display_log", "messages", PyList.of(text));
  }

  static void cruise(Turn turn) {
    stage(turn).requireRunning();
    turn.call(
        "setCruiseControl",
        "speed",
        turn.slot("speed", 5 * turn.draws().between(4, 24)),
        "activate",
        true,
        "distanceToNextVehicle",
        turn.slot("meters", turn.draws().between(20, 200)));
  }
}
