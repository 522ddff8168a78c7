package org.sealflow.tau.telecom;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;

/** Apps, what they may do, and picture messages. */
final class AppTools {
  private static final Parameter APP =
      Parameter.text("app_name", "The app, for example 'messaging'.");

  private AppTools() {}

  static Tool installed() {
    return Switches.read(
        "check_installed_apps",
        "List the apps on the phone.",
        phone ->
            "The following apps are installed on the phone: "
                + String.join(", ", apps(phone).keySet()));
  }

  static Tool status() {
    return Tool.read(
        "check_app_status",
        "Look up an app and its permissions.",
        (data, arguments) -> status(data, arguments.get("app_name")),
        APP);
  }

  static Tool permissions() {
    return Tool.read(
        "check_app_permissions",
        "Look up what an app may do.",
        (data, arguments) -> permissions(data, arguments.get("app_name")),
        APP);
  }

  static Tool grant() {
    return Tool.write(
        "grant_app_permission",
        "Allow an app something.",
        AppTools::grant,
        APP,
        Parameter.text("permission", "What to allow, for example 'storage' or 'sms'."));
  }

  static Tool canSendMms() {
    return Switches.read(
        "can_send_mms",
        "Try whether picture messages can be sent.",
        phone ->
            "Your messaging app %s send MMS messages."
                .formatted(mmsWorks(phone) ? "can" : "cannot"));
  }

  static boolean mmsWorks(Phone phone) {
    if (!phone.dataWorks()
        || phone.device().text("network_technology_connected").equals("2G")
        || (phone.is("wifi_calling_enabled") && phone.is("wifi_calling_mms_over_wifi"))) {
      return false;
    }
    Object settings = phone.device().get("active_apn_settings");
    if (Python.attribute(settings, "mmsc_url") == null) {
      return false;
    }
    Entity messaging = (Entity) apps(phone).get("messaging");
    return messaging != null
        && messaging.entity("permissions").flag("storage")
        && messaging.entity("permissions").flag("sms");
  }

  private static Map<String, Object> apps(Phone phone) {
    return phone.device().map("app_statuses");
  }

  private static @Nullable Entity app(Database data, @Nullable Object name) {
    return (Entity) apps(new Phone(data)).get(Python.hashable(name));
  }

  private static String notFound(@Nullable Object name) {
    return "App '" + Python.str(name) + "' not found on this phone.";
  }

  private static List<String> granted(Entity app) {
    List<String> granted = new ArrayList<>();
    for (String permission : PhoneModels.PERMISSIONS) {
      if (app.entity("permissions").flag(permission)) {
        granted.add(permission);
      }
    }
    return granted;
  }

  private static String status(Database data, @Nullable Object name) {
    Entity app = app(data, name);
    if (app == null) {
      return notFound(name);
    }
    List<String> granted = granted(app);
    String head = "Status for App: " + Python.str(name) + "\n";
    return granted.isEmpty()
        ? head + " - Permissions: None granted."
        : head + " - Permissions Granted:\n   - " + String.join("\n   - ", granted);
  }

  private static String permissions(Database data, @Nullable Object name) {
    Entity app = app(data, name);
    if (app == null) {
      return notFound(name);
    }
    List<String> granted = granted(app);
    return granted.isEmpty()
        ? "App '" + Python.str(name) + "' currently has no permissions granted."
        : "App '%s' has permission for: %s."
            .formatted(Python.str(name), String.join(", ", granted));
  }

  private static String grant(Database data, BoundArguments arguments) {
    Phone phone = new Phone(data);
    String permission = Python.lower(arguments.get("permission"));
    Object name = arguments.get("app_name");
    if (app(data, name) == null) {
      return phone.withStatusBar(
          "Error. App '" + Python.str(name) + "' not found. Cannot grant permission.");
    }
    if (!PhoneModels.PERMISSIONS.contains(permission)) {
      return phone.withStatusBar(
          "Error. Permission '%s' not tracked for app '%s', available permissions: %s"
              .formatted(permission, name, Python.repr(PhoneModels.PERMISSIONS)));
    }
    set(phone, (String) name, permission, true);
    return phone.withStatusBar(
        "Success. Permission '%s' granted to app '%s'.".formatted(permission, name));
  }

  /** Takes a permission away; an unknown app or permission is ignored. */
  static @Nullable Object remove(Database data, BoundArguments arguments) {
    String permission = Python.lower(arguments.get("permission"));
    Object name = arguments.get("app_name");
    if (app(data, name) != null && PhoneModels.PERMISSIONS.contains(permission)) {
      set(new Phone(data), (String) name, permission, false);
    }
    return null;
  }

  private static void set(Phone phone, @Nullable String app, String permission, boolean granted) {
    Entity edited = (Entity) phone.editDevice().map("app_statuses").get(app);
    if (edited != null) {
      edited.entity("permissions").set(permission, granted);
    }
  }
}
