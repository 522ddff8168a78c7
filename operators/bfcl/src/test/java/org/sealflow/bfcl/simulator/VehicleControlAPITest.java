package org.sealflow.bfcl.simulator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.call.Method;

class VehicleControlAPITest {
  private static final LongContext CONSTANTS =
      new LongContext(
          Map.of(
              "CAR_STATUS_METADATA_EXTENSION",
              "Make: Test",
              "PARKING_BRAKE_INSTRUCTION",
              "Pull.",
              "INTERMEDIARY_CITIES",
              PyList.of("Here", "There"),
              "LONG_WEATHER_EXTENSION",
              PyDict.of("-1_day", PyDict.of("humidity", 75.0))));

  private static VehicleControlAPI car(Object... scenario) {
    return VehicleControlAPI.TYPE.load(
        PyDict.of(scenario), false, new SharedWorld(LongContext.none(), null));
  }

  private static VehicleControlAPI longContextCar(SharedWorld world) {
    return VehicleControlAPI.TYPE.load(new PyDict(), true, world);
  }

  /** A car with locked doors and the brake fully pressed. */
  private static VehicleControlAPI readyCar(Object fuelLevel) {
    return car(
        "doorStatus",
        PyDict.of("driver", "locked", "passenger", "locked", "rear_left", "locked", "x", "locked"),
        "brakePedalStatus",
        "pressed",
        "brakePedalForce",
        1000L,
        "fuelLevel",
        fuelLevel);
  }

  private static Method<VehicleControlAPI> method(String name) {
    return requireNonNull(VehicleControlAPI.TYPE.method(name), name);
  }

  private static String call(VehicleControlAPI car, String name, Object... given) {
    Method<VehicleControlAPI> method = method(name);
    Object[] arguments = new Object[method.parameters().size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = i < given.length ? given[i] : method.parameters().get(i).fallback();
    }
    try {
      return PyJson.dumps(method.body().call(car, arguments));
    } catch (PyException e) {
      return "raised: " + e.text();
    }
  }

  private static String attribute(VehicleControlAPI car, String name) {
    return PyJson.dumps(
        car.publicState().get(VehicleControlAPI.TYPE.publicAttributes().indexOf(name)));
  }

  @Test
  void emptyScenarioGivesTheDefaultCar() {
    VehicleControlAPI car = car();
    assertThat(PyJson.dumps(new PyList(car.publicState())))
        .isEqualTo(
            "[0.0, 12.6, \"stopped\", 4, {\"driver\": \"unlocked\", \"passenger\": \"unlocked\","
                + " \"rear_left\": \"unlocked\", \"rear_right\": \"unlocked\"}, 25.0, 50, \"auto\","
                + " 50.0, \"off\", \"released\", \"released\", 50.0, \"inactive\", \"None\", 32.0,"
                + " 32.0, 30.0, 30.0, false]");
    assertThat(car.privateState()).containsExactly(0.0, 0.0, 0.0, 0L);
    assertThat(car.publicState()).hasSameSizeAs(VehicleControlAPI.TYPE.publicAttributes());
    assertThat(car.privateState()).hasSameSizeAs(VehicleControlAPI.TYPE.privateAttributes());
  }

  @Test
  void unlockedDoorsAreCountedFromFourWhateverTheScenarioSays() {
    assertThat(
            attribute(
                car("doorStatus", PyDict.of("driver", "locked"), "remainingUnlockedDoors", 0L),
                "remainingUnlockedDoors"))
        .isEqualTo("3");
    PyDict five = PyDict.of("a", "locked", "b", "locked", "c", "locked", "d", "locked");
    five.put("e", "locked");
    assertThat(attribute(car("doorStatus", five), "remainingUnlockedDoors")).isEqualTo("-1");
  }

  @Test
  void scenarioThatCannotBeLoadedRaises() {
    assertThatThrownBy(() -> car("doorStatus", new PyList()))
        .isInstanceOf(PyException.class)
        .hasMessage("'list' object has no attribute 'keys'");
    assertThatThrownBy(() -> car("random_seed", new PyList())).isInstanceOf(PyException.class);
  }

  @Test
  void engineAsksForDoorsThenBrakeThenForceThenFuel() {
    VehicleControlAPI car = car("fuelLevel", -1L);
    assertThat(call(car, "startEngine", "START"))
        .isEqualTo(
            "{\"error\": \"All doors must be locked before starting the engine. Here are the"
                + " unlocked doors: driver, passenger, rear_left, rear_right\"}");
    call(car, "lockDoors", false, PyList.of("driver", "passenger", "rear_left", "rear_right"));
    assertThat(call(car, "startEngine", "START"))
        .isEqualTo("{\"error\": \"Brake pedal needs to be pressed when starting the engine.\"}");
    call(car, "pressBrakePedal", 0.5);
    assertThat(call(car, "startEngine", "START"))
        .isEqualTo("{\"error\": \"Must press the brake fully before starting the engine.\"}");
    call(car, "pressBrakePedal", 1L);
    assertThat(call(car, "startEngine", "START")).isEqualTo("{\"error\": \"Fuel tank is empty.\"}");
    call(car, "fillFuelTank", 1L);
    assertThat(call(car, "startEngine", "START"))
        .isEqualTo("{\"engineState\": \"running\", \"fuelLevel\": 0, \"batteryVoltage\": 12.6}");
  }

  @Test
  void stoppingStopsTheEngineAndStillReportsAnError() {
    VehicleControlAPI car = readyCar(0.0);
    call(car, "startEngine", "START");
    assertThat(attribute(car, "engine_state")).isEqualTo("\"running\"");
    assertThat(call(car, "startEngine", "STOP"))
        .isEqualTo("{\"error\": \"Invalid ignition mode.\"}");
    assertThat(attribute(car, "engine_state")).isEqualTo("\"stopped\"");
    assertThat(call(car, "startEngine", PyNone.NONE))
        .isEqualTo("{\"error\": \"Invalid ignition mode.\"}");
  }

  @Test
  void doorOfAThirdStatusIsCountedButNotNamed() {
    assertThat(call(car("doorStatus", PyDict.of("driver", "ajar")), "startEngine", "START"))
        .isEqualTo(
            "{\"error\": \"All doors must be locked before starting the engine. Here are the"
                + " unlocked doors: \"}");
  }

  @Test
  void fuelStaysWithinTheTank() {
    VehicleControlAPI car = car("fuelLevel", 10.5);
    assertThat(call(car, "fillFuelTank", -1L))
        .isEqualTo("{\"error\": \"Fuel amount cannot be negative.\"}");
    assertThat(call(car, "fillFuelTank", 40L))
        .isEqualTo("{\"error\": \"Cannot fill gas above the tank capacity.\"}");
    assertThat(call(car, "fillFuelTank", 39.5)).isEqualTo("{\"fuelLevel\": 50.0}");
    assertThat(call(car, "fillFuelTank", "5"))
        .isEqualTo("raised: '<' not supported between instances of 'str' and 'int'");
    assertThat(call(car("fuelLevel", -1L), "fillFuelTank", 0.5))
        .isEqualTo("{\"error\": \"Fuel tank is empty. Min fuel level is 0 gallons.\"}");
    assertThat(call(car("fuelLevel", 10L), "fillFuelTank", 10L)).isEqualTo("{\"fuelLevel\": 20}");
  }

  @Test
  void doorsAreLockedOneByOneUntilOneIsUnknown() {
    VehicleControlAPI car = car();
    assertThat(call(car, "lockDoors", false, PyList.of("driver", "driver", "passenger")))
        .isEqualTo("{\"lockStatus\": \"locked\", \"remainingUnlockedDoors\": 2}");
    assertThat(call(car, "lockDoors", false, PyList.of("rear_left", "trunk", "rear_right")))
        .isEqualTo("raised: 'trunk'");
    assertThat(call(car, "displayCarStatus", "doors"))
        .isEqualTo(
            "{\"doorStatus\": {\"driver\": \"locked\", \"passenger\": \"locked\", \"rear_left\":"
                + " \"locked\", \"rear_right\": \"unlocked\"}}");
    assertThat(attribute(car, "remainingUnlockedDoors")).isEqualTo("1");
    assertThat(call(car, "lockDoors", "False", PyList.of("driver")))
        .isEqualTo("{\"lockStatus\": \"unlocked\", \"remainingUnlockedDoors\": 2}");
  }

  @Test
  void doorsGivenAsTextAreWalkedByCharacter() {
    assertThat(call(car(), "lockDoors", false, "driver")).isEqualTo("raised: 'd'");
    assertThat(call(car(), "lockDoors", false, ""))
        .isEqualTo("{\"lockStatus\": \"locked\", \"remainingUnlockedDoors\": 4}");
    assertThat(call(car(), "lockDoors", false, 5L))
        .isEqualTo("raised: 'int' object is not iterable");
    assertThat(call(car(), "lockDoors", false, PyList.of(new PyList())))
        .isEqualTo("raised: unhashable type: 'list'");
  }

  @Test
  void climateAnswersTheTemperatureAsGivenAndStoresCelsius() {
    VehicleControlAPI car = car("humidityLevel", 45.0);
    assertThat(call(car, "adjustClimateControl", 72L, "fahrenheit"))
        .isEqualTo(
            "{\"currentACTemperature\": 72, \"climateMode\": \"auto\", \"humidityLevel\": 45.0}");
    assertThat(call(car, "displayCarStatus", "climate"))
        .isEqualTo(
            "{\"currentACTemperature\": 22.22222222222222, \"fanSpeed\": 50, \"climateMode\":"
                + " \"auto\", \"humidityLevel\": 45.0}");
    call(car, "adjustClimateControl", 20L, "kelvin", 0L, "foo");
    assertThat(call(car, "displayCarStatus", "climate"))
        .isEqualTo(
            "{\"currentACTemperature\": 20, \"fanSpeed\": 0, \"climateMode\": \"foo\","
                + " \"humidityLevel\": 45.0}");
  }

  @Test
  void climateKeepsTheRawTemperatureWhenItsConversionRaises() {
    VehicleControlAPI car = car("fanSpeed", 7L);
    assertThat(call(car, "adjustClimateControl", "20", "fahrenheit"))
        .isEqualTo("raised: unsupported operand type(s) for -: 'str' and 'int'");
    assertThat(attribute(car, "acTemperature")).isEqualTo("\"20\"");
    assertThat(attribute(car, "fanSpeed")).isEqualTo("7");
    assertThat(call(car, "adjustClimateControl", 20L, "celsius", 101L))
        .isEqualTo("{\"error\": \"Fan speed must be between 0 and 100.\"}");
    assertThat(call(car, "adjustClimateControl", 20L, "celsius", "9"))
        .isEqualTo("raised: '<=' not supported between instances of 'int' and 'str'");
    assertThat(attribute(car, "acTemperature")).isEqualTo("\"20\"");
  }

  @Test
  void speedAndTemperatureComeFromOneGenerator() {
    VehicleControlAPI car = car();
    assertThat(call(car, "get_current_speed")).isEqualTo("{\"currentSpeed\": 111.92365689097284}");
    assertThat(call(car, "get_outside_temperature_from_weather_com")).isEqualTo("{\"error\": 404}");
    assertThat(call(car, "get_outside_temperature_from_google"))
        .isEqualTo("{\"outsideTemperature\": 31.29968928699752}");
    assertThat(car.privateState().get(3)).isEqualTo(4L);
    assertThat(call(car("random_seed", 1L), "get_current_speed"))
        .isEqualTo("{\"currentSpeed\": 16.123709293488147}");
  }

  @Test
  void headlightsOnAutomaticAreOff() {
    VehicleControlAPI car = car();
    assertThat(call(car, "setHeadlights", "on")).isEqualTo("{\"headlightStatus\": \"on\"}");
    assertThat(call(car, "setHeadlights", "ON"))
        .isEqualTo("{\"error\": \"Invalid headlight mode.\"}");
    assertThat(attribute(car, "headLightStatus")).isEqualTo("\"on\"");
    assertThat(call(car, "setHeadlights", "auto")).isEqualTo("{\"headlightStatus\": \"off\"}");
  }

  @Test
  void statusShowsTheRawValuesOfOneArea() {
    VehicleControlAPI car = car("slopeAngle", 1L, "parkingBrakeForce", 2L);
    assertThat(call(car, "displayCarStatus", "fuel")).isEqualTo("{\"fuelLevel\": 0.0}");
    assertThat(call(car, "displayCarStatus", "battery")).isEqualTo("{\"batteryVoltage\": 12.6}");
    assertThat(call(car, "displayCarStatus", "headlights"))
        .isEqualTo("{\"headlightStatus\": \"off\"}");
    assertThat(call(car, "displayCarStatus", "engine")).isEqualTo("{\"engineState\": \"stopped\"}");
    assertThat(call(car, "displayCarStatus", "parkingBrake"))
        .isEqualTo(
            "{\"parkingBrakeStatus\": \"released\", \"parkingBrakeForce\": 2, \"slopeAngle\": 1}");
    assertThat(call(car, "displayCarStatus", "brakePedal"))
        .isEqualTo("{\"brakePedalStatus\": \"released\", \"brakePedalForce\": 0.0}");
    for (Object option : List.of("Fuel", "", PyNone.NONE, 5L)) {
      assertThat(call(car, "displayCarStatus", option))
          .isEqualTo("{\"error\": \"Invalid option\"}");
    }
  }

  @Test
  void parkingBrakeSetsTheSlopeEitherWay() {
    VehicleControlAPI car = car();
    assertThat(call(car, "activateParkingBrake", "engage"))
        .isEqualTo(
            "{\"parkingBrakeStatus\": \"engaged\", \"_parkingBrakeForce\": 500.0, \"_slopeAngle\":"
                + " 10.0}");
    assertThat(call(car, "activateParkingBrake", "Engage"))
        .isEqualTo("{\"error\": \"Invalid mode\"}");
    assertThat(call(car, "activateParkingBrake", "release"))
        .isEqualTo(
            "{\"parkingBrakeStatus\": \"released\", \"_parkingBrakeForce\": 0.0, \"_slopeAngle\":"
                + " 10.0}");
    assertThat(car.privateState()).startsWith(0.0, 10.0);
  }

  @Test
  void brakePedalKeepsAnIntForceAndShowsAFloat() {
    VehicleControlAPI car = car();
    assertThat(call(car, "pressBrakePedal", 1L))
        .isEqualTo("{\"brakePedalStatus\": \"pressed\", \"brakePedalForce\": 1000.0}");
    assertThat(call(car, "displayCarStatus", "brakePedal"))
        .isEqualTo("{\"brakePedalStatus\": \"pressed\", \"brakePedalForce\": 1000}");
    assertThat(call(car, "pressBrakePedal", 1.5))
        .isEqualTo("{\"error\": \"Pedal position must be between 0 and 1.\"}");
    assertThat(call(car, "pressBrakePedal", "1"))
        .isEqualTo("raised: '<=' not supported between instances of 'int' and 'str'");
    assertThat(attribute(car, "brakePedalStatus")).isEqualTo("\"pressed\"");
    assertThat(call(car, "pressBrakePedal", false))
        .isEqualTo("{\"brakePedalStatus\": \"released\", \"brakePedalForce\": 0.0}");
    call(car, "pressBrakePedal", 0.333);
    assertThat(call(car, "releaseBrakePedal"))
        .isEqualTo("{\"brakePedalStatus\": \"released\", \"brakePedalForce\": 0.0}");
    assertThat(car.privateState().get(2)).isEqualTo(0.0);
  }

  @Test
  void cruiseControlStoresTheDistanceBeforeItRefusesTheSpeed() {
    VehicleControlAPI car = car("engineState", "running");
    assertThat(call(car, "setCruiseControl", "60", true, "70"))
        .isEqualTo(
            "{\"cruiseStatus\": \"active\", \"currentSpeed\": 60.0, \"distanceToNextVehicle\":"
                + " 70.0}");
    for (Object speed : List.of(63L, 125L, -5L, Double.NaN, Double.POSITIVE_INFINITY)) {
      assertThat(call(car, "setCruiseControl", speed, true, 51L))
          .isEqualTo("{\"error\": \"Invalid speed\"}");
    }
    assertThat(attribute(car, "distanceToNextVehicle")).isEqualTo("51.0");
    assertThat(attribute(car, "cruiseStatus")).isEqualTo("\"active\"");
    assertThat(call(car, "setCruiseControl", 63L, "", 53L))
        .isEqualTo(
            "{\"cruiseStatus\": \"inactive\", \"currentSpeed\": 63.0, \"distanceToNextVehicle\":"
                + " 53.0}");
  }

  @Test
  void cruiseControlReadsItsNumbersBeforeItLooksAtTheEngine() {
    VehicleControlAPI car = car();
    assertThat(call(car, "setCruiseControl", 60L, false, 100L))
        .isEqualTo("{\"error\": \"Start the engine before activating the cruise control.\"}");
    assertThat(attribute(car, "distanceToNextVehicle")).isEqualTo("50.0");
    assertThat(call(car, "setCruiseControl", "abc", true, "7"))
        .isEqualTo("raised: could not convert string to float: 'abc'");
    assertThat(call(car, "setCruiseControl", "abc", true, PyNone.NONE))
        .isEqualTo("raised: float() argument must be a string or a real number, not 'NoneType'");
  }

  @Test
  void logEchoesAnything() {
    assertThat(call(car(), "display_log", PyList.of("a", PyNone.NONE, 1L)))
        .isEqualTo("{\"log\": [\"a\", null, 1]}");
  }

  @Test
  void carDrivesTwentyMilesPerGallon() {
    VehicleControlAPI car = car("fuelLevel", 50.0);
    assertThat(call(car, "estimate_drive_feasibility_by_mileage", 1000L))
        .isEqualTo("{\"canDrive\": true}");
    assertThat(call(car, "estimate_drive_feasibility_by_mileage", 1000.5))
        .isEqualTo("{\"canDrive\": false}");
    assertThat(call(car, "estimate_drive_feasibility_by_mileage", "9"))
        .isEqualTo("raised: '<' not supported between instances of 'float' and 'str'");
  }

  @Test
  void volumesAreConvertedWithoutRounding() {
    assertThat(call(car(), "liter_to_gallon", 10L)).isEqualTo("{\"gallon\": 2.6417200000000003}");
    assertThat(call(car(), "gallon_to_liter", 0L)).isEqualTo("{\"liter\": 0.0}");
    assertThat(call(car(), "gallon_to_liter", "2"))
        .isEqualTo("raised: can't multiply sequence by non-int of type 'float'");
    assertThat(call(car(), "liter_to_gallon", PyNone.NONE))
        .isEqualTo("raised: unsupported operand type(s) for *: 'NoneType' and 'float'");
  }

  @Test
  void distancesAreKnownBetweenZipCodesBothWays() {
    assertThat(call(car(), "estimate_distance", "83214", "74532"))
        .isEqualTo("{\"distance\": 750.0}");
    assertThat(call(car(), "estimate_distance", "08540", "94704"))
        .isEqualTo("{\"distance\": 2550.0}");
    for (Object unknown : List.of("Stonebrook", "83214", 74532L, new PyList())) {
      assertThat(call(car(), "estimate_distance", "83214", unknown))
          .isEqualTo("{\"error\": \"distance not found in database.\"}");
    }
  }

  @Test
  void zipCodesAreFoundByExactName() {
    assertThat(call(car(), "get_zipcode_based_on_city", "Sunset Valley"))
        .isEqualTo("{\"zipcode\": \"83462\"}");
    for (Object unknown : List.of("rivermist", "Pinehaven", 5L, new PyList())) {
      assertThat(call(car(), "get_zipcode_based_on_city", unknown))
          .isEqualTo("{\"zipcode\": \"00000\"}");
    }
  }

  @Test
  void destinationIsStoredBeforeItRaises() {
    VehicleControlAPI car = car();
    assertThat(call(car, "set_navigation", "1 Main St"))
        .isEqualTo("{\"status\": \"Navigating to 1 Main St\"}");
    assertThat(call(car, "set_navigation", 5L))
        .isEqualTo("raised: can only concatenate str (not \"int\") to str");
    assertThat(attribute(car, "destination")).isEqualTo("5");
  }

  @Test
  void tiresAreHealthyByTheirAverage() {
    assertThat(call(car(), "check_tire_pressure"))
        .isEqualTo(
            "{\"frontLeftTirePressure\": 32.0, \"frontRightTirePressure\": 32.0,"
                + " \"rearLeftTirePressure\": 30.0, \"rearRightTirePressure\": 30.0,"
                + " \"healthy_tire_pressure\": true, \"car_info\": {}}");
    assertThat(
            call(
                car("frontLeftTirePressure", 38L, "frontRightTirePressure", 40.5),
                "check_tire_pressure"))
        .contains("\"frontLeftTirePressure\": 38,", "\"healthy_tire_pressure\": true");
    assertThat(
            call(
                car("frontLeftTirePressure", 40L, "frontRightTirePressure", 40.5),
                "check_tire_pressure"))
        .contains("\"healthy_tire_pressure\": false");
    assertThat(call(car(), "find_nearest_tire_shop"))
        .isEqualTo("{\"shopLocation\": \"456 Oakwood Avenue, Rivermist, 83214\"}");
  }

  @Test
  void longContextLengthensTheAnswers() {
    VehicleControlAPI car = longContextCar(new SharedWorld(CONSTANTS, null));
    assertThat(attribute(car, "long_context")).isEqualTo("true");
    assertThat(call(car, "displayCarStatus", "fuel"))
        .isEqualTo("{\"metadata\": \"Make: Test\", \"fuelLevel\": 0.0}");
    assertThat(call(car, "displayCarStatus", "bad"))
        .isEqualTo("{\"metadata\": \"Make: Test\", \"error\": \"Invalid option\"}");
    assertThat(call(car, "check_tire_pressure")).endsWith("\"car_info\": \"Make: Test\"}");
    assertThat(call(car, "activateParkingBrake", "release"))
        .startsWith("{\"parkingBrakeInstruction\": \"Pull.\", \"parkingBrakeStatus\"");
    assertThat(call(car, "activateParkingBrake", "x")).isEqualTo("{\"error\": \"Invalid mode\"}");
    assertThat(call(car, "estimate_distance", "83214", "74532"))
        .isEqualTo("{\"distance\": 750.0, \"intermediaryCities\": [\"Here\", \"There\"]}");
    assertThat(call(car, "estimate_distance", "1", "2"))
        .isEqualTo(
            "{\"error\": \"distance not found in database.\", \"intermediaryCities\": [\"Here\","
                + " \"There\"]}");
  }

  @Test
  void longWeatherIsOneDictPerWorldAndNeverTheConstant() {
    SharedWorld world = new SharedWorld(CONSTANTS, null);
    VehicleControlAPI policy = longContextCar(world);
    VehicleControlAPI groundTruth = longContextCar(world);
    assertThat(call(policy, "get_outside_temperature_from_google"))
        .isEqualTo("{\"-1_day\": {\"humidity\": 75.0}, \"outsideTemperature\": 36.63485703790535}");
    Method<VehicleControlAPI> method = method("get_outside_temperature_from_google");
    assertThat(method.body().call(groundTruth, new Object[0]))
        .isSameAs(method.body().call(policy, new Object[0]));
    assertThat(CONSTANTS.dict("LONG_WEATHER_EXTENSION").containsKey("outsideTemperature"))
        .isFalse();
  }
}
