package org.sealflow.tau.telecom;

import static org.sealflow.tau.state.Types.BOOLEAN;
import static org.sealflow.tau.state.Types.INTEGER;
import static org.sealflow.tau.state.Types.NUMBER;
import static org.sealflow.tau.state.Types.TEXT;
import static org.sealflow.tau.state.Types.entity;
import static org.sealflow.tau.state.Types.enumeration;
import static org.sealflow.tau.state.Types.mapOf;
import static org.sealflow.tau.state.Types.optional;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.tau.state.DatabaseModel;
import org.sealflow.tau.state.FieldType;
import org.sealflow.tau.state.Model;

/** The records of the user's data: the phone and what is around it. */
final class PhoneModels {
  static final String NONE = "none";
  static final String POOR = "poor";
  static final String EXCELLENT = "excellent";
  static final String CONNECTED = "connected";
  static final String SEARCHING = "searching";
  static final String NO_SERVICE = "no_service";
  static final String MISSING = "missing";
  static final String SIM_ACTIVE = "active";
  static final String INTERNET = "internet";
  static final String BROKEN = "broken";
  static final String BEST_NETWORK = "4g_5g_preferred";
  static final List<String> NETWORK_MODES = List.of(BEST_NETWORK, "4g_only", "3g_only", "2g_only");
  static final List<String> PERMISSIONS = List.of("sms", "storage", "phone", "network");

  private static final FieldType SIGNAL = enumeration(NONE, POOR, "fair", "good", EXCELLENT);

  static final Model APN_SETTINGS =
      Model.closed("APNSettings")
          .withDefault(enumeration(INTERNET, BROKEN), "apn_name", (Object) INTERNET)
          .withDefault(BOOLEAN, "reset_at_reboot", (Object) false)
          .withDefault(optional(TEXT), "mms_apn", (Object) "mms")
          .withDefault(optional(TEXT), "mmsc_url", (Object) "http://mms.carrier.com/mms/wapenc")
          .nullable(TEXT, "mms_proxy")
          .nullable(INTEGER, "mms_port")
          .build();
  static final Model VPN_DETAILS =
      Model.closed("VpnDetails")
          .nullable(TEXT, "server_address", "protocol")
          .with(SIGNAL, "server_performance")
          .build();
  static final Model PAYMENT_REQUEST =
      Model.closed("PaymentRequest")
          .with(TEXT, "bill_id")
          .with(NUMBER, "amount_due")
          .withDefault(BOOLEAN, "paid", (Object) false)
          .build();

  private static final Model PERMISSION_FLAGS =
      flags(Model.closed("AppPermissions"), PERMISSIONS).build();
  private static final Model APP_STATUS =
      Model.closed("AppStatus")
          .with(TEXT, "app_name")
          .withDefault(
              entity(PERMISSION_FLAGS), "permissions", () -> PERMISSION_FLAGS.read(Map.of()))
          .build();
  private static final Model DEVICE = device();
  private static final Model SURROUNDINGS =
      Model.closed("UserSurroundings")
          .nullable(TEXT, "name", "phone_number")
          .withDefault(BOOLEAN, "is_abroad", (Object) false)
          .withDefault(BOOLEAN, "roaming_allowed", (Object) false)
          .withDefault(mapOf(SIGNAL), "signal_strength", PhoneModels::usualSignals)
          .withDefault(BOOLEAN, "mobile_data_usage_exceeded", (Object) false)
          .withDefault(BOOLEAN, "line_active", (Object) true)
          .nullable(entity(PAYMENT_REQUEST), "payment_request")
          .build();

  /** The VPN server that every connection goes to, as slow as it was once made. */
  private static final Model VPN_SERVER =
      Model.closed("VpnServer").withDefault(SIGNAL, "performance", (Object) EXCELLENT).build();

  static final DatabaseModel DATABASE =
      DatabaseModel.of(
          "TelecomUserDB",
          DatabaseModel.single("device", DEVICE),
          DatabaseModel.single("surroundings", SURROUNDINGS),
          DatabaseModel.hidden("vpn_server", VPN_SERVER));

  private PhoneModels() {}

  private static Model device() {
    Model.Builder device =
        Model.closed("MockPhoneAttributes")
            .withDefault(
                enumeration(SIM_ACTIVE, MISSING, "locked_pin", "locked_puk"),
                "sim_card_status",
                (Object) SIM_ACTIVE)
            .withDefault(BOOLEAN, "sim_card_missing", (Object) false)
            .withDefault(BOOLEAN, "airplane_mode", (Object) false)
            .withDefault(SIGNAL, "network_signal_strength", (Object) "good")
            .withDefault(
                enumeration(NONE, "2G", "3G", "4G", "5G"),
                "network_technology_connected",
                (Object) "5G")
            .withDefault(
                enumeration(CONNECTED, SEARCHING, NO_SERVICE, "emergency_only"),
                "network_connection_status",
                (Object) CONNECTED)
            .withDefault(INTEGER, "battery_level", (Object) 80L)
            .withDefault(BOOLEAN, "data_enabled", (Object) true)
            .withDefault(BOOLEAN, "roaming_enabled", (Object) false)
            .withDefault(
                enumeration(NETWORK_MODES.toArray(new String[0])),
                "network_mode_preference",
                (Object) BEST_NETWORK)
            .withDefault(
                entity(APN_SETTINGS), "active_apn_settings", () -> APN_SETTINGS.read(Map.of()))
            .withDefault(BOOLEAN, "wifi_enabled", (Object) false)
            .withDefault(BOOLEAN, "wifi_connected", (Object) false)
            .nullable(TEXT, "wifi_ssid")
            .withDefault(SIGNAL, "wifi_signal_strength", (Object) NONE);
    flags(
        device,
        List.of(
            "wifi_calling_enabled",
            "wifi_calling_mms_over_wifi",
            "data_saver_mode",
            "vpn_enabled_setting",
            "vpn_connected"));
    return device
        .nullable(entity(VPN_DETAILS), "vpn_details")
        .withDefault(mapOf(entity(APP_STATUS)), "app_statuses", LinkedHashMap::new)
        .build();
  }

  private static Model.Builder flags(Model.Builder model, List<String> names) {
    for (String name : names) {
      model.withDefault(BOOLEAN, name, (Object) false);
    }
    return model;
  }

  private static Map<String, Object> usualSignals() {
    Map<String, Object> signals = new LinkedHashMap<>();
    signals.put("2G", POOR);
    signals.put("3G", "fair");
    signals.put("4G", "good");
    signals.put("5G", EXCELLENT);
    return signals;
  }
}
