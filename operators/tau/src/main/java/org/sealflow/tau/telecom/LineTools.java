package org.sealflow.tau.telecom;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;

/** Suspends and resumes lines, shows their use of data, switches roaming. */
final class LineTools {
  private static final String CYCLE_END = "2025-02-28";

  private LineTools() {}

  static Tool suspend() {
    return Tool.write(
        "suspend_line",
        "Suspend an active line for some months, at a small fee.",
        LineTools::suspend,
        TelecomData.CUSTOMER_ID,
        TelecomData.LINE_ID,
        Parameter.text("reason", "Why the line is suspended."));
  }

  static Tool resume() {
    return Tool.write(
        "resume_line",
        "Bring a suspended line back.",
        LineTools::resume,
        TelecomData.CUSTOMER_ID,
        TelecomData.LINE_ID);
  }

  static Tool dataUsage() {
    return Tool.read(
        "get_data_usage",
        "Show how much data a line has used and may use in this cycle.",
        LineTools::dataUsage,
        TelecomData.CUSTOMER_ID,
        TelecomData.LINE_ID);
  }

  static Tool enableRoaming() {
    return roaming("enable_roaming", "Allow a line to roam abroad.", true);
  }

  static Tool disableRoaming() {
    return roaming("disable_roaming", "Stop a line from roaming abroad.", false);
  }

  private static Tool roaming(String name, String description, boolean wanted) {
    String word = wanted ? "enabled" : "disabled";
    return Tool.write(
        name,
        description,
        (data, arguments) -> {
          Entity line = TelecomData.targetLine(data, arguments);
          if (line.flag("roaming_enabled") == wanted) {
            return "Roaming was already " + word;
          }
          TelecomData.edit(data, line).set("roaming_enabled", wanted);
          return "Roaming " + word + " successfully";
        },
        TelecomData.CUSTOMER_ID,
        TelecomData.LINE_ID);
  }

  private static Map<String, Object> suspend(Database data, BoundArguments arguments) {
    Entity line = TelecomData.targetLine(data, arguments);
    if (!line.text("status").equals(TelecomModels.ACTIVE)) {
      throw CallException.tool("Line must be active to suspend");
    }
    line = TelecomData.edit(data, line);
    line.set("status", TelecomModels.SUSPENDED);
    line.set("suspension_start_date", TelecomData.TODAY);
    return message("Line suspended successfully. $5/month holding fee will apply.", line);
  }

  private static Map<String, Object> resume(Database data, BoundArguments arguments) {
    Entity line = TelecomData.targetLine(data, arguments);
    String status = line.text("status");
    if (!status.equals(TelecomModels.SUSPENDED)
        && !status.equals(TelecomModels.PENDING_ACTIVATION)) {
      throw CallException.tool("Line must be suspended to resume");
    }
    line = TelecomData.edit(data, line);
    line.set("status", TelecomModels.ACTIVE);
    line.set("suspension_start_date", null);
    return message("Line resumed successfully", line);
  }

  private static Map<String, Object> message(String message, Entity line) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("message", message);
    result.put("line", line);
    return result;
  }

  private static Map<String, Object> dataUsage(Database data, BoundArguments arguments) {
    Entity line = TelecomData.targetLine(data, arguments);
    Entity plan = TelecomData.plan(data, line.get("plan_id"));
    Map<String, Object> usage = new LinkedHashMap<>();
    usage.put("line_id", line.text("line_id"));
    usage.put("data_used_gb", line.get("data_used_gb"));
    usage.put("data_limit_gb", plan.get("data_limit_gb"));
    usage.put("data_refueling_gb", line.get("data_refueling_gb"));
    usage.put("cycle_end_date", CYCLE_END);
    return usage;
  }
}
