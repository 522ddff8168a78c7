package org.sealflow.tau.telecom;

import java.util.Locale;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.tool.Tool;

/**
 * The VPN. All connections of a conversation go to one server: once made slow, it stays slow for
 * connections to come.
 */
final class VpnTools {
  private static final String DETAILS = "vpn_details";

  private VpnTools() {}

  static Tool status() {
    return Switches.read("check_vpn_status", "Look up whether a VPN is on.", VpnTools::status);
  }

  static Tool connect() {
    return Switches.write("connect_vpn", "Connect to the usual VPN.", VpnTools::connect);
  }

  static Tool disconnect() {
    return Switches.write(
        "disconnect_vpn",
        "Disconnect from the VPN.",
        phone -> {
          if (!phone.is("vpn_connected")) {
            return phone.withStatusBar("No active VPN connection to disconnect.");
          }
          drop(phone);
          return phone.withStatusBar("VPN disconnected successfully.");
        });
  }

  static void drop(Phone phone) {
    phone.set("vpn_connected", false);
    phone.set(DETAILS, null);
  }

  private static String status(Phone phone) {
    if (phone.is("vpn_connected")) {
      return "VPN is ON and connected. Details: "
          + (phone.device().get(DETAILS) instanceof Entity details ? details(details) : "None");
    }
    return phone.is("vpn_enabled_setting")
        ? "VPN is turned ON in settings, but currently not connected."
        : "VPN is turned OFF.";
  }

  /** A Python dictionary whose last value is a member of an enumeration. */
  private static String details(Entity details) {
    String performance = details.text("server_performance");
    return "{'server_address': %s, 'protocol': %s, 'server_performance': <%s: %s>}"
        .formatted(
            Python.repr(details.get("server_address")),
            Python.repr(details.get("protocol")),
            "PerformanceLevel." + performance.toUpperCase(Locale.ROOT),
            Python.repr(performance));
  }

  static String connect(Phone phone) {
    if (phone.is("vpn_connected")) {
      return "VPN already connected.";
    }
    Object performance = phone.vpnServer().get("performance");
    phone.set("vpn_connected", true);
    phone.set(DETAILS, PhoneModels.VPN_DETAILS.of("192.168.1.1", "OpenVPN", performance));
    return phone.withStatusBar("VPN connected successfully.");
  }

  /** Connects, and makes the server slow for good. */
  static void slowDown(Phone phone) {
    connect(phone);
    phone.vpnServer().set("performance", PhoneModels.POOR);
    phone.editDevice().entity(DETAILS).set("server_performance", PhoneModels.POOR);
  }
}
