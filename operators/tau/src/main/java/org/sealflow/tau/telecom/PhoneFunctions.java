package org.sealflow.tau.telecom;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;

/** Actions of task files on the phone before a conversation. */
final class PhoneFunctions {
  private PhoneFunctions() {}

  static List<Tool> all() {
    return List.of(
        function(
            "set_user_info",
            (phone, arguments) -> {
              phone.setSurroundings("name", arguments.get("name"));
              phone.setSurroundings("phone_number", arguments.get("phone_number"));
            },
            "name",
            "phone_number"),
        function(
            "set_user_location",
            (phone, arguments) -> phone.setSurroundings("is_abroad", arguments.get("abroad")),
            "abroad"),
        turn("turn_airplane_mode_on", "airplane_mode", true, Switches::toggleAirplaneMode),
        turn("turn_airplane_mode_off", "airplane_mode", false, Switches::toggleAirplaneMode),
        turn("turn_roaming_on", "roaming_enabled", true, Switches::toggleRoaming),
        turn("turn_roaming_off", "roaming_enabled", false, Switches::toggleRoaming),
        turn("turn_data_off", "data_enabled", false, Switches::toggleData),
        function("turn_data_on", (phone, arguments) -> phone.set("data_enabled", true)),
        turn("turn_data_saver_mode_on", "data_saver_mode", true, Switches::toggleDataSaver),
        turn("turn_data_saver_mode_off", "data_saver_mode", false, Switches::toggleDataSaver),
        function(
            "unseat_sim_card", (phone, arguments) -> phone.set("sim_card_missing", true).search()),
        function("lock_sim_card", PhoneFunctions::lockSim, "mode"),
        function(
            "break_apn_settings",
            (phone, arguments) -> {
              setApn(phone, "apn_name", PhoneModels.BROKEN);
              phone.search();
            }),
        function("break_apn_mms_setting", (phone, arguments) -> setApn(phone, "mmsc_url", null)),
        Tool.function(
            "set_wifi_calling",
            PhoneFunctions::setWifiCalling,
            Parameter.any("enabled"),
            Parameter.any("mms_over_wifi").orElse(null)),
        function("break_vpn", (phone, arguments) -> VpnTools.slowDown(phone)),
        Tool.function(
            "remove_app_permission",
            AppTools::remove,
            Parameter.any("app_name"),
            Parameter.any("permission")),
        function("simulate_network_search", (phone, arguments) -> phone.search()));
  }

  private static Tool function(
      String name, BiConsumer<Phone, BoundArguments> body, String... parameters) {
    Parameter[] declared = new Parameter[parameters.length];
    for (int i = 0; i < declared.length; i++) {
      declared[i] = Parameter.any(parameters[i]);
    }
    return Tool.function(
        name,
        (data, arguments) -> {
          body.accept(new Phone(data), arguments);
          return null;
        },
        declared);
  }

  /** Toggles, and toggles again if the switch is not as wanted then. */
  private static Tool turn(String name, String flag, boolean wanted, Consumer<Phone> toggle) {
    return function(
        name,
        (phone, arguments) -> {
          toggle.accept(phone);
          if (phone.is(flag) != wanted) {
            toggle.accept(phone);
          }
        });
  }

  private static void lockSim(Phone phone, BoundArguments arguments) {
    Object mode = arguments.get("mode");
    if (!"pin".equals(mode) && !"puk".equals(mode)) {
      throw CallException.tool("Invalid lock mode: " + Python.str(mode));
    }
    phone.set("sim_card_status", "locked_" + mode).search();
  }

  private static void setApn(Phone phone, String field, @Nullable Object value) {
    Object settings = phone.editDevice().get("active_apn_settings");
    Python.attribute(settings, field);
    if (settings instanceof Entity entity) {
      entity.set(field, value);
    }
  }

  private static @Nullable Object setWifiCalling(Database data, BoundArguments arguments) {
    Phone phone = new Phone(data);
    phone.set("wifi_calling_enabled", arguments.get("enabled"));
    if (arguments.get("mms_over_wifi") != null) {
      phone.set("wifi_calling_mms_over_wifi", arguments.get("mms_over_wifi"));
    }
    return null;
  }
}
