package org.sealflow.generate.family;

import java.util.List;
import org.sealflow.python.PyDict;

/** A car: fuel, doors, and whether the engine runs. */
final class VehicleStage implements ServiceStage {
  static final List<String> DOORS = List.of("driver", "passenger", "rear_left", "rear_right");

  private static final long TANK = 50;

  private final PyDict scenario;
  private long fuel;
  private boolean running;

  VehicleStage(Draws draws) {
    fuel = draws.between(2, 12);
    running = draws.chance(0.5);
    PyDict doors = new PyDict();
    for (String door : DOORS) {
      doors.put(door, running || draws.chance(0.4) ? "locked" : "unlocked");
    }
    scenario =
        PyDict.of(
            "random_seed", draws.between(1, 999_999),
            "fuelLevel", (double) fuel,
            "batteryVoltage", draws.between(24, 28) / 2.0,
            "engineState", running ? "running" : "stopped",
            "doorStatus", doors,
            "frontLeftTirePressure", (double) draws.between(28, 36),
            "frontRightTirePressure", (double) draws.between(28, 36),
            "rearLeftTirePressure", (double) draws.between(28, 36),
            "rearRightTirePressure", (double) draws.between(28, 36));
  }

  @Override
  public PyDict scenario() {
    return scenario;
  }

  /**
   * Adds fuel.
   *
   * @return the gallons added
   */
  long refuel(long gallons) {
    if (fuel + gallons > TANK) {
      throw new UnfitException(DropReason.NOTHING_TO_ACT_ON);
    }
    fuel += gallons;
    return gallons;
  }

  /** The engine runs from now on. */
  void start() {
    running = true;
  }

  /**
   * For what only a running car does.
   *
   * @throws UnfitException if the engine does not run
   */
  void requireRunning() {
    if (!running) {
      throw new UnfitException(DropReason.NOTHING_TO_ACT_ON);
    }
  }
}
