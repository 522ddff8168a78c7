package org.sealflow.tau.telecom;

import java.util.function.Function;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.tool.Tool;

/** The phone's switches, and the SIM card. */
final class Switches {
  private Switches() {}

  static String onOff(boolean flag) {
    return flag ? "ON" : "OFF";
  }

  static Tool airplaneMode() {
    return write(
        "toggle_airplane_mode", "Switch airplane mode on or off.", Switches::toggleAirplaneMode);
  }

  static String toggleAirplaneMode(Phone phone) {
    boolean on = phone.toggle("airplane_mode");
    if (on) {
      clearWifi(phone);
      if (phone.is("vpn_connected")) {
        VpnTools.drop(phone);
      }
    } else {
      phone.set("network_connection_status", PhoneModels.SEARCHING);
      if (phone.is("wifi_enabled")) {
        clearWifi(phone);
      }
    }
    return phone.search().withStatusBar("Airplane Mode is now " + onOff(on) + ".");
  }

  static Tool simStatus() {
    return read(
        "check_sim_status",
        "Look up whether the SIM card works.",
        phone ->
            switch (phone.simStatus()) {
              case PhoneModels.SIM_ACTIVE -> "Your SIM card is active and working.";
              case PhoneModels.MISSING -> "No SIM card detected in the phone.";
              case "locked_pin" -> "The SIM card is locked with a PIN code.";
              default -> "The SIM card is locked with a PUK code.";
            });
  }

  static Tool reseatSim() {
    return write(
        "reseat_sim_card",
        "Take the SIM card out and put it back.",
        phone ->
            phone
                .set("sim_card_missing", false)
                .search()
                .withStatusBar("SIM card re-seated successfully."));
  }

  static Tool data() {
    return write("toggle_data", "Switch mobile data on or off.", Switches::toggleData);
  }

  static String toggleData(Phone phone) {
    String text = "Mobile Data is now " + onOff(phone.toggle("data_enabled")) + ".";
    return phone.search().withStatusBar(text);
  }

  static Tool roaming() {
    return write("toggle_roaming", "Switch data roaming on or off.", Switches::toggleRoaming);
  }

  static String toggleRoaming(Phone phone) {
    String text = "Data Roaming is now " + onOff(phone.toggle("roaming_enabled")) + ".";
    return phone.search().withStatusBar(text);
  }

  static Tool dataRestriction() {
    return read(
        "check_data_restriction_status",
        "Look up whether the data saver is on.",
        phone ->
            phone.is("data_saver_mode")
                ? "Data Saver mode is ON (limits data usage)."
                : "Data Saver mode is OFF.");
  }

  static Tool dataSaver() {
    return write(
        "toggle_data_saver_mode", "Switch the data saver on or off.", Switches::toggleDataSaver);
  }

  static String toggleDataSaver(Phone phone) {
    boolean on = phone.toggle("data_saver_mode");
    return phone.withStatusBar("Data Saver Mode is now " + onOff(on) + ".");
  }

  static Tool wifiStatus() {
    return read("check_wifi_status", "Look up the state of Wi-Fi.", Switches::wifiStatus);
  }

  private static String wifiStatus(Phone phone) {
    if (!phone.is("wifi_enabled")) {
      return "Wi-Fi is turned OFF.";
    }
    if (!phone.is("wifi_connected")) {
      return "Wi-Fi is ON but not connected to any network.";
    }
    return "Wi-Fi is ON and connected to '%s'. Signal strength: %s."
        .formatted(
            Python.str(phone.device().get("wifi_ssid")),
            phone.device().text("wifi_signal_strength"));
  }

  static Tool wifi() {
    return write(
        "toggle_wifi",
        "Switch Wi-Fi on or off.",
        phone -> {
          if (phone.is("airplane_mode")) {
            return phone.withStatusBar("Cannot change Wi-Fi settings while Airplane Mode is ON.");
          }
          boolean on = phone.toggle("wifi_enabled");
          if (!on) {
            clearWifi(phone);
          }
          return phone.withStatusBar("Wi-Fi is now " + onOff(on) + ".");
        });
  }

  static Tool wifiCallingStatus() {
    return read(
        "check_wifi_calling_status",
        "Look up whether calls may go over Wi-Fi.",
        phone ->
            "Wi-Fi Calling is currently turned " + onOff(phone.is("wifi_calling_enabled")) + ".");
  }

  static Tool wifiCalling() {
    return write(
        "toggle_wifi_calling",
        "Switch calls over Wi-Fi on or off.",
        phone -> {
          boolean on = phone.toggle("wifi_calling_enabled");
          return phone.withStatusBar("Wi-Fi Calling is now " + onOff(on) + ".");
        });
  }

  private static void clearWifi(Phone phone) {
    phone.set("wifi_connected", false);
    phone.set("wifi_ssid", null);
    phone.set("wifi_signal_strength", PhoneModels.NONE);
  }

  static Tool read(String name, String description, Function<Phone, String> body) {
    return Tool.read(name, description, (data, arguments) -> body.apply(new Phone(data)));
  }

  static Tool write(String name, String description, Function<Phone, String> body) {
    return Tool.write(name, description, (data, arguments) -> body.apply(new Phone(data)));
  }
}
