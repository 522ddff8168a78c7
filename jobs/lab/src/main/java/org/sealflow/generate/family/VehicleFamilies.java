package org.sealflow.generate.family;

import java.util.List;

/** Requests to the car. */
final class VehicleFamilies {
  static final String CLASS = "VehicleControlAPI";

  private static final List<String> LIGHT_MODES = List.of("on", "off", "auto");
  private static final List<String> PARTS =
      List.of("fuel", "battery", "doors", "climate", "headlights", "engine");
  private static final List<String> CITIES =
      List.of(
          "Rivermist",
          "Stonebrook",
          "Maplecrest",
          "Silverpine",
          "Shadowridge",
          "Oakendale",
          "Willowbend",
          "Autumnville");

  private VehicleFamilies() {}

  static List<Family> all() {
    return List.of(
        of(
            "car.refuel",
            VehiclePlans::refuel,
            """
            Add {gallons} gallons of fuel.
            * Fill {gallons} gallons of fuel into the tank.
            The car needs {gallons} gallons of fuel, fill the tank.
            Please fill {gallons} gallons into the tank.
            ? gallons
            Add some fuel.
            Fill some fuel into the tank.
            * The car needs some fuel, fill the tank.
            Please fill some gallons into the tank.
            """),
        of(
            "car.lock",
            turn -> VehiclePlans.oneDoor(turn, false),
            """
            Lock the {door} door.
            The {door} door should be locked.
            Lock the door {door}.
            * Please lock the {door} door.
            ? door
            * Lock one of the doors.
            One door should be locked.
            Lock a door.
            Please lock one door.
            """),
        of(
            "car.unlock",
            turn -> VehiclePlans.oneDoor(turn, true),
            """
            Unlock the {door} door.
            The {door} door should be unlocked.
            * Unlock the door {door}.
            Please unlock the {door} door.
            ? door
            Unlock one of the doors.
            One door should be unlocked.
            Unlock a door.
            * Please unlock one door.
            """),
        of(
            "car.lock-all",
            VehiclePlans::lockAll,
            """
            * Lock all doors.
            Lock every door of the car.
            All doors should be locked.
            Please lock all doors of the car.
            """),
        of(
            "car.temperature",
            VehiclePlans::temperature,
            """
            Set the temperature in the car to {degrees} degrees.
            * I want {degrees} degrees in the car.
            Change the temperature in the car to {degrees} degrees.
            Please set the car to {degrees} degrees.
            ? degrees
            Set the temperature in the car.
            I want another temperature in the car.
            Change the temperature in the car.
            * Please set the temperature of the car.
            """),
        of(
            "car.climate",
            VehiclePlans::climate,
            """
            * Set the climate to {degrees} degrees, fan {fan}, mode {mode}.
            I want the climate at {degrees} degrees with fan {fan} and mode {mode}.
            Change the climate to {degrees} degrees, fan {fan} and mode {mode}.
            Please set the climate to {degrees} degrees with fan {fan} and mode {mode}.
            ? degrees
            Set the climate to fan {fan}, mode {mode} and another temperature.
            * I want the climate with another temperature, fan {fan} and mode {mode}.
            Change the temperature of the climate with fan {fan} and mode {mode}.
            Please set the climate to a new temperature with fan {fan} and mode {mode}.
            """),
        of(
            "car.lights",
            turn ->
                turn.call(
                    "setHeadlights", "mode", turn.slot("mode", turn.draws().pick(LIGHT_MODES))),
            """
            Set the headlights to {mode}.
            Change the headlights to {mode}.
            * The headlights should be {mode}.
            Please set the headlights to {mode}.
            ? mode
            * Set the headlights to another mode.
            Change the mode of the headlights.
            The headlights should have a different mode.
            Please set the mode of the headlights.
            """),
        of(
            "car.navigate",
            VehiclePlans::navigate,
            """
            Navigate to {place}.
            * Start the navigation to {place}.
            Set {place} in the navigation.
            Please start to navigate to {place}.
            ? place
            Start the navigation.
            Navigate to a new place.
            * Set another place in the navigation.
            Please start to navigate.
            """),
        of(
            "car.brake-on",
            turn -> turn.call("activateParkingBrake", "mode", "engage"),
            """
            Engage the parking brake.
            Set the parking brake.
            The parking brake should be engaged.
            * Please engage the parking brake.
            """),
        of(
            "car.brake-off",
            turn -> turn.call("activateParkingBrake", "mode", "release"),
            """
            Release the parking brake.
            * Take off the parking brake.
            The parking brake should be released.
            Please release the parking brake.
            """),
        of(
            "car.gallons",
            turn ->
                turn.call(
                    "gallon_to_liter", "gallon", turn.slot("number", turn.values().amount(2, 90))),
            """
            How many liters are {number} gallons?
            Change {number} gallons to liters.
            * Give me {number} gallons in liters.
            Please change {number} gallons into liters.
            ? number
            How many liters are my gallons?
            Change some gallons to liters.
            Give me the gallons in liters.
            * Please change the gallons into liters.
            """),
        of(
            "car.liters",
            turn ->
                turn.call(
                    "liter_to_gallon", "liter", turn.slot("number", turn.values().amount(2, 90))),
            """
            * How many gallons are {number} liters?
            Change {number} liters to gallons.
            Give me {number} liters in gallons.
            Please change {number} liters into gallons.
            ? number
            How many gallons are my liters?
            Change some liters to gallons.
            * Give me the liters in gallons.
            Please change the liters into gallons.
            """),
        of(
            "car.tires",
            turn -> turn.call("check_tire_pressure"),
            """
            Check the tire pressure.
            What is the pressure of my tires?
            Show me the tire pressure.
            * Please check the pressure of the tires.
            """),
        of(
            "car.tire-shop",
            turn -> turn.call("find_nearest_tire_shop"),
            """
            * Where is the next tire shop?
            Find the next tire shop.
            Show me the next tire shop.
            Please find a tire shop.
            """),
        of(
            "car.start",
            VehiclePlans::start,
            """
            Lock all doors, press the brake pedal and start the engine.
            Start the engine after all doors are locked and the brake pedal is pressed.
            * Lock every door, then press the brake pedal and start the engine.
            Please lock all doors, press the brake pedal, then start the engine.
            """),
        of(
            "car.press-brake",
            turn -> turn.call("pressBrakePedal", "pedalPosition", 1L),
            """
            Press the brake pedal.
            Press the brake pedal all the way.
            The brake pedal should be pressed.
            * Please press the brake pedal.
            """),
        of(
            "car.release-brake",
            turn -> turn.call("releaseBrakePedal"),
            """
            * Release the brake pedal.
            Take the foot off the brake pedal.
            The brake pedal should be released.
            Please release the brake pedal.
            """),
        of(
            "car.status",
            turn ->
                turn.call(
                    "displayCarStatus", "option", turn.slot("part", turn.draws().pick(PARTS))),
            """
            Show me the car status of the {part}.
            * What is the car status of the {part}?
            Give me the car status of the {part}.
            Please show the car status of the {part}.
            ? part
            Show me the car status of some part.
            What is the car status of that part?
            * Give me the car status of a part.
            Please show the car status of a part.
            """),
        of(
            "car.zip",
            turn ->
                turn.call(
                    "get_zipcode_based_on_city",
                    "city",
                    turn.slot("city", turn.draws().pick(CITIES))),
            """
            * What is the zip code of {city}?
            Give me the zip code of {city}.
            Which zip code does {city} have?
            Please show me the zip code of {city}.
            ? city
            What is the zip code of the city?
            * Give me the zip code of a city.
            Which zip code does that city have?
            Please show me the zip code of that city.
            """),
        of(
            "car.distance",
            VehiclePlans::distance,
            """
            How far is it from {city} to {other}?
            Give me the distance from {city} to {other}.
            * What is the distance between {city} and {other}?
            Please show me the distance between {city} and {other}.
            ? other
            How far is it from {city} to the other city?
            Give me the distance from {city} to another city.
            What is the distance between {city} and that city?
            * Please show me the distance between {city} and another city.
            """),
        of(
            "car.range",
            turn ->
                turn.call(
                    "estimate_drive_feasibility_by_mileage",
                    "distance",
                    turn.slot("miles", turn.draws().between(20, 900))),
            """
            Can the car drive {miles} miles?
            * Is the fuel enough for {miles} miles?
            Can I drive {miles} miles with this fuel?
            Please check if the fuel is enough for {miles} miles.
            ? miles
            Can the car drive that far?
            Is the fuel enough for my miles?
            * Can I drive all the miles with this fuel?
            Please check if the fuel is enough for the miles.
            """),
        of(
            "car.display",
            VehiclePlans::display,
            """
            Display {text} in the car.
            The car should display {text}.
            Display the text {text}.
            * Please display {text} in the car.
            ? text
            * Display something in the car.
            The car should display something.
            Display a text.
            Please display a text in the car.
            """),
        of(
            "car.speed",
            turn -> turn.call("get_current_speed"),
            """
            How fast is the car now?
            What is the speed of the car?
            * Show me the speed of the car.
            Please show me how fast the car is.
            """),
        of(
            "car.outside",
            turn -> turn.call("get_outside_temperature_from_google"),
            """
            How warm is it outside?
            What does Google say about the temperature outside?
            Show me the temperature outside.
            * Please show me how warm it is outside.
            """),
        of(
            "car.cruise",
            VehiclePlans::cruise,
            """
            * Set the cruise control to {speed} with a distance of {meters} meters.
            Turn on the cruise control at speed {speed} with {meters} meters of distance.
            I want the cruise control at {speed} with a distance of {meters} meters.
            Please turn on the cruise control at {speed} with a distance of {meters} meters.
            ? speed
            Set the cruise control to a speed with a distance of {meters} meters.
            * Turn on the cruise control with {meters} meters of distance.
            I want the cruise control with a distance of {meters} meters.
            Please turn on the cruise control with a distance of {meters} meters.
            """));
  }

  private static Family of(String id, Family.Plan plan, String wordings) {
    return Family.of(id, CLASS, plan, wordings);
  }
}
