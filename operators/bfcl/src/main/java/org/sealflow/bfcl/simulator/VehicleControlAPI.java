package org.sealflow.bfcl.simulator;

import static org.sealflow.bfcl.simulator.SimulatorClass.optional;
import static org.sealflow.bfcl.simulator.SimulatorClass.required;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.PyRandom;
import org.sealflow.python.call.LiveInstance;

/**
 * A car: engine, doors, climate, brakes, cruise control, navigation.
 *
 * <p>Source: vehicle-control-api.md. Every method answers with a dict; its entry {@code error} says
 * what the car refused. Arguments of types the car cannot work with raise as in Python.
 */
public final class VehicleControlAPI implements Simulator {
  private static final long DEFAULT_SEED = 141053;
  private static final Object TANK_CAPACITY = 50L;
  private static final Object LEAST_FUEL = 0.0;
  private static final Object MILES_PER_GALLON = 20.0;
  private static final Object FULL_BRAKE_FORCE = 1000L;
  private static final Object FAHRENHEIT_FREEZING_POINT = 32L;
  private static final Object GALLONS_PER_LITER = 0.264172;
  private static final Object LITERS_PER_GALLON = 3.78541;
  private static final long DOORS = 4;

  public static final SimulatorClass<VehicleControlAPI> TYPE =
      SimulatorClass.named("VehicleControlAPI", VehicleControlAPI::load)
          .publicAttributes(
              "fuelLevel",
              "batteryVoltage",
              "engine_state",
              "remainingUnlockedDoors",
              "doorStatus",
              "acTemperature",
              "fanSpeed",
              "acMode",
              "humidityLevel",
              "headLightStatus",
              "parkingBrakeStatus",
              "brakePedalStatus",
              "distanceToNextVehicle",
              "cruiseStatus",
              "destination",
              "frontLeftTirePressure",
              "frontRightTirePressure",
              "rearLeftTirePressure",
              "rearRightTirePressure",
              "long_context")
          .privateAttributes("_parkingBrakeForce", "_slopeAngle", "_brakePedalForce", "_random")
          .method("startEngine", (car, a) -> car.startEngine(a[0]), required("ignitionMode"))
          .method("fillFuelTank", (car, a) -> car.fillFuelTank(a[0]), required("fuelAmount"))
          .method(
              "lockDoors",
              (car, a) -> car.lockDoors(a[0], a[1]),
              required("unlock"),
              required("door"))
          .method(
              "adjustClimateControl",
              (car, a) -> car.adjustClimateControl(a[0], a[1], a[2], a[3]),
              required("temperature"),
              optional("unit", "celsius"),
              optional("fanSpeed", 50L),
              optional("mode", "auto"))
          .method(
              "get_outside_temperature_from_google", (car, a) -> car.outsideTemperatureFromGoogle())
          .method("get_outside_temperature_from_weather_com", (car, a) -> PyDict.of("error", 404L))
          .method("setHeadlights", (car, a) -> car.setHeadlights(a[0]), required("mode"))
          .method("displayCarStatus", (car, a) -> car.displayCarStatus(a[0]), required("option"))
          .method(
              "activateParkingBrake", (car, a) -> car.activateParkingBrake(a[0]), required("mode"))
          .method(
              "pressBrakePedal", (car, a) -> car.pressBrakePedal(a[0]), required("pedalPosition"))
          .method("releaseBrakePedal", (car, a) -> car.releaseBrakePedal())
          .method(
              "setCruiseControl",
              (car, a) -> car.setCruiseControl(a[0], a[1], a[2]),
              required("speed"),
              required("activate"),
              required("distanceToNextVehicle"))
          .method("get_current_speed", (car, a) -> car.currentSpeed())
          .method("display_log", (car, a) -> PyDict.of("log", a[0]), required("messages"))
          .method(
              "estimate_drive_feasibility_by_mileage",
              (car, a) -> car.estimateDriveFeasibility(a[0]),
              required("distance"))
          .method(
              "liter_to_gallon",
              (car, a) -> PyDict.of("gallon", PyNumbers.multiply(a[0], GALLONS_PER_LITER)),
              required("liter"))
          .method(
              "gallon_to_liter",
              (car, a) -> PyDict.of("liter", PyNumbers.multiply(a[0], LITERS_PER_GALLON)),
              required("gallon"))
          .method(
              "estimate_distance",
              (car, a) -> car.estimateDistance(a[0], a[1]),
              required("cityA"),
              required("cityB"))
          .method(
              "get_zipcode_based_on_city",
              (car, a) -> PyDict.of("zipcode", RoadAtlas.zipCode(a[0])),
              required("city"))
          .method("set_navigation", (car, a) -> car.setNavigation(a[0]), required("destination"))
          .method("check_tire_pressure", (car, a) -> car.checkTirePressure())
          .method(
              "find_nearest_tire_shop",
              (car, a) -> PyDict.of("shopLocation", "456 Oakwood Avenue, Rivermist, 83214"))
          .build();

  private final SharedWorld world;
  private final boolean longContext;
  private final long seed;

  /** Made at the first draw: seeding costs more than most calls, and few tasks draw. */
  private @Nullable PyRandom random;

  private Object fuelLevel;
  private final Object batteryVoltage;
  private Object engineState;
  private long remainingUnlockedDoors;
  private final PyDict doorStatus;
  private Object acTemperature;
  private Object fanSpeed;
  private Object acMode;
  private final Object humidityLevel;
  private Object headLightStatus;
  private Object parkingBrakeStatus;
  private Object brakePedalStatus;
  private Object distanceToNextVehicle;
  private Object cruiseStatus;
  private Object destination;
  private final Object frontLeftTirePressure;
  private final Object frontRightTirePressure;
  private final Object rearLeftTirePressure;
  private final Object rearRightTirePressure;
  private Object parkingBrakeForce;
  private Object slopeAngle;
  private Object brakePedalForce;

  private VehicleControlAPI(PyDict scenario, boolean longContext, SharedWorld world) {
    this.world = world;
    this.longContext = longContext;
    this.seed = seed(scenario.get("random_seed"));
    this.fuelLevel = scenario.getOrDefault("fuelLevel", 0.0);
    this.batteryVoltage = scenario.getOrDefault("batteryVoltage", 12.6);
    this.engineState = scenario.getOrDefault("engineState", "stopped");
    this.doorStatus = doors(scenario.get("doorStatus"));
    this.remainingUnlockedDoors = DOORS - lockedDoors(doorStatus);
    this.acTemperature = scenario.getOrDefault("acTemperature", 25.0);
    this.fanSpeed = scenario.getOrDefault("fanSpeed", 50L);
    this.acMode = scenario.getOrDefault("acMode", "auto");
    this.humidityLevel = scenario.getOrDefault("humidityLevel", 50.0);
    this.headLightStatus = scenario.getOrDefault("headLightStatus", "off");
    this.parkingBrakeStatus = scenario.getOrDefault("parkingBrakeStatus", "released");
    this.brakePedalStatus = scenario.getOrDefault("brakePedalStatus", "released");
    this.distanceToNextVehicle = scenario.getOrDefault("distanceToNextVehicle", 50.0);
    this.cruiseStatus = scenario.getOrDefault("cruiseStatus", "inactive");
    this.destination = scenario.getOrDefault("destination", "None");
    this.frontLeftTirePressure = scenario.getOrDefault("frontLeftTirePressure", 32.0);
    this.frontRightTirePressure = scenario.getOrDefault("frontRightTirePressure", 32.0);
    this.rearLeftTirePressure = scenario.getOrDefault("rearLeftTirePressure", 30.0);
    this.rearRightTirePressure = scenario.getOrDefault("rearRightTirePressure", 30.0);
    this.parkingBrakeForce = scenario.getOrDefault("parkingBrakeForce", 0.0);
    this.slopeAngle = scenario.getOrDefault("slopeAngle", 0.0);
    this.brakePedalForce = scenario.getOrDefault("brakePedalForce", 0.0);
  }

  /**
   * A car in the state of the scenario, whose values are taken unchanged; only {@code
   * remainingUnlockedDoors} is always counted anew.
   *
   * @throws PyException AttributeError where {@code doorStatus} is no dict, TypeError where {@code
   *     random_seed} is no int
   */
  static VehicleControlAPI load(PyDict scenario, boolean longContext, SharedWorld world) {
    return new VehicleControlAPI(scenario, longContext, world);
  }

  private static long seed(@Nullable Object given) {
    if (given == null) {
      return DEFAULT_SEED;
    }
    if (given instanceof Long seed) {
      return seed;
    }
    throw PyException.typeError(
        "random_seed must be an int of 64 bits at most, not " + Py.typeName(given));
  }

  private static PyDict doors(@Nullable Object given) {
    if (given == null) {
      return PyDict.of(
          "driver",
          "unlocked",
          "passenger",
          "unlocked",
          "rear_left",
          "unlocked",
          "rear_right",
          "unlocked");
    }
    if (given instanceof PyDict doors) {
      return doors;
    }
    throw PyException.noAttribute(given, "keys");
  }

  private static long lockedDoors(PyDict doors) {
    long locked = 0;
    for (Object status : doors.values()) {
      if ("locked".equals(status)) {
        locked++;
      }
    }
    return locked;
  }

  private VehicleControlAPI(VehicleControlAPI other, WorldCopy copy) {
    this.world = copy.world();
    this.longContext = other.longContext;
    this.seed = other.seed;
    this.random = other.random == null ? null : other.random.copy();
    this.fuelLevel = copy.of(other.fuelLevel);
    this.batteryVoltage = copy.of(other.batteryVoltage);
    this.engineState = copy.of(other.engineState);
    this.remainingUnlockedDoors = other.remainingUnlockedDoors;
    this.doorStatus = copy.of(other.doorStatus);
    this.acTemperature = copy.of(other.acTemperature);
    this.fanSpeed = copy.of(other.fanSpeed);
    this.acMode = copy.of(other.acMode);
    this.humidityLevel = copy.of(other.humidityLevel);
    this.headLightStatus = copy.of(other.headLightStatus);
    this.parkingBrakeStatus = copy.of(other.parkingBrakeStatus);
    this.brakePedalStatus = copy.of(other.brakePedalStatus);
    this.distanceToNextVehicle = copy.of(other.distanceToNextVehicle);
    this.cruiseStatus = copy.of(other.cruiseStatus);
    this.destination = copy.of(other.destination);
    this.frontLeftTirePressure = copy.of(other.frontLeftTirePressure);
    this.frontRightTirePressure = copy.of(other.frontRightTirePressure);
    this.rearLeftTirePressure = copy.of(other.rearLeftTirePressure);
    this.rearRightTirePressure = copy.of(other.rearRightTirePressure);
    this.parkingBrakeForce = copy.of(other.parkingBrakeForce);
    this.slopeAngle = copy.of(other.slopeAngle);
    this.brakePedalForce = copy.of(other.brakePedalForce);
  }

  @Override
  public LiveInstance<VehicleControlAPI> copy(WorldCopy copy) {
    return new LiveInstance<>(TYPE, new VehicleControlAPI(this, copy));
  }

  @Override
  public SimulatorClass<VehicleControlAPI> type() {
    return TYPE;
  }

  @Override
  public List<Object> publicState() {
    return List.of(
        fuelLevel,
        batteryVoltage,
        engineState,
        remainingUnlockedDoors,
        doorStatus,
        acTemperature,
        fanSpeed,
        acMode,
        humidityLevel,
        headLightStatus,
        parkingBrakeStatus,
        brakePedalStatus,
        distanceToNextVehicle,
        cruiseStatus,
        destination,
        frontLeftTirePressure,
        frontRightTirePressure,
        rearLeftTirePressure,
        rearRightTirePressure,
        longContext);
  }

  /** The generator is represented by the number of words drawn: the seed never changes. */
  @Override
  public List<Object> privateState() {
    return List.of(
        parkingBrakeForce, slopeAngle, brakePedalForce, random == null ? 0L : random.drawn());
  }

  private double draw(double low, double high) {
    if (random == null) {
      random = new PyRandom(seed);
    }
    return random.uniform(low, high);
  }

  private static PyDict error(String text) {
    return PyDict.of("error", text);
  }

  /** {@code STOP} stops the engine and then goes through the checks, to end as an invalid mode. */
  private PyDict startEngine(Object ignitionMode) {
    if ("STOP".equals(ignitionMode)) {
      engineState = "stopped";
    }
    if (remainingUnlockedDoors > 0) {
      return error(
          "All doors must be locked before starting the engine. Here are the unlocked doors: "
              + unlockedDoors());
    }
    if (!"pressed".equals(brakePedalStatus)) {
      return error("Brake pedal needs to be pressed when starting the engine.");
    }
    if (!Py.eq(brakePedalForce, FULL_BRAKE_FORCE)) {
      return error("Must press the brake fully before starting the engine.");
    }
    if (Py.less(fuelLevel, LEAST_FUEL)) {
      return error("Fuel tank is empty.");
    }
    if (!"START".equals(ignitionMode)) {
      return error("Invalid ignition mode.");
    }
    engineState = "running";
    return PyDict.of(
        "engineState", engineState, "fuelLevel", fuelLevel, "batteryVoltage", batteryVoltage);
  }

  private String unlockedDoors() {
    StringBuilder names = new StringBuilder();
    for (PyDict.Entry door : doorStatus.entries()) {
      if ("unlocked".equals(door.value())) {
        names.append(names.isEmpty() ? "" : ", ").append(Py.str(door.key()));
      }
    }
    return names.toString();
  }

  private PyDict fillFuelTank(Object fuelAmount) {
    if (Py.less(fuelAmount, 0L)) {
      return error("Fuel amount cannot be negative.");
    }
    Object filled = PyNumbers.add(fuelLevel, fuelAmount);
    if (Py.greater(filled, TANK_CAPACITY)) {
      return error("Cannot fill gas above the tank capacity.");
    }
    if (Py.less(filled, LEAST_FUEL)) {
      return error("Fuel tank is empty. Min fuel level is 0 gallons.");
    }
    fuelLevel = filled;
    return PyDict.of("fuelLevel", fuelLevel);
  }

  /** An unknown door raises, and the doors before it keep what was done to them. */
  private PyDict lockDoors(Object unlock, Object doors) {
    boolean unlocking = Py.isTrue(unlock);
    String target = unlocking ? "unlocked" : "locked";
    for (Object door : Py.iterate(doors)) {
      if (!target.equals(doorStatus.getItem(door))) {
        doorStatus.put(door, target);
        remainingUnlockedDoors += unlocking ? 1 : -1;
      }
    }
    return PyDict.of("lockStatus", target, "remainingUnlockedDoors", remainingUnlockedDoors);
  }

  /** The answer repeats the temperature as given; the state holds it in degrees Celsius. */
  private PyDict adjustClimateControl(Object temperature, Object unit, Object fan, Object mode) {
    if (!isBetween(0L, fan, 100L)) {
      return error("Fan speed must be between 0 and 100.");
    }
    acTemperature = temperature;
    if ("fahrenheit".equals(unit)) {
      Object aboveFreezing = PyNumbers.subtract(temperature, FAHRENHEIT_FREEZING_POINT);
      acTemperature = PyNumbers.divide(PyNumbers.multiply(aboveFreezing, 5L), 9L);
    }
    fanSpeed = fan;
    acMode = mode;
    return PyDict.of(
        "currentACTemperature", temperature, "climateMode", mode, "humidityLevel", humidityLevel);
  }

  private static boolean isBetween(Object low, Object value, Object high) {
    return Py.lessOrEqual(low, value) && Py.lessOrEqual(value, high);
  }

  private PyDict outsideTemperatureFromGoogle() {
    double temperature = draw(-10.0, 40.0);
    if (!longContext) {
      return PyDict.of("outsideTemperature", temperature);
    }
    PyDict weather = world.longWeatherExtension();
    weather.put("outsideTemperature", temperature);
    return weather;
  }

  private PyDict setHeadlights(Object mode) {
    if (!"on".equals(mode) && !"off".equals(mode) && !"auto".equals(mode)) {
      return error("Invalid headlight mode.");
    }
    headLightStatus = "on".equals(mode) ? "on" : "off";
    return PyDict.of("headlightStatus", headLightStatus);
  }

  private PyDict displayCarStatus(Object option) {
    PyDict status = new PyDict();
    if (longContext) {
      status.put("metadata", carMetadata());
    }
    switch (option instanceof String name ? name : "") {
      case "fuel" -> status.put("fuelLevel", fuelLevel);
      case "battery" -> status.put("batteryVoltage", batteryVoltage);
      case "doors" -> status.put("doorStatus", doorStatus);
      case "climate" -> {
        status.put("currentACTemperature", acTemperature);
        status.put("fanSpeed", fanSpeed);
        status.put("climateMode", acMode);
        status.put("humidityLevel", humidityLevel);
      }
      case "headlights" -> status.put("headlightStatus", headLightStatus);
      case "parkingBrake" -> {
        status.put("parkingBrakeStatus", parkingBrakeStatus);
        status.put("parkingBrakeForce", parkingBrakeForce);
        status.put("slopeAngle", slopeAngle);
      }
      case "brakePedal" -> {
        status.put("brakePedalStatus", brakePedalStatus);
        status.put("brakePedalForce", brakePedalForce);
      }
      case "engine" -> status.put("engineState", engineState);
      default -> status.put("error", "Invalid option");
    }
    return status;
  }

  private String carMetadata() {
    return world.longContext().text("CAR_STATUS_METADATA_EXTENSION");
  }

  private PyDict activateParkingBrake(Object mode) {
    boolean engaging = "engage".equals(mode);
    if (!engaging && !"release".equals(mode)) {
      return error("Invalid mode");
    }
    parkingBrakeStatus = engaging ? "engaged" : "released";
    parkingBrakeForce = engaging ? 500.0 : 0.0;
    slopeAngle = 10.0;
    PyDict result = new PyDict();
    if (longContext) {
      result.put("parkingBrakeInstruction", world.longContext().text("PARKING_BRAKE_INSTRUCTION"));
    }
    result.put("parkingBrakeStatus", parkingBrakeStatus);
    result.put("_parkingBrakeForce", parkingBrakeForce);
    result.put("_slopeAngle", slopeAngle);
    return result;
  }

  /** An int position leaves an int force in the state; the answer always shows a float. */
  private PyDict pressBrakePedal(Object pedalPosition) {
    if (!isBetween(0L, pedalPosition, 1L)) {
      return error("Pedal position must be between 0 and 1.");
    }
    if (Py.eq(pedalPosition, 0L)) {
      return releaseBrakePedal();
    }
    brakePedalStatus = "pressed";
    brakePedalForce = PyNumbers.multiply(FULL_BRAKE_FORCE, pedalPosition);
    return brakePedal(PyNumbers.toDouble(brakePedalForce));
  }

  private PyDict releaseBrakePedal() {
    brakePedalStatus = "released";
    brakePedalForce = 0.0;
    return brakePedal(0.0);
  }

  private PyDict brakePedal(double force) {
    return PyDict.of("brakePedalStatus", brakePedalStatus, "brakePedalForce", force);
  }

  /** The distance is stored even where the speed is then refused. */
  private PyDict setCruiseControl(Object speed, Object activate, Object distance) {
    double wantedDistance = PyNumbers.parseFloat(distance);
    double wantedSpeed = PyNumbers.parseFloat(speed);
    if ("stopped".equals(engineState)) {
      return error("Start the engine before activating the cruise control.");
    }
    distanceToNextVehicle = wantedDistance;
    boolean activating = Py.isTrue(activate);
    if (activating && !isCruiseSpeed(wantedSpeed)) {
      return error("Invalid speed");
    }
    cruiseStatus = activating ? "active" : "inactive";
    return PyDict.of(
        "cruiseStatus",
        cruiseStatus,
        "currentSpeed",
        wantedSpeed,
        "distanceToNextVehicle",
        wantedDistance);
  }

  private static boolean isCruiseSpeed(double speed) {
    return speed >= 0 && speed <= 120 && speed % 5 == 0;
  }

  private PyDict currentSpeed() {
    return PyDict.of("currentSpeed", draw(0.0, 120.0));
  }

  private PyDict estimateDriveFeasibility(Object distance) {
    Object range = PyNumbers.multiply(fuelLevel, MILES_PER_GALLON);
    return PyDict.of("canDrive", !Py.less(range, distance));
  }

  /** The list of cities is a copy: the answer may be stored by another simulator and changed. */
  private PyDict estimateDistance(Object cityA, Object cityB) {
    Double distance = RoadAtlas.distance(cityA, cityB);
    PyDict result =
        distance == null
            ? error("distance not found in database.")
            : PyDict.of("distance", distance);
    if (longContext) {
      PyList cities = world.longContext().list("INTERMEDIARY_CITIES");
      result.put("intermediaryCities", Py.copyOfConstant(cities));
    }
    return result;
  }

  /** The destination is stored before one that is no text raises. */
  private PyDict setNavigation(Object wanted) {
    destination = wanted;
    return PyDict.of("status", PyNumbers.add("Navigating to ", wanted));
  }

  private PyDict checkTirePressure() {
    return PyDict.of(
        "frontLeftTirePressure",
        frontLeftTirePressure,
        "frontRightTirePressure",
        frontRightTirePressure,
        "rearLeftTirePressure",
        rearLeftTirePressure,
        "rearRightTirePressure",
        rearRightTirePressure,
        "healthy_tire_pressure",
        isBetween(30L, averageTirePressure(), 35L),
        "car_info",
        longContext ? carMetadata() : new PyDict());
  }

  private Object averageTirePressure() {
    Object front = PyNumbers.add(frontLeftTirePressure, frontRightTirePressure);
    Object sum = PyNumbers.add(PyNumbers.add(front, rearLeftTirePressure), rearRightTirePressure);
    return PyNumbers.divide(sum, 4L);
  }
}
