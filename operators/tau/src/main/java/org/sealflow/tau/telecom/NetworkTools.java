package org.sealflow.tau.telecom;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;

/** The user's view of the mobile network, and its settings. */
final class NetworkTools {
  private static final String MODE = "network_mode_preference";
  private static final String APN = "active_apn_settings";

  private NetworkTools() {}

  static Tool statusBar() {
    return Tool.read(
        "check_status_bar",
        "Look at the icons at the top of the phone.",
        (data, arguments) -> "Status Bar: " + new Phone(data).statusBar());
  }

  static Tool status() {
    return Tool.read(
        "check_network_status",
        "Look up SIM card, signal, network type, mobile data and Wi-Fi.",
        (data, arguments) -> status(new Phone(data)));
  }

  static Tool mode() {
    return Tool.read(
        "check_network_mode_preference",
        "Look up which network types the phone may use.",
        (data, arguments) ->
            "Network Mode Preference: " + Python.str(new Phone(data).device().get(MODE)));
  }

  static Tool setMode() {
    return Tool.write(
        "set_network_mode_preference",
        "Choose which network types the phone may use.",
        NetworkTools::setMode,
        Parameter.text("mode", "One of " + String.join(", ", PhoneModels.NETWORK_MODES) + "."));
  }

  static Tool speedTest() {
    return Tool.read(
        "run_speed_test",
        "Measure how fast mobile data are.",
        (data, arguments) -> SpeedTest.of(new Phone(data)).report());
  }

  static Tool apn() {
    return Tool.read(
        "check_apn_settings",
        "Look up the access point of mobile data and picture messages.",
        (data, arguments) -> apn(new Phone(data)));
  }

  static Tool setApn() {
    return Tool.write(
        "set_apn_settings",
        "Replace the access point settings.",
        NetworkTools::setApn,
        Parameter.object("apn_settings", "The settings; absent ones get their usual values."));
  }

  static Tool resetApn() {
    return Tool.write(
        "reset_apn_settings",
        "Let the phone restore the access point settings at its next restart.",
        (data, arguments) -> resetApn(new Phone(data)));
  }

  static Tool reboot() {
    return Tool.write(
        "reboot_device", "Restart the phone.", (data, arguments) -> reboot(new Phone(data)));
  }

  private static String status(Phone phone) {
    Entity device = phone.device();
    String text =
        String.join(
            "\n",
            List.of(
                "Airplane Mode: " + Switches.onOff(phone.is("airplane_mode")),
                "SIM Card Status: " + phone.simStatus(),
                "Cellular Connection: " + device.text("network_connection_status"),
                "Cellular Signal: " + device.text("network_signal_strength"),
                "Cellular Network Type: " + device.text("network_technology_connected"),
                "Mobile Data Enabled: " + yesNo(phone.is("data_enabled")),
                "Data Roaming Enabled: " + yesNo(phone.is("roaming_enabled")),
                "Wi-Fi Radio: " + Switches.onOff(phone.is("wifi_enabled")),
                "Wi-Fi Connected: " + yesNo(phone.is("wifi_connected"))));
    return phone.is("wifi_connected")
        ? text + "\nConnected Wi-Fi Network: " + Python.str(device.get("wifi_ssid"))
        : text;
  }

  private static String yesNo(boolean flag) {
    return flag ? "Yes" : "No";
  }

  private static String setMode(Database data, BoundArguments arguments) {
    Phone phone = new Phone(data);
    Object mode = arguments.get("mode");
    boolean valid = mode instanceof String text && PhoneModels.NETWORK_MODES.contains(text);
    if (!(mode instanceof String) || valid) {
      phone.set(MODE, mode).search();
    }
    if (valid) {
      return phone.withStatusBar("Preferred Network Mode set to: " + mode);
    }
    if (mode != null && !(mode instanceof String)) {
      throw CallException.noAttribute(Python.typeName(mode), "value");
    }
    return phone.withStatusBar(
        "Failed to set network mode: '%s' is not a valid option. Please use one of: %s"
            .formatted(Python.str(mode), String.join(", ", PhoneModels.NETWORK_MODES)));
  }

  private static String apn(Phone phone) {
    Object settings = phone.device().get(APN);
    Object name = Python.attribute(settings, "apn_name");
    Object url = Python.attribute(settings, "mmsc_url");
    return "Current APN Name: %s\nMMSC URL (for picture messages): %s\n%s"
        .formatted(
            Python.str(name),
            url == null || url.equals("") ? "Not Set" : url,
            "(These are technical settings, usually best left unchanged.)");
  }

  private static String setApn(Database data, BoundArguments arguments) {
    Phone phone = new Phone(data);
    Object settings = arguments.get("apn_settings");
    if (settings instanceof Map<?, ?> map) {
      settings = PhoneModels.APN_SETTINGS.read(map);
    }
    phone.set(APN, settings);
    Object name = Python.attribute(settings, "apn_name");
    phone.search();
    return phone.withStatusBar("APN settings set to: " + name);
  }

  private static String resetApn(Phone phone) {
    Object settings = phone.editDevice().get(APN);
    // The reference fails on settings that are no record, with the words of reading them.
    Python.attribute(settings, "reset_at_reboot");
    ((Entity) Objects.requireNonNull(settings)).set("reset_at_reboot", true);
    return phone.search().withStatusBar("APN settings will reset at reboot.");
  }

  private static String reboot(Phone phone) {
    Object settings = phone.device().get(APN);
    String text = "";
    if (Boolean.TRUE.equals(Python.attribute(settings, "reset_at_reboot"))) {
      text = "Resetting APN settings...\n";
      phone.set(APN, PhoneModels.APN_SETTINGS.read(Map.of()));
    }
    phone.set("network_connection_status", PhoneModels.SEARCHING).search();
    return phone.withStatusBar(text + "Restarting network services...");
  }
}
