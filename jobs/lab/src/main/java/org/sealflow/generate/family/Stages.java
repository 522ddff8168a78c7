package org.sealflow.generate.family;

import java.util.List;
import org.sealflow.python.PyDict;

/** The starting states of the eight services. */
final class Stages {
  private Stages() {}

  /**
   * Draws the starting state of a service.
   *
   * @param large whether it holds much, as in the long-context category
   */
  static ServiceStage draw(String className, Draws draws, TaskWords values, boolean large) {
    return switch (className) {
      case FileFamilies.CLASS -> new FileStage(draws, values, large);
      case TicketFamilies.CLASS -> new TicketStage(draws, values, large);
      case MessageFamilies.CLASS -> new MessageStage(draws, values, large);
      case PostFamilies.CLASS -> new PostStage(draws, values, large);
      case VehicleFamilies.CLASS -> new VehicleStage(draws);
      case TradingFamilies.CLASS -> new TradingStage(draws, values, large);
      case TravelFamilies.CLASS -> new TravelStage(draws, values, large);
      default -> PyDict::new;
    };
  }

  /**
   * One of the things there are.
   *
   * @throws UnfitException if there is none
   */
  static <T> T pick(Draws draws, List<T> items) {
    if (items.isEmpty()) {
      throw new UnfitException(DropReason.NOTHING_TO_ACT_ON);
    }
    return draws.pick(items);
  }

  /** One of the things there are, which is gone from now on. */
  static <T> T take(Draws draws, List<T> items) {
    T taken = pick(draws, items);
    items.remove(taken);
    return taken;
  }
}
