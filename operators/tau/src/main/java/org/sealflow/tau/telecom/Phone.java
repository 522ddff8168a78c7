package org.sealflow.tau.telecom;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.state.Database;

/** The user's phone: how it finds a network, whether data flow, and its status bar. */
final class Phone {
  private final Database data;

  Phone(Database data) {
    this.data = data;
  }

  Entity device() {
    return data.table("device").only();
  }

  Entity surroundings() {
    return data.table("surroundings").only();
  }

  boolean is(String flag) {
    return device().flag(flag);
  }

  Phone set(String field, @Nullable Object value) {
    data.table("device").editOnly().set(field, value);
    return this;
  }

  void setSurroundings(String field, @Nullable Object value) {
    data.table("surroundings").editOnly().set(field, value);
  }

  /** Turns a switch the other way; gives its new position. */
  boolean toggle(String flag) {
    boolean now = !is(flag);
    set(flag, now);
    return now;
  }

  /** A device whose nested records may be written to. */
  Entity editDevice() {
    return data.table("device").editOnly();
  }

  Entity vpnServer() {
    return data.table("vpn_server").editOnly();
  }

  String simStatus() {
    return is("sim_card_missing") ? PhoneModels.MISSING : device().text("sim_card_status");
  }

  /** Looks for a network with the SIM card and settings as they are. */
  Phone search() {
    if (simStatus().equals(PhoneModels.SIM_ACTIVE)) {
      connect();
    } else {
      disconnect();
    }
    if (is("airplane_mode")) {
      disconnect();
    }
    Object apn = device().get("active_apn_settings");
    if (PhoneModels.BROKEN.equals(Python.attribute(apn, "apn_name"))) {
      disconnect();
    }
    if (!surroundings().flag("line_active")) {
      disconnect();
    }
    return this;
  }

  private void connect() {
    Map<String, Object> signals = surroundings().map("signal_strength");
    Object preference = device().get("network_mode_preference");
    String technology = "4G";
    if (PhoneModels.BEST_NETWORK.equals(preference)) {
      technology = PhoneModels.NONE.equals(signalOf(signals, "5G")) ? "4G" : "5G";
    } else if ("3g_only".equals(preference)) {
      technology = "3G";
    } else if ("2g_only".equals(preference)) {
      technology = "2G";
    }
    network(PhoneModels.CONNECTED, technology, signalOf(signals, technology));
  }

  private static Object signalOf(Map<String, Object> signals, String technology) {
    return signals.getOrDefault(technology, PhoneModels.NONE);
  }

  private void disconnect() {
    network(PhoneModels.NO_SERVICE, PhoneModels.NONE, PhoneModels.NONE);
  }

  private void network(String status, String technology, Object signal) {
    set("network_connection_status", status);
    set("network_technology_connected", technology);
    set("network_signal_strength", signal);
  }

  /** Whether mobile data flow. */
  boolean dataWorks() {
    Entity around = surroundings();
    boolean roams = is("roaming_enabled") && around.flag("roaming_allowed");
    return !is("airplane_mode")
        && !device().text("network_signal_strength").equals(PhoneModels.NONE)
        && !device().text("network_connection_status").equals(PhoneModels.NO_SERVICE)
        && (!around.flag("is_abroad") || roams)
        && is("data_enabled")
        && !around.flag("mobile_data_usage_exceeded");
  }

  /** A tool's text with the status bar below. */
  String withStatusBar(String text) {
    return text + "\nStatus Bar: " + statusBar();
  }

  String statusBar() {
    StringBuilder bar = new StringBuilder();
    if (is("airplane_mode")) {
      bar.append("✈️ Airplane Mode");
    } else {
      String technology = device().text("network_technology_connected");
      boolean connected = !technology.equals(PhoneModels.NONE);
      bar.append(signalText());
      bar.append(connected ? " | " + technology : "");
      if (is("data_enabled") && connected) {
        bar.append(" | 📱 Data Enabled");
        bar.append(is("data_saver_mode") ? " | 🔽 Data Saver" : "");
      } else {
        bar.append(" | 📵 Data Disabled");
      }
    }
    if (is("wifi_enabled") && is("wifi_connected")) {
      Object ssid = device().get("wifi_ssid");
      bar.append(" | 📡 ").append(ssid == null ? "Enabled" : "Connected to " + ssid);
    }
    bar.append(is("vpn_connected") ? " | 🔒 VPN Connected" : "");
    bar.append(" | 🔋 ").append(Python.str(device().get("battery_level"))).append('%');
    return bar.toString();
  }

  private String signalText() {
    return switch (device().text("network_signal_strength")) {
      case PhoneModels.POOR -> "📶¹ Poor";
      case "fair" -> "📶² Fair";
      case "good" -> "📶³ Good";
      case PhoneModels.EXCELLENT -> "📶⁴ Excellent";
      default -> "📵 No Signal";
    };
  }
}
