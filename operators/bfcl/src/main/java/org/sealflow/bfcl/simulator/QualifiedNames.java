package org.sealflow.bfcl.simulator;

import java.util.Map;

/**
 * The full names of the reference's methods, which Python writes into the errors of unpacking
 * (call-execution.md, section 5).
 */
final class QualifiedNames {
  private static final String PACKAGE = "bfcl_eval.eval_checker.multi_turn_eval.func_source_code.";

  private static final Map<String, String> MODULES =
      Map.of(
          "GorillaFileSystem", "gorilla_file_system",
          "MathAPI", "math_api",
          "MessageAPI", "message_api",
          "TwitterAPI", "posting_api",
          "TicketAPI", "ticket_api",
          "TradingBot", "trading_bot",
          "TravelAPI", "travel_booking",
          "VehicleControlAPI", "vehicle_control");

  private QualifiedNames() {}

  /** {@code package.module.Class.method()}. */
  static String of(String className, String method) {
    String module = MODULES.getOrDefault(className, className);
    return PACKAGE + module + "." + className + "." + method + "()";
  }
}
